/**
 * Carries the outboxes of two services on one in-process bus and handles their messages, as `npm start` does. The
 * message whose id is the third argument is handled without end; then the parent kills this process.
 *
 * Arguments: URI of the store, name of the database, id of the message. Sends the id of each delivered message, and
 * `{ live: id }` for messages that people would see live.
 */
import { createInProcessBus } from "@countersign/bus";
import { STREAMS } from "@countersign/contracts";
import { connectStore, createInbox, createUnitOfWork } from "@countersign/mongo";
import { silentLogger } from "@countersign/testing";
import { createOutboxHistory, createOutboxRelay, createOutboxSource } from "../src/index.ts";

const [uri = "", dbName = "", endless] = process.argv.slice(2);
const store = await connectStore({ uri, dbName, appName: "bus-process" });
const bus = createInProcessBus({ history: createOutboxHistory(store), logger: silentLogger });
await bus.ensureStreams(Object.values(STREAMS));
await bus.listen({ subject: "live" }, async ({ id }) => void process.send?.({ live: id }));

const unitOfWork = createUnitOfWork(store, ({ db, session, ...scope }) => ({
  inbox: createInbox({ db, session, ...scope }),
  addEffect: (id: string, key: string) =>
    db
      .collection("effects")
      .insertOne({ id, key, at: performance.timeOrigin + performance.now() }, { session }),
}));
const keyOf = ({ data }: { data: unknown }) => (data as { key: string }).key;
await bus.consume(
  { stream: STREAMS.outcomes.name, durable: "owner", filter: "approval.outcome.>", keyOf },
  async ({ id = "", data }) => {
    process.send?.(id);
    if (id === endless) await new Promise(() => undefined);
    const isNew = await unitOfWork(async ({ inbox, addEffect }) => {
      const isFirst = await inbox.record("owner", id);
      if (isFirst) await addEffect(id, keyOf({ data }));
      return isFirst;
    });
    if (isNew) await bus.broadcast({ subject: "live", id, data });
  },
);
for (const service of ["first", "second"]) {
  createOutboxRelay({
    outbox: createOutboxSource(store, { service }),
    bus,
    logger: silentLogger,
    pollMs: 20,
  });
}

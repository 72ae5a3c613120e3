import { STREAMS } from "@countersign/contracts";
import { createUnitOfWork } from "@countersign/mongo";
import { createOutbox } from "@countersign/outbox";
import { createLogger } from "@countersign/service-kit";
import { useTestStore, waitFor } from "@countersign/testing";
import { expect, it, onTestFinished } from "vitest";
import { openBus } from "./open-bus.ts";

const store = await useTestStore();

it("begins a bus inside the process with the published rows of the outbox [MSG-DELIVERY-01]", async () => {
  const row = { id: "1", key: "k", subject: "approval.outcome.leave.completed", data: { n: 1 } };
  await createUnitOfWork(store, (scope) => createOutbox(scope, { service: "hr" }))((outbox) =>
    outbox.add([row]),
  );
  const published = { $set: { publishedAt: new Date() }, $unset: { pending: true } } as const;
  await store.db.collection("outbox").updateOne({ pending: true }, published);

  const logger = createLogger({ name: "test", level: "silent" });
  const bus = await openBus({ nats: undefined, natsPrefix: "" }, { store, name: "test", logger });
  onTestFinished(() => bus.close());
  await bus.ensureStreams([STREAMS.outcomes]);
  const heard: unknown[] = [];
  const consumer = { stream: STREAMS.outcomes.name, durable: "hr-outcomes", filter: ">" };
  await bus.consume(consumer, async ({ id, data }) => void heard.push({ id, data }));
  await waitFor(() => heard.length > 0);
  expect(heard).toEqual([{ id: "1", data: { n: 1 } }]);
});

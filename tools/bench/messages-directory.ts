import { randomUUID } from "node:crypto";
import { consumeDirectory, createCompanyFence } from "@countersign/approval-engine/directory-consumer";
import type { Bus, Delivery, Subscription } from "@countersign/bus";
import { BUILT_IN_KINDS, cloudEvent, FILTERS, MESSAGES, STREAMS } from "@countersign/contracts";
import { createDirectoryCopy } from "@countersign/directory";
import { newId, type Store, toObjectId } from "@countersign/mongo";
import { waitFor } from "@countersign/testing";
import type { Db } from "mongodb";
import { median, rounded } from "./measure.ts";
import type { BenchTable } from "./suite.ts";

/** Changes of each person, one after the other. */
const CHANGES_EACH = 5;
/** Publishes in progress at a time. */
const SIDE_BY_SIDE = 256;
const DRAIN_TIMEOUT_MS = 300_000;
const POLL_MS = 10;

interface Change {
  _id: string;
  version: number;
}

/** Who consumes a round of changes, and the rate of each round so far. */
interface Side {
  name: "engine" | "bare" | "no writing";
  perSecond: number[];
  consume: (bus: Bus, applied: (change: Change) => void) => Promise<Subscription>;
}

/**
 * Changes of people consumed by the engine, next to bare consumption: the same client of the broker that only writes the
 * rows, ordered per record, one upsert by id, nothing checked; and next to one that writes nothing at all. They take
 * turns, each with as many changes of new people.
 *
 * @throws Error when changes of a record were applied in another order than they were published
 */
export async function directoryAndBare(
  { store, openBus, report }: { store: Store; openBus: () => Promise<Bus>; report: (line: string) => void },
  { changes, rounds }: { changes: number; rounds: number },
) {
  const companyId = newId();
  const bus = await openBus();
  const sides: Side[] = [
    { name: "engine", perSecond: [], consume: (own, applied) => consumeByEngine(own, store, applied) },
    { name: "bare", perSecond: [], consume: (own, applied) => consumeBare(own, store.db, applied) },
    { name: "no writing", perSecond: [], consume: (own, applied) => consumeBare(own, undefined, applied) },
  ];
  for (let round = 0; round < rounds; round++) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      report(`${changes} changes of the directory, ${side.name}, round ${round + 1} of ${rounds}`);
      await bus.request(`$JS.API.STREAM.PURGE.${STREAMS.directory.name}`, {});
      await publishChanges(bus, companyId, changes);
      side.perSecond.push(await rateOf(side, await openBus(), changes));
    }
  }
  const [engine, bare, noWriting] = sides as [Side, Side, Side];
  const ratio = rounded(median(engine.perSecond.map((rate, at) => rate / bare.perSecond[at]!)));
  const table: BenchTable = {
    title: `${changes} changes of people consumed, in order per record`,
    columns: ["who", "per second", "of bare consumption"],
    rows: [
      ["engine", rounded(median(engine.perSecond)), ratio],
      ["bare", rounded(median(bare.perSecond)), 1],
      [
        "bare, without writing",
        rounded(median(noWriting.perSecond)),
        rounded(median(noWriting.perSecond) / median(bare.perSecond)),
      ],
    ],
  };
  return {
    ratios: { directoryToBare: ratio },
    figures: {
      directoryPerSecond: rounded(median(engine.perSecond)),
      bareConsumptionPerSecond: rounded(median(bare.perSecond)),
    },
    tables: [table],
  };
}

/** Consumes everything that is on the stream. @returns changes per second */
async function rateOf({ name, consume }: Side, bus: Bus, changes: number): Promise<number> {
  const versions = new Map<string, number>();
  let count = 0;
  let outOfOrder = 0;
  const startedAt = performance.now();
  const subscription = await consume(bus, ({ _id, version }) => {
    if (version <= (versions.get(_id) ?? 0)) outOfOrder += 1;
    versions.set(_id, version);
    count += 1;
  });
  await waitFor(() => count >= changes, { timeoutMs: DRAIN_TIMEOUT_MS, intervalMs: POLL_MS, what: name });
  const perSecond = changes / ((performance.now() - startedAt) / 1_000);
  await subscription.close();
  if (outOfOrder > 0) throw new Error(`${outOfOrder} of ${changes} changes came out of order to: ${name}`);
  return perSecond;
}

function consumeByEngine(
  bus: Bus,
  { db }: Pick<Store, "db">,
  applied: (change: Change) => void,
): Promise<Subscription> {
  const copy = createDirectoryCopy(db);
  return consumeDirectory({
    kinds: BUILT_IN_KINDS,
    bus,
    left: async () => undefined,
    directory: {
      apply: async (type, companyId, record) => {
        const refusal = await copy.apply(type, companyId, record);
        applied(record);
        return refusal;
      },
    },
    fence: createCompanyFence(new Map()),
    backoffMs: [100],
  });
}

const userIn = ({ data }: Delivery) =>
  (data as { data: { companyId: string; user: Change & { active: boolean; name: string } } }).data;

function consumeBare(bus: Bus, db: Db | undefined, applied: (change: Change) => void): Promise<Subscription> {
  const users = db?.collection("users");
  const consumer = {
    stream: STREAMS.directory.name,
    durable: users ? "bench-directory" : "bench-directory-unwritten",
    filter: FILTERS.directory,
    keyOf: (delivery: Delivery) => userIn(delivery).user._id,
  };
  return bus.consume(consumer, async (delivery) => {
    const { companyId, user } = userIn(delivery);
    const { _id, ...values } = user;
    const key = { _id: toObjectId(_id), companyId: toObjectId(companyId) };
    await users?.updateOne(key, { $set: values }, { upsert: true });
    applied(user);
  });
}

async function publishChanges(bus: Bus, companyId: string, count: number): Promise<void> {
  const people = Array.from({ length: Math.ceil(count / CHANGES_EACH) }, () => newId());
  const { type, address: subject } = MESSAGES.userChanged;
  let next = 0;
  const publisher = async () => {
    while (next < count) {
      const at = next++;
      const _id = people[at % people.length]!;
      const version = Math.floor(at / people.length) + 1;
      const user = {
        _id,
        active: true,
        version,
        name: `Person ${at}`,
        timeZone: "Europe/Berlin",
        locale: "de-DE",
      };
      const id = randomUUID();
      const source = "/countersign/hr";
      const data = cloudEvent({
        id,
        source,
        type,
        subject: _id,
        time: new Date(),
        data: { companyId, user },
      });
      await bus.publish({ subject, id, data });
    }
  };
  await Promise.all(Array.from({ length: Math.min(SIDE_BY_SIDE, people.length) }, publisher));
}

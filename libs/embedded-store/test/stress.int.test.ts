import { type ClientSession, type Collection, MongoError, ObjectId } from "mongodb";
import { describe, expect, it } from "vitest";
import { type AnyDoc, useStore } from "./support.ts";

/** The rounds, each on collections of its own, whose documents stay short so. */
const ROUNDS = [1, 2, 3, 4, 5, 6, 7, 8];
/** Of a round. More for a longer run: STRESS_TRANSACTIONS=50000. */
const TRANSACTIONS = Number(process.env.STRESS_TRANSACTIONS ?? 150);
/** Each of them loses five of six attempts to another one. */
const CLIENTS = 8;
const ACCOUNTS = 12;
const START_BALANCE = 1_000;
const SLOTS = 10;
/** DuplicateKey, WriteConflict, NoSuchTransaction: errors for the loser of a race. */
const EXPECTED_CODES = new Set<unknown>([11000, 112, 251]);

interface Account {
  _id: number;
  balance: number;
  /** Even or odd; an indexed field that changes. */
  parity: number;
  /** The transactions that changed the account, in order. */
  history: string[];
}

/** Without the history, which is long in the end. */
const BALANCE = { balance: 1 } as const;

interface Transfer {
  id: string;
  from: number;
  to: number;
  amount: number;
}

const store = useStore();

const pick = (below: number) => Math.floor(Math.random() * below);

/** Reads only records that it writes, so that snapshot isolation must make it serialisable. */
async function transfer(
  accounts: Collection<Account>,
  bookings: Collection<AnyDoc>,
  session: ClientSession,
  plan: Transfer,
) {
  const { id, from, to, amount } = plan;
  const docs = await accounts.find({ _id: { $in: [from, to] } }, { session, projection: BALANCE }).toArray();
  for (const { _id, balance } of docs) {
    const next = balance + (_id === from ? -amount : amount);
    await accounts.updateOne(
      { _id },
      { $set: { balance: next, parity: Math.abs(next % 2) }, $addToSet: { history: id } },
      { session },
    );
  }
  const slot = pick(SLOTS);
  if (pick(2) === 0) await bookings.deleteOne({ slot }, { session });
  await bookings.insertOne({ _id: id, slot, open: pick(2) === 0 }, { session });
}

/** Like the driver's `withTransaction`, but without its waits between the attempts, which would part the clients. */
async function repeated(session: ClientSession, work: () => Promise<void>): Promise<void> {
  for (;;) {
    session.startTransaction();
    try {
      await work();
      return await session.commitTransaction();
    } catch (error) {
      if (session.inTransaction()) await session.abortTransaction();
      if (!(error instanceof MongoError) || !error.hasErrorLabel("TransientTransactionError")) throw error;
    }
  }
}

/** The sum of all accounts at one instant, which never changes. */
async function total(accounts: Collection<Account>): Promise<number> {
  return store.client.withSession(async (session) => {
    session.startTransaction();
    const even = await accounts.find({ parity: 0 }, { session, projection: BALANCE }).toArray();
    const odd = await accounts.find({ parity: 1 }, { session, projection: BALANCE }).toArray();
    await session.commitTransaction();
    return [...even, ...odd].reduce((sum, { balance }) => sum + balance, 0);
  });
}

/** Runs transfers from many clients at once. @returns the acknowledged ones */
async function runTransfers(accounts: Collection<Account>, bookings: Collection<AnyDoc>) {
  const done: Transfer[] = [];
  const totals = new Set<number>();
  let left = TRANSACTIONS;
  const work = async () => {
    while (left-- > 0) {
      const from = pick(ACCOUNTS);
      const plan: Transfer = {
        id: new ObjectId().toHexString(),
        from,
        to: (from + 1 + pick(ACCOUNTS - 1)) % ACCOUNTS,
        amount: pick(100),
      };
      try {
        await store.client.withSession((session) =>
          repeated(session, () => transfer(accounts, bookings, session, plan)),
        );
        done.push(plan);
      } catch (error) {
        if (!(error instanceof MongoError) || !EXPECTED_CODES.has(error.code)) throw error;
      }
      if (left % 20 === 0) totals.add(await total(accounts));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, work));
  return { done, totals };
}

/** An order that respects every account's history, if any exists. */
function serialOrder(histories: readonly (readonly string[])[]): string[] {
  const before = new Map<string, Set<string>>();
  for (const history of histories) {
    for (const [i, id] of history.entries()) {
      const earlier = before.get(id) ?? new Set();
      before.set(id, i > 0 ? earlier.add(history[i - 1]!) : earlier);
    }
  }
  const order: string[] = [];
  const placed = new Set<string>();
  const ready = () =>
    [...before.keys()].filter((id) => [...before.get(id)!].every((other) => placed.has(other)));
  for (let next = ready(); next.length > 0; next = ready()) {
    for (const id of next) {
      order.push(id);
      placed.add(id);
      before.delete(id);
    }
  }
  return order;
}

describe("random transactions of many clients", () => {
  const timeout = 20_000 + TRANSACTIONS * 20;
  it.each(ROUNDS)("have the effect of some serial order, round %i", { timeout }, async (round) => {
    const accounts = store.db.collection<Account>(`accounts_${round}`);
    const bookings = store.db.collection<AnyDoc>(`bookings_${round}`);
    await accounts.insertMany(
      Array.from({ length: ACCOUNTS }, (_, _id) => ({ _id, balance: START_BALANCE, parity: 0, history: [] })),
    );
    await accounts.createIndex({ parity: 1, balance: -1 });
    await bookings.createIndex({ slot: 1 }, { unique: true });
    await bookings.createIndex({ open: 1, slot: 1 }, { partialFilterExpression: { open: true } });

    const { done, totals } = await runTransfers(accounts, bookings);

    expect(done).not.toEqual([]);
    const final = await accounts.find().toArray();
    expect([...totals]).toEqual([ACCOUNTS * START_BALANCE]);
    // Each acknowledged transaction, and no other, is in both of its accounts, once.
    const expected = done.flatMap(({ id }) => [id, id]).toSorted();
    expect(final.flatMap(({ history }) => history).toSorted()).toEqual(expected);
    // A serial order exists, and the transfers in that order give the final balances.
    const order = serialOrder(final.map(({ history }) => history));
    expect(order).toHaveLength(done.length);
    const plans = new Map(done.map((plan) => [plan.id, plan]));
    const balances = Array.from({ length: ACCOUNTS }, () => START_BALANCE);
    for (const id of order) {
      const { from, to, amount } = plans.get(id)!;
      balances[from] = balances[from]! - amount;
      balances[to] = balances[to]! + amount;
    }
    expect(final.map(({ balance }) => balance)).toEqual(balances);

    await expectSound(accounts, [
      { parity: 0 },
      { parity: 1 },
      { parity: 1, balance: { $gt: START_BALANCE } },
    ]);
    await expectSound(bookings, [{ open: true }, ...Array.from({ length: SLOTS }, (_, slot) => ({ slot }))]);
    const slots = await bookings.find().hint({ $natural: 1 }).toArray();
    expect(new Set(slots.map(({ slot }) => slot as number)).size).toBe(slots.length);
  });
});

/** Checks that the indexes find the same documents as a full scan. */
async function expectSound<T extends Account | AnyDoc>(
  collection: Collection<T>,
  filters: object[],
): Promise<void> {
  for (const filter of filters) {
    const options = { sort: { _id: 1 } } as const;
    const planned = await collection.find(filter, options).toArray();
    const scanned = await collection.find(filter, { ...options, hint: { $natural: 1 } }).toArray();
    expect(planned).toEqual(scanned);
  }
}

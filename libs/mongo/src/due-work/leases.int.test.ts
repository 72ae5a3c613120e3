import { connectStore, type Store } from "../store.ts";
import { createGate, useTestStore, waitFor } from "@countersign/testing";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createLeases, type LeaseRecord, whileLeased } from "./leases.ts";
import { startRepeating } from "./repeating.ts";

const store = await useTestStore();
const other = await connectStore({ uri: store.uri, dbName: store.dbName, appName: "another-replica" });
afterAll(() => other.close());
const records = store.db.collection<LeaseRecord>("leases");
const leases = createLeases(store.db, { service: "test" });
/** The leases as another replica of the service sees them. */
const leasesThere = createLeases(other.db, { service: "test" });

const start = new Date("2026-01-01T00:00:00Z");
const after = (ms: number) => new Date(start.getTime() + ms);

beforeEach(async () => {
  await records.deleteMany({});
});

describe("a lease", () => {
  it("has one holder, until it ends or is given back by the holder", async () => {
    expect(await leases.take(["a", "b"], { holder: "one", until: after(1_000) })).toEqual(["a", "b"]);
    expect(await leasesThere.take(["b", "c"], { holder: "two", until: after(1_000) })).toEqual(["c"]);
    await leasesThere.giveBack(["a", "c"], "two");
    expect((await leases.living(after(999))).toSorted()).toEqual(["a", "b"]);
    expect(await leases.living(after(1_000))).toEqual([]);
    expect(await leasesThere.take(["a"], { holder: "two", until: after(2_000) })).toEqual(["a"]);
  });

  it("is renewed only by the holder who still has it", async () => {
    await leases.take(["a"], { holder: "one", until: after(1_000) });
    expect(await leasesThere.renew("a", { holder: "two", until: after(9_000) })).toBe(false);
    expect(await leases.renew("a", { holder: "one", until: after(2_000) })).toBe(true);
    expect(await leases.living(after(1_999))).toEqual(["a"]);
    expect(await leases.living(after(2_000))).toEqual([]);
    expect(await leases.renew("a", { holder: "one", until: after(3_000) })).toBe(false);
  });

  it("belongs to its service: others have leases of the same names", async () => {
    await leases.take(["a"], { holder: "one", until: after(1_000) });
    const foreign = createLeases(store.db, { service: "test-2" });
    expect(await foreign.living(start)).toEqual([]);
    expect(await foreign.take(["a"], { holder: "two", until: after(1_000) })).toEqual(["a"]);
  });
});

describe("work under a lease", () => {
  it("is done by one replica at a time, and by the next one when the first has finished", async () => {
    const release = createGate();
    const done: string[] = [];
    const first = whileLeased(leases, "sweep", async () => {
      done.push("first begun");
      await release.passed;
      done.push("first ended");
    });
    await waitFor(() => done.length === 1);
    expect(await whileLeased(leasesThere, "sweep", async () => done.push("beside"))).toBe(false);
    release.open();
    expect(await first).toBe(true);
    expect(await whileLeased(leasesThere, "sweep", async () => done.push("second"))).toBe(true);
    expect(done).toEqual(["first begun", "first ended", "second"]);
  });

  it("of a sweep that two replicas repeat takes each row once, though the sweep itself claims nothing", async () => {
    const numbers = Array.from({ length: 60 }, (_, n) => n);
    await sweptIn(store).insertMany(numbers.map((_id) => ({ _id, isOpen: true })));
    const taken: number[] = [];
    const failures: unknown[] = [];
    const sweeps = [store, other].map((replica) =>
      startRepeating({
        work: () =>
          whileLeased(createLeases(replica.db, { service: "test" }), "sweep", () => sweep(replica, taken)),
        pauseMs: 1,
        retryMs: () => 1,
        failed: (error) => failures.push(error),
      }),
    );
    await waitFor(async () => (await sweptIn(store).countDocuments({ isOpen: true })) === 0);
    await Promise.all(sweeps.map((each) => each.close()));
    expect(taken.toSorted((a, b) => a - b)).toEqual(numbers);
    expect(failures).toEqual([]);
  });

  it("keeps the lease for as long as it takes", async () => {
    const release = createGate();
    const leaseMs = 1_000;
    const working = whileLeased(leases, "sweep", () => release.passed, { leaseMs });
    const first = await theLease();
    // Renewed, it lives longer than a lease.
    await waitFor(async () => (await theLease()).until.getTime() >= first.until.getTime() + leaseMs);
    expect(await whileLeased(leasesThere, "sweep", async () => undefined)).toBe(false);
    release.open();
    expect(await working).toBe(true);
    expect(await records.countDocuments()).toBe(0);
  });

  it("goes on elsewhere when the lease of a replica that has died ends", async () => {
    await leases.take(["sweep"], { holder: "dead", until: new Date(Date.now() + 300) });
    let isDone = false;
    const work = async () => (isDone = true);
    await waitFor(() => whileLeased(leasesThere, "sweep", work));
    expect(isDone).toBe(true);
  });

  it("hears that its lease is lost, and gives back no lease of another holder", async () => {
    const lost = Promise.withResolvers<void>();
    const working = whileLeased(
      leases,
      "sweep",
      (signal) => {
        signal.addEventListener("abort", () => lost.resolve());
        return lost.promise;
      },
      { leaseMs: 100 },
    );
    const { _id } = await theLease();
    await records.updateOne({ _id }, { $set: { holder: "another", until: new Date(Date.now() + 60_000) } });
    expect(await working).toBe(true);
    expect(await records.findOne({ _id })).toMatchObject({ holder: "another" });
  });

  it("gives its lease back when it fails", async () => {
    const failing = whileLeased(leases, "sweep", async () => {
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await records.countDocuments()).toBe(0);
  });
});

const sweptIn = ({ db }: Pick<Store, "db">) => db.collection<{ _id: number; isOpen: boolean }>("swept");

/** Takes rows in batches, as a sweep does that knows of no other. */
async function sweep(replica: Pick<Store, "db">, taken: number[]): Promise<void> {
  const rows = sweptIn(replica);
  const open = () => rows.find({ isOpen: true }).limit(10).toArray();
  for (let found = await open(); found.length > 0; found = await open()) {
    const ids = found.map(({ _id }) => _id);
    taken.push(...ids);
    await rows.updateMany({ _id: { $in: ids } }, { $set: { isOpen: false } });
  }
}

const theLease = () => waitFor(() => records.findOne({ _id: "test sweep" }));

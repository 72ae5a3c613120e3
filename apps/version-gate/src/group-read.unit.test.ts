import { array, assert, asyncProperty, check, constantFrom } from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSharedRead } from "../test/shared-read.ts";
import { createGroupRead, type EndedRead, type GroupRead } from "./group-read.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets settled promises reach everybody who waits for them. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
}

/** One turn of the event loop. */
async function turn(): Promise<void> {
  await vi.advanceTimersByTimeAsync(1);
}

/** A read of the store that has been invoked and not been answered yet. */
interface PendingRead {
  /** The value that it read; undefined until then. */
  seen: number | undefined;
  answer: PromiseWithResolvers<number>;
}

/** A store with one number. The test decides when a read looks at it and when its answer arrives. */
function createSteppedStore() {
  const pending: PendingRead[] = [];
  const store = {
    value: 0,
    invoked: 0,
    pending,
    read: () => {
      const read = { seen: undefined, answer: Promise.withResolvers<number>() };
      store.invoked += 1;
      pending.push(read);
      return read.answer.promise;
    },
    look: () => {
      const read = pending.find(({ seen }) => seen === undefined);
      if (read) read.seen = store.value;
    },
    answer: () => {
      const read = pending.shift();
      read?.answer.resolve(read.seen ?? store.value);
    },
    fail: () => pending.shift()?.answer.reject(new Error("connection lost")),
  };
  return store;
}

type SteppedStore = ReturnType<typeof createSteppedStore>;

const groupReadOf = (store: SteppedStore, spacingMs = 0, onRead?: (read: EndedRead) => void) =>
  createGroupRead({ read: store.read, maxWaiters: 1_000, spacingMs, ...(onRead && { onRead }) });

describe("a request", () => {
  it("shares the read of the others that arrived before it was invoked [VG-FRESH-01]", async () => {
    const store = createSteppedStore();
    const group = groupReadOf(store);
    const answers = Promise.all([group.join(), group.join(), group.join()]);
    await turn();
    store.answer();
    await expect(answers).resolves.toEqual([0, 0, 0]);
    expect(store.invoked).toBe(1);
  });

  it("does not share a read that is in flight already [VG-FRESH-01]", async () => {
    const store = createSteppedStore();
    const group = groupReadOf(store);
    const early = group.join();
    await turn();
    store.look();
    store.value = 1;

    const late = group.join();
    await turn();
    store.answer();
    await expect(early).resolves.toBe(0);
    await turn();
    store.answer();

    await expect(late).resolves.toBe(1);
  });

  it("gets a read of its own however short the time since the last one [VG-FRESH-02]", async () => {
    const store = createSteppedStore();
    const group = groupReadOf(store);
    for (const value of [1, 2, 3]) {
      store.value = value;
      const answer = group.join();
      await turn();
      store.answer();
      await expect(answer).resolves.toBe(value);
    }
    expect(store.invoked).toBe(3);
  });

  it("shares the failure of a read in flight, so that it does not wait for another time-out [VG-ERROR-04]", async () => {
    const store = createSteppedStore();
    const ended: EndedRead[] = [];
    const group = groupReadOf(store, 0, (read) => void ended.push(read));
    const early = expect(group.join()).rejects.toThrow("connection lost");
    await turn();
    const late = expect(group.join()).rejects.toThrow("connection lost");
    store.fail();
    await Promise.all([early, late]);
    expect(ended).toMatchObject([{ size: 2, error: { message: "connection lost" } }]);

    const next = group.join();
    await turn();
    store.answer();
    await expect(next).resolves.toBe(0);
  });

  it("fails with the error of a read that cannot even be invoked", async () => {
    const group = createGroupRead({
      read: () => {
        throw new Error("closed");
      },
      maxWaiters: 10,
      spacingMs: 0,
    });
    const answer = expect(group.join()).rejects.toThrow("closed");
    await turn();
    await answer;
    expect(group.waiting()).toBe(0);
  });

  it("is refused at once when too many wait [VG-ERROR-04]", async () => {
    const store = createSteppedStore();
    const group = createGroupRead({ read: store.read, maxWaiters: 3, spacingMs: 0 });
    const waiting = [group.join(), group.join()];
    await turn();
    waiting.push(group.join());

    await expect(group.join()).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(group.waiting()).toBe(3);

    store.answer();
    await turn();
    store.answer();
    await Promise.all(waiting);
    expect(group.waiting()).toBe(0);
  });
});

describe("spacing", () => {
  it("counts from the end of a read, so that an answered client can ask again in time for the next one", async () => {
    const store = createSteppedStore();
    const group = groupReadOf(store, 50);
    const first = group.join();
    await vi.advanceTimersByTimeAsync(60);
    const second = group.join();
    store.answer();
    await first;
    await vi.advanceTimersByTimeAsync(40);
    expect(store.invoked).toBe(1);
    await vi.advanceTimersByTimeAsync(10);
    expect(store.invoked).toBe(2);
    store.answer();
    await second;
  });

  it("moves reads apart and lets a lone request through at once [VG-FRESH-01]", async () => {
    const store = createSteppedStore();
    const group = groupReadOf(store, 50);
    const first = group.join();
    await turn();
    expect(store.invoked).toBe(1);
    store.answer();
    await first;

    const second = group.join();
    await vi.advanceTimersByTimeAsync(40);
    const third = group.join();
    expect(store.invoked).toBe(1);
    await vi.advanceTimersByTimeAsync(10);
    expect(store.invoked).toBe(2);
    store.value = 7;
    store.answer();
    await expect(Promise.all([second, third])).resolves.toEqual([7, 7]);
  });
});

/** The next possible events: for the requests, the store, or the event loop. */
const STEPS = ["arrive", "write", "turn", "look", "answer", "fail"] as const;

/** Plays the steps and returns each value that was sent with the value that was acknowledged when its request arrived. */
async function play(
  steps: readonly (typeof STEPS)[number][],
  create: (store: SteppedStore) => Pick<GroupRead<number>, "join">,
): Promise<{ floor: number; sent: number }[]> {
  const store = createSteppedStore();
  const group = create(store);
  const answers: { floor: number; sent: number }[] = [];
  const requests: Promise<void>[] = [];
  const actions = {
    arrive: () => {
      const floor = store.value;
      const request = group.join().then(
        (sent) => void answers.push({ floor, sent }),
        () => undefined,
      );
      requests.push(request);
    },
    write: () => {
      store.value += 1;
    },
    turn,
    look: store.look,
    answer: store.answer,
    fail: store.fail,
  };
  for (const step of steps) {
    await actions[step]();
    await settle();
  }
  // Two groups can be waiting at the end, each for a read.
  for (let group = 0; group < 2; group += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    store.answer();
    await settle();
  }
  await Promise.all(requests);
  return answers;
}

describe("under any order of events", () => {
  const anySteps = array(constantFrom(...STEPS), { minLength: 1, maxLength: 60 });
  const isFresh = async (steps: readonly (typeof STEPS)[number][], create: Parameters<typeof play>[1]) => {
    const answers = await play(steps, create);
    return answers.every(({ floor, sent }) => sent >= floor);
  };

  it.each([0, 7])(
    "no request gets less than was acknowledged before it (spacing %i ms) [VG-FRESH-01]",
    async (spacingMs) => {
      await assert(
        asyncProperty(anySteps, (steps) => isFresh(steps, (store) => groupReadOf(store, spacingMs))),
        { numRuns: 2_000 },
      );
    },
  );

  it("the check catches a group that lets requests share a read in flight [VG-FRESH-01]", async () => {
    const { counterexample } = await check(
      asyncProperty(anySteps, (steps) => isFresh(steps, createSharedRead)),
      { numRuns: 2_000 },
    );
    const [steps = []] = counterexample ?? [];
    expect(steps).not.toEqual([]);
    expect(await isFresh(steps, createSharedRead)).toBe(false);
    expect(await isFresh(steps, groupReadOf)).toBe(true);
  });
});

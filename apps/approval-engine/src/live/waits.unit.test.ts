import { describe, expect, it, vi } from "vitest";

import type { Caller } from "../shared/caller.ts";
import type { RunChange } from "../shared/pending.ts";
import { createWaits, type Wait } from "./waits.ts";

const nora: Caller = { companyId: "a".repeat(24), userId: "b".repeat(24), privileged: false };
const milan: Caller = { ...nora, userId: "c".repeat(24) };

type Listener = (change: RunChange) => void;

/** Waits over a feed that the test moves; `leave` is what a leaver's user triggers. */
function aWorld(max = { ofUser: 2, ofReplica: 3 }) {
  const listeners = new Set<Listener>();
  const leavers = new Set<() => void>();
  const waits = createWaits({
    runFeed: {
      subscribeRun: (_caller, _refId, onChange) => {
        listeners.add(onChange);
        return () => void listeners.delete(onChange);
      },
    },
    onLeaving: (_user, action) => {
      leavers.add(action);
      return () => void leavers.delete(action);
    },
    max,
  });
  const change = () => {
    for (const tell of Array.from(listeners)) tell({} as RunChange);
  };
  const leave = () => {
    for (const action of Array.from(leavers)) action();
  };
  return { waits, change, leave, listeners, leavers };
}

/** A wait whose state the test sets, and whether it is in its user's lane. */
function aWait(fields: Partial<Wait<string>> = {}) {
  const state = { now: "PENDING", reads: 0, isAside: false };
  const wait: Wait<string> = {
    ms: 45_000,
    signal: new AbortController().signal,
    read: async () => {
      state.reads += 1;
      return state.now;
    },
    isOver: (read) => read !== "PENDING",
    aside: async (work) => {
      state.isAside = true;
      try {
        return await work();
      } finally {
        state.isAside = false;
      }
    },
    ...fields,
  };
  return { state, wait };
}

describe("a wait", () => {
  it("ends at the change that decides, reads only at changes, and holds no place in the lane [ASK-3]", async () => {
    const { waits, change, listeners, leavers } = aWorld();
    const { state, wait } = aWait();
    const waiting = waits.wait(nora, "request", wait);
    await vi.waitUntil(() => state.isAside);
    expect(state.reads).toBe(1);
    change();
    await vi.waitUntil(() => state.reads === 2 && state.isAside);
    state.now = "APPROVED";
    change();
    await expect(waiting).resolves.toBe("APPROVED");
    expect(state.reads).toBe(3);
    expect([listeners.size, leavers.size]).toEqual([0, 0]);
  });

  it("of what is decided already answers at once [ASK-3]", async () => {
    const { waits } = aWorld();
    const { state, wait } = aWait();
    state.now = "REJECTED";
    await expect(waits.wait(nora, "request", wait)).resolves.toBe("REJECTED");
  });

  it("misses no change that comes while it reads [ASK-3]", async () => {
    const { waits, change } = aWorld();
    const states = ["PENDING", "APPROVED"];
    const { wait } = aWait({
      read: async () => {
        const now = states.shift()!;
        if (now === "PENDING") change();
        return now;
      },
    });
    await expect(waits.wait(nora, "request", wait)).resolves.toBe("APPROVED");
  });

  it("ends as PENDING when its time is over, its client has gone, or its user leaves [ASK-3] [FIX-2]", async () => {
    const { waits, leave } = aWorld();
    const gone = new AbortController();
    const short = aWait({ ms: 0 });
    await expect(waits.wait(nora, "request", short.wait)).resolves.toBe("PENDING");
    const { state, wait } = aWait({ signal: gone.signal });
    const waiting = waits.wait(nora, "request", wait);
    await vi.waitUntil(() => state.isAside);
    gone.abort();
    await expect(waiting).resolves.toBe("PENDING");
    const left = aWait();
    const leaving = waits.wait(nora, "request", left.wait);
    await vi.waitUntil(() => left.state.isAside);
    leave();
    await expect(leaving).resolves.toBe("PENDING");
  });

  it("of a client that has gone before it began ends at once [ASK-3]", async () => {
    const { waits } = aWorld();
    const { wait } = aWait({ signal: AbortSignal.abort() });
    await expect(waits.wait(nora, "request", wait)).resolves.toBe("PENDING");
  });

  it("beyond those of a user or a replica is refused, and says when to try again [ASK-3]", async () => {
    const { waits, change } = aWorld();
    const refusal = {
      code: "TOO_MANY_REQUESTS",
      message: "Too many calls wait at once; try again in 5 seconds",
    };
    const open = [aWait(), aWait()];
    const waiting = open.map(({ wait }) => waits.wait(nora, "request", wait));
    await expect(waits.wait(nora, "request", aWait().wait)).rejects.toMatchObject(refusal);
    const others = aWait();
    const further = waits.wait(milan, "request", others.wait);
    await expect(waits.wait(milan, "request", aWait().wait)).rejects.toMatchObject(refusal);
    for (const { state } of [...open, others]) state.now = "APPROVED";
    change();
    await Promise.all([...waiting, further]);
    const after = aWait();
    after.state.now = "APPROVED";
    await expect(waits.wait(nora, "request", after.wait)).resolves.toBe("APPROVED");
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { jsonAnswer } from "@countersign/mcp";
import type { Session, SessionOwner } from "./session.ts";
import { createSessionRegistry, type SessionLimits } from "./session-registry.ts";

const nora: SessionOwner = { issuer: "https://one.test", userId: "a".repeat(24) };
const LIMITS: SessionLimits = { maxSessions: 3, maxSessionsPerUser: 2, idleMs: 60_000 };

function aRegistry() {
  const registry = createSessionRegistry({ limits: LIMITS, nowMs: () => Date.now() });
  const open = (id: string, session: Partial<Session> = {}) => {
    const closed = vi.fn<() => Promise<void>>(async () => undefined);
    const full: Session = {
      id,
      kind: "sse",
      owner: nora,
      handle: async () => jsonAnswer(200, {}),
      settled: async () => undefined,
      close: closed,
      ...session,
    };
    registry.reserve(full.owner).keep(full);
    return closed;
  };
  return { registry, open };
}

describe("the session registry", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("finds a session for its issuer and subject only [MJ-SESSION-04] [MJ-SESSION-05]", () => {
    const { registry, open } = aRegistry();
    open("one");
    expect(registry.find("one", { ...nora })).toMatchObject({ id: "one" });
    expect(registry.find("one", { ...nora, issuer: "https://two.test" })).toBeUndefined();
    expect(registry.find("one", { ...nora, userId: "b".repeat(24) })).toBeUndefined();
    expect(registry.find("two", nora)).toBeUndefined();
  });

  it("closes sessions that were not used for the idle time [MJ-SESSION-06]", async () => {
    const { registry, open } = aRegistry();
    const idle = open("idle");
    const busy = open("busy");
    await vi.advanceTimersByTimeAsync(59_000);
    registry.find("busy", nora);
    // A stranger's attempt does not count as use.
    registry.find("idle", { ...nora, userId: "b".repeat(24) });
    await vi.advanceTimersByTimeAsync(2_000);
    expect([idle, busy].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
    expect(registry.count("sse")).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(busy).toHaveBeenCalledOnce();
  });

  it("keeps places per user and over all, and takes each back once [MJ-SESSION-07]", () => {
    const { registry } = aRegistry();
    const first = registry.reserve(nora);
    registry.reserve(nora);
    expect(() => registry.reserve(nora)).toThrow("This user has too many open sessions");
    registry.reserve({ ...nora, userId: "b".repeat(24) });
    expect(() => registry.reserve({ ...nora, userId: "c".repeat(24) })).toThrow(
      "This server has too many open sessions",
    );
    first.release();
    first.release();
    registry.reserve(nora);
    expect(() => registry.reserve(nora)).toThrow("too many");
  });

  it("closes all when stopping: each after its answers, but none later than the grace", async () => {
    const { registry, open } = aRegistry();
    vi.useRealTimers();
    const answered = Promise.withResolvers<void>();
    const quick = open("quick", { settled: () => answered.promise });
    const stuck = open("stuck", { settled: () => new Promise(() => undefined) });
    const closing = registry.closeAll(100);
    expect(() => registry.reserve({ ...nora, userId: "b".repeat(24) })).toThrow("This server is stopping");
    answered.resolve();
    await vi.waitFor(() => expect(quick).toHaveBeenCalledOnce());
    expect(stuck).not.toHaveBeenCalled();
    await closing;
    expect(stuck).toHaveBeenCalledOnce();
  });
});

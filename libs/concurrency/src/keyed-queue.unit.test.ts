import { expect, it, onTestFinished, vi } from "vitest";
import { createKeyedQueue, TurnRefused } from "./keyed-queue.ts";

const PATIENT = { maxWaiting: 10, waitMs: 60_000 };

it("runs work of one key in order, and work of another key beside it", async () => {
  const takeTurns = createKeyedQueue(PATIENT);
  const done: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = takeTurns("a", async () => {
    await gate.promise;
    done.push("a1");
  });
  const second = takeTurns("a", async () => void done.push("a2"));
  await takeTurns("b", async () => void done.push("b"));
  gate.resolve();
  await Promise.all([first, second, takeTurns("a", async () => void done.push("a3"))]);
  expect(done).toEqual(["b", "a1", "a2", "a3"]);
});

it("goes on after work that failed", async () => {
  const takeTurns = createKeyedQueue(PATIENT);
  const failing = takeTurns("a", () => Promise.reject(new Error("no")));
  const next = takeTurns("a", async () => "done");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("done");
});

it("refuses a call behind too many others, and takes the next once there is room", async () => {
  const takeTurns = createKeyedQueue({ ...PATIENT, maxWaiting: 1 });
  const gate = Promise.withResolvers<void>();
  const first = takeTurns("a", () => gate.promise);
  const second = takeTurns("a", async () => "second");
  await expect(takeTurns("a", async () => "third")).rejects.toThrow(TurnRefused);
  gate.resolve();
  await first;
  expect(await second).toBe("second");
  expect(await takeTurns("a", async () => "fourth")).toBe("fourth");
});

it("refuses a call that waited too long, and the others keep their order", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const takeTurns = createKeyedQueue({ ...PATIENT, waitMs: 100 });
  const done: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = takeTurns("a", () => gate.promise);
  const late = takeTurns("a", async () => void done.push("late"));
  const refused = expect(late).rejects.toThrow("no turn for a in 100 ms");
  vi.advanceTimersByTime(60);
  const others = [1, 2].map((other) => takeTurns("a", async () => void done.push(`other ${other}`)));
  vi.advanceTimersByTime(60);
  await refused;
  gate.resolve();
  await Promise.all([first, ...others]);
  expect(done).toEqual(["other 1", "other 2"]);
});

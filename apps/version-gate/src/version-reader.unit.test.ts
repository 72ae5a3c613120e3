import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createVersionReader, type ReadVersionValues } from "./version-reader.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Values come back when the test advances the time: fake timers drive the event loop. */
function readerOf(readValues: ReadVersionValues) {
  return createVersionReader({
    readValues,
    serialise: ({ iosVersion }) => ({ body: iosVersion ?? "none", etag: `"${iosVersion}"` }),
    timeoutMs: 400,
    maxWaiters: 10,
    spacingMs: 0,
  });
}

/** Waits for an answer while time passes. */
async function after<T>(ms: number, answer: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(ms);
  return answer;
}

describe("a read", () => {
  it("that takes too long fails, and is neither waited for nor tried again [VG-ERROR-04]", async () => {
    const late = Promise.withResolvers<never>();
    const readValues = vi.fn<ReadVersionValues>(() => late.promise);
    const failed = vi.fn();
    readerOf(readValues).current().catch(failed);
    await vi.advanceTimersByTimeAsync(399);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2);
    expect(failed).toHaveBeenCalledExactlyOnceWith(new Error("no answer in 400 ms"));
    late.reject(new Error("the connection was closed"));
    await vi.advanceTimersByTimeAsync(1);
    expect(readValues).toHaveBeenCalledOnce();
  });

  it("that fails at once is tried once more", async () => {
    const outcomes = [
      () => Promise.reject(new Error("the primary stepped down")),
      async () => ({ iosVersion: "1" }),
    ];
    const readValues = vi.fn<ReadVersionValues>(() => outcomes.shift()!());
    await expect(after(1, readerOf(readValues).current())).resolves.toMatchObject({ body: "1" });
    expect(readValues).toHaveBeenCalledTimes(2);
  });

  it("that fails twice fails [VG-ERROR-04]", async () => {
    const readValues = vi.fn<ReadVersionValues>(() => Promise.reject(new Error("not authorised")));
    const answer = expect(readerOf(readValues).current()).rejects.toThrow("not authorised");
    await vi.advanceTimersByTimeAsync(1);
    await answer;
    expect(readValues).toHaveBeenCalledTimes(2);
  });

  it("that finds no record answers undefined, and the next one looks again [VG-ERROR-03]", async () => {
    const found = [undefined, { iosVersion: "1" }];
    const reader = readerOf(async () => found.shift());
    await expect(after(1, reader.current())).resolves.toBeUndefined();
    await expect(after(1, reader.current())).resolves.toMatchObject({ body: "1" });
  });
});

describe("the last served answer", () => {
  it("is given with its age while it is younger than asked [VG-FRESH-03]", async () => {
    const reader = readerOf(async () => ({ iosVersion: "1" }));
    expect(reader.lastServed(60)).toBeUndefined();
    await after(1, reader.current());

    await vi.advanceTimersByTimeAsync(2_500);
    expect(reader.lastServed(60)).toMatchObject({ answer: { body: "1" }, ageSeconds: 2 });
    expect(reader.lastServed(2)).toBeUndefined();
    expect(reader.lastServed(0)).toBeUndefined();
  });

  it("is gone once there is no record [VG-ERROR-03]", async () => {
    const found = [{ iosVersion: "1" }, undefined];
    const reader = readerOf(async () => found.shift());
    await after(1, reader.current());
    await after(1, reader.current());
    expect(reader.lastServed(60)).toBeUndefined();
  });
});

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

const delay = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

/** Waits for an answer while time passes. */
async function after<T>(ms: number, answer: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(ms);
  return answer;
}

describe("a read", () => {
  it("that takes too long fails, whether it ends or not [VG-ERROR-04]", async () => {
    const readValues = vi.fn<ReadVersionValues>(() => new Promise(() => undefined));
    const failed = vi.fn();
    readerOf(readValues).current().catch(failed);
    await vi.advanceTimersByTimeAsync(399);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2);
    expect(failed).toHaveBeenCalledExactlyOnceWith(new Error("no answer in 400 ms"));
    expect(readValues).toHaveBeenCalledExactlyOnceWith(400);
  });

  it("that fails is tried once more, in the rest of the time", async () => {
    const readValues = vi
      .fn<ReadVersionValues>(async () => ({ iosVersion: "1" }))
      .mockImplementationOnce(async () => {
        await delay(100);
        throw new Error("the primary stepped down");
      });
    await expect(after(101, readerOf(readValues).current())).resolves.toMatchObject({ body: "1" });
    expect(readValues.mock.calls).toEqual([[400], [300]]);
  });

  it("that fails at its time-out is not tried again [VG-ERROR-04]", async () => {
    const readValues = vi.fn<ReadVersionValues>(async () => {
      await delay(400);
      throw new Error("timed out");
    });
    await expect(after(500, readerOf(readValues).current().catch(String))).resolves.toMatch(
      "no answer in 400 ms",
    );
    expect(readValues).toHaveBeenCalledOnce();
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

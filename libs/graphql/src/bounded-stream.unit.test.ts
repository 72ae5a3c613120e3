import { describe, expect, it, vi } from "vitest";

import { createBoundedStream } from "./bounded-stream.ts";

const overflow = () => new Error("too slow");

function open(capacity = 2) {
  const onEnd = vi.fn<() => void>();
  return { stream: createBoundedStream<{ n: number }>({ capacity, overflow, onEnd }), onEnd };
}

describe("a bounded stream", () => {
  it("gives values to a waiting reader, and keeps values that come early", async () => {
    const { stream } = open();
    const waiting = stream.next();
    stream.push({ n: 1 });
    stream.push({ n: 2 });
    await expect(waiting).resolves.toEqual({ done: false, value: { n: 1 } });
    await expect(stream.next()).resolves.toEqual({ done: false, value: { n: 2 } });
  });

  it("ends a pending read at once when the reader leaves", async () => {
    const { stream, onEnd } = open();
    const waiting = stream.next();
    await stream.return?.();
    await expect(waiting).resolves.toEqual({ done: true, value: undefined });
    await stream.return?.();
    expect(onEnd).toHaveBeenCalledOnce();
    stream.push({ n: 1 });
    await expect(stream.next()).resolves.toEqual({ done: true, value: undefined });
  });

  it("fails once for a reader that fell behind, and stops taking values", async () => {
    const { stream, onEnd } = open(2);
    for (const n of [1, 2, 3, 4]) stream.push({ n });
    expect(onEnd).toHaveBeenCalledOnce();
    await expect(stream.next()).rejects.toThrow("too slow");
    await expect(stream.next()).resolves.toEqual({ done: true, value: undefined });
  });
});

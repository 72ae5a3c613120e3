import { expect, it } from "vitest";
import { waitFor } from "./wait-for.ts";

it("returns the first value", async () => {
  const values = [undefined, null, false, 0] as const;
  let looks = 0;
  expect(await waitFor(() => values[looks++])).toBe(0);
  expect(looks).toBe(4);
});

it("treats an error as not yet", async () => {
  let looks = 0;
  const condition = async () => {
    looks += 1;
    if (looks < 3) throw new Error("not yet");
    return "there";
  };
  expect(await waitFor(condition)).toBe("there");
});

it("gives up in time, and names the condition and the cause", async () => {
  const cause = new Error("broken");
  const waiting = waitFor(() => Promise.reject<string>(cause), { timeoutMs: 30, what: "the answer" });
  await expect(waiting).rejects.toThrow(
    expect.objectContaining({ message: "the answer did not come true within 30 ms", cause }),
  );
});

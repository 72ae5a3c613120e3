import { expect, it } from "vitest";
import { createTurns } from "./turns.ts";

it("lets work of one key follow each other in order, and of another go on beside it", async () => {
  const takeTurns = createTurns();
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
  const takeTurns = createTurns();
  const failing = takeTurns("a", () => Promise.reject(new Error("no")));
  const next = takeTurns("a", async () => "done");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("done");
});

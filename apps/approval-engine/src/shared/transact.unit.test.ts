import { createConditions } from "@countersign/conditions";
import { BUILT_IN_KINDS } from "@countersign/contracts";
import type { Scope } from "@countersign/mongo";
import { MongoServerError } from "mongodb";
import { describe, expect, it } from "vitest";

import type { WorkflowNotification } from "./record-of.ts";
import { type TransactionScope, createTransact } from "./transact.ts";

const notification = { _id: "n" } as WorkflowNotification;

/** A unit of work that repeats its work as the driver does after conflicts, and keeps the last result and its effects. */
function setUp({ attempts = 1 } = {}) {
  let ids = 0;
  const committed: (readonly WorkflowNotification[])[] = [];
  const transact = createTransact({
    kinds: BUILT_IN_KINDS,
    conditions: createConditions(),
    unitOfWork: async (work) => {
      const attempted = async () => {
        const effects: (() => void)[] = [];
        const scope = { afterCommit: (effect) => void effects.push(effect) } as Partial<Scope> as Scope;
        return { result: await work(scope), effects };
      };
      for (let attempt = 1; attempt < attempts; attempt += 1) await attempted();
      const { result, effects } = await attempted();
      for (const effect of effects) effect();
      return result;
    },
    newId: () => `id-${(ids += 1)}`,
    clock: () => new Date(ids),
    committed: (notifications) => committed.push(notifications),
  });
  return { transact, committed };
}

describe("a transaction", () => {
  it("gives a repeated attempt the same ids and time, and more ids when it needs more", async () => {
    const { transact } = setUp({ attempts: 2 });
    const seen: unknown[] = [];
    await transact(async ({ newId, now }: TransactionScope) => {
      const wanted = seen.length === 0 ? 2 : 3;
      seen.push({ ids: Array.from({ length: wanted }, () => newId()), now });
    });
    expect(seen).toEqual([
      { ids: ["id-1", "id-2"], now: new Date(0) },
      { ids: ["id-1", "id-2", "id-3"], now: new Date(0) },
    ]);
  });

  it("announces the committed attempt's writes, once", async () => {
    const { transact, committed } = setUp({ attempts: 3 });
    await transact(async ({ announce }) => announce([notification]));
    expect(committed).toEqual([[notification]]);
  });

  it("announces nothing when it fails, and passes the failure on", async () => {
    const { transact, committed } = setUp();
    const failing = transact(async ({ announce }) => {
      announce([notification]);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(committed).toEqual([]);
  });

  it("is repeated when a unique key was lost to another one, a few times at most", async () => {
    const { transact } = setUp();
    const duplicate = new MongoServerError({ message: "E11000 duplicate key", code: 11_000 });
    let calls = 0;
    const once = transact(async () => {
      calls += 1;
      if (calls === 1) throw duplicate;
      return "second";
    });
    expect(await once).toBe("second");
    const always = transact(async () => {
      calls += 1;
      throw duplicate;
    });
    await expect(always).rejects.toBe(duplicate);
    expect(calls).toBe(2 + 4);
  });
});

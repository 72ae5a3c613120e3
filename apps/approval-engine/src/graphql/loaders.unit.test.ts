import { expect, it } from "vitest";

import type { ReadModels } from "../read-models.ts";
import { createLoaders } from "./loaders.ts";

const CALLER = { companyId: "company", userId: "user", privileged: false };

it("many records of many parents are handed out in their order, in turns of the event loop", async () => {
  const lists = new Map(
    ["a", "b", "c"].map((id) => [id, Array.from({ length: 200 }, (_, n) => ({ _id: `${id}${999 - n}` }))]),
  );
  const approvalsByTaskIds = async (_companyId: string, ids: readonly string[]) =>
    ids.map((id) => lists.get(id));
  const waiting: { values: number; proceed: () => void }[] = [];
  const loaders = createLoaders(CALLER, { runs: { approvalsByTaskIds } } as unknown as ReadModels, {
    read: async (work) => work(),
    turn: (values) => new Promise((proceed) => waiting.push({ values, proceed })),
    pace: () => undefined,
  });
  const handedOut: string[] = [];
  const all = ["a", "b", "c"].map(async (id) => {
    const found = await loaders.approvalsOfTask.load(id);
    handedOut.push(id);
    return found;
  });
  await expect.poll(() => waiting.map(({ values }) => values)).toEqual([200, 200, 200]);
  waiting[0]!.proceed();
  await all[0];
  expect(handedOut).toEqual(["a"]);
  for (const { proceed } of waiting) proceed();
  expect(await Promise.all(all)).toEqual(Array.from(lists.values(), (list) => list.toReversed()));
});

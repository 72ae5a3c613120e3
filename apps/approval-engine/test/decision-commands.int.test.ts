import { newId } from "@countersign/mongo";
import { commandsOf, useTestStore } from "@countersign/testing";
import { beforeAll, expect, it } from "vitest";

import type { Caller } from "../src/engine.ts";
import { aCompany, engineOn, stagesOf, submitted } from "./engine-fixture.ts";
import { addStaff } from "./service-fixture.ts";

const store = await useTestStore({ monitored: true });
const [together, apart] = await Promise.all([
  engineOn(store),
  engineOn({ ...store, bulkWrite: { has: () => false, refused: () => undefined } }),
]);
const company = aCompany();
let approver: Caller;
beforeAll(async () => {
  const staff = await addStaff(store, company.companyId, newId);
  approver = { ...company.user(), userId: staff.employee };
});

async function commandsOfDecision(engine: typeof together, status: string): Promise<string[]> {
  const { tasks } = await submitted(engine, company.user(), stagesOf([approver], [approver]));
  const taskId = tasks[0]?._id ?? "";
  return commandsOf(store, () => engine.decideApproval(approver, { taskId, status }));
}

it.each(["APPROVED", "REJECTED"])(
  "sends six commands at most for a verdict %s, commit included",
  async (status) => {
    expect(await commandsOfDecision(together, status)).toEqual([
      "findAndModify",
      "aggregate",
      "find",
      "aggregate",
      "bulkWrite",
      "commitTransaction",
    ]);
  },
);

it("sends a command for each collection where the server has no bulkWrite", async () => {
  const commands = await commandsOfDecision(apart, "APPROVED");
  expect(commands).not.toContain("bulkWrite");
  expect(commands.filter((name) => name === "insert" || name === "update").length).toBeGreaterThan(4);
});

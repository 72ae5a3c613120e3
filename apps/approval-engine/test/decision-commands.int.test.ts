import { newId } from "@countersign/mongo";
import { commandsOf, useTestStore } from "@countersign/testing";
import { beforeAll, expect, it } from "vitest";

import type { Caller } from "../src/engine.ts";
import { aCompany, engineOn, stagesOf, submitted } from "./engine-fixture.ts";
import { addStaff } from "./service-fixture.ts";

const store = await useTestStore({ monitored: true });
const engine = await engineOn(store);
const company = aCompany();
let approver: Caller;
beforeAll(async () => {
  const staff = await addStaff(store, company.companyId, newId);
  approver = { ...company.user(), userId: staff.employee };
});

async function commandsOfDecision(status: string): Promise<string[]> {
  const { tasks } = await submitted(engine, company.user(), stagesOf([approver], [approver]));
  const taskId = tasks[0]?._id ?? "";
  return commandsOf(store, () => engine.decideApproval(approver, { taskId, status }));
}

it.each(["APPROVED", "REJECTED"])(
  "sends eleven commands at most for a verdict %s, commit included",
  async (status) => {
    expect(await commandsOfDecision(status)).toEqual([
      "findAndModify",
      "aggregate",
      "find",
      "update",
      "update",
      "insert",
      "insert",
      "aggregate",
      "insert",
      "insert",
      "commitTransaction",
    ]);
  },
);

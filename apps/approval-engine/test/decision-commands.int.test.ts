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

// The task, its run's other tasks and approvals, the settings, substitutions and people; then what the verdict writes, the row for searches last.
it.each(["APPROVED", "REJECTED"])("reads each collection once for a verdict %s", async (status) => {
  expect(await commandsOfDecision(status)).toEqual([
    "findAndModify",
    "find",
    "find",
    "find",
    "find",
    "find",
    "update",
    "update",
    "update",
    "insert",
    "insert",
    "aggregate",
    "insert",
    "insert",
    "commitTransaction",
  ]);
});

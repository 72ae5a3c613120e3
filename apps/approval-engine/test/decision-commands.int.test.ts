import { newId, toObjectId } from "@countersign/mongo";
import { commandEventsOf, commandsOf, useTestStore } from "@countersign/testing";
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

/** The collections that a command reads in its transaction, as often as it does. */
async function readsOf(command: () => Promise<unknown>): Promise<string[]> {
  const events = await commandEventsOf(store.client, command);
  return events.flatMap(({ command: { find, aggregate, txnNumber } }) =>
    txnNumber === undefined ? [] : [find ?? aggregate ?? []].flat().map(String),
  );
}

it("reads no collection twice for any command on a run", async () => {
  const [submitter, one, two, three] = [company.user(), company.user(), company.user(), company.user()];
  const admin = company.user({ privileged: true });
  // People who are not known raise the question whether the directory knows anybody.
  const known = [submitter, one, two, three, admin].map(({ userId, companyId }) => ({
    _id: toObjectId(userId),
    companyId: toObjectId(companyId),
    name: "Known",
  }));
  await store.db.collection("users").insertMany(known);
  await engine.updateApprovalSettings(admin, { onAmend: "ASK_AGAIN", recall: "ALWAYS" });
  const { refId, tasks } = await submitted(engine, submitter, stagesOf([one], [two]));
  const [first = "", second = ""] = tasks.map(({ _id }) => _id);
  const reason = "On leave";
  const document = { title: "Changed" };
  const commands: [string, () => Promise<unknown>][] = [
    ["a verdict", () => engine.decideApproval(one, { taskId: first, status: "APPROVED" })],
    [
      "a seat handed on",
      () => engine.seats.reassign(two, { taskId: second, toUserId: three.userId, reason }),
    ],
    [
      "a seat added",
      () =>
        engine.seats.addApprover(admin, { taskId: second, userId: one.userId, position: "PARALLEL", reason }),
    ],
    ["a changed document", () => engine.amendDocument(submitter, { refId, document })],
    ["a recall", () => engine.recallDocument(submitter, { refId, reason })],
    ["a submission", () => submitted(engine, submitter, stagesOf([one]), { refId, document })],
    ["a cancellation", () => engine.cancelDocument(submitter, { refId })],
  ];
  for (const [name, command] of commands) {
    const reads = await readsOf(command);
    // These two begin with the document's newest task, which names the run, and then read the run's other tasks.
    const byDocument = name === "a changed document" || name === "a submission";
    const twice = reads.filter((collection, at) => reads.indexOf(collection) !== at);
    expect(twice, name).toEqual(byDocument ? ["workflow_tasks"] : []);
    expect(reads.length, name).toBeGreaterThan(3);
  }
});

import { readFileSync } from "node:fs";

import { createVerifier } from "@countersign/auth";
import { BUILT_IN_KINDS } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { leaveCompany, testTokens, useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, recordsOf, stagesOf, submitted } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import {
  AWAY,
  DEFINITION_CALLS,
  RUN_CALLS,
  type RunIds,
  defineOneOfEach,
  refusalsIn,
} from "../../test/mutation-calls.ts";
import { callOf, operationsOf } from "../../test/operations.ts";
import { playJournal } from "../../test/play-journal.ts";
import type { Caller } from "../engine.ts";
import { createSchema } from "./schema.ts";

const store = await useTestStore();
const records = recordsOf(store);
// The token alone is checked, as over a socket that a leaver has open: the commands themselves must refuse.
const bus = useBus();
const journal = await playJournal(bus);
const { engine, as } = await useReplica(store, bus, {
  verify: createVerifier(testTokens().verifier),
});
const MUTATIONS = operationsOf(createSchema(BUILT_IN_KINDS)).filter(({ kind }) => kind === "mutation");

/**
 * The roles that may make each change (`yes`), by the defaults, in relation to a loan at its second stage. The approver has the seat
 * that counts there, the editor and the earlier decider have seats that their duty leaves out. The agent acts with the
 * approver's token, the leaver is an approver with privileges who has left, the auditor has the claim `auditor`.
 */
const TABLE = `
| change                          | approver | leaver | agent | auditor | submitter | beneficiary | editor | decider | stranger | privileged |
| ------------------------------- | -------- | ------ | ----- | ------- | --------- | ----------- | ------ | ------- | -------- | ---------- |
| \`createWorkflow\`                | yes      | no     | no    | yes     | yes       | yes         | yes    | yes     | yes      | yes        |
| \`updateWorkflow\`                | yes      | no     | no    | yes     | yes       | yes         | yes    | yes     | yes      | yes        |
| \`deleteWorkflow\`                | yes      | no     | no    | yes     | yes       | yes         | yes    | yes     | yes      | yes        |
| \`createWorkflowStage\`           | yes      | no     | no    | yes     | yes       | yes         | yes    | yes     | yes      | yes        |
| \`updateWorkflowStage\`           | yes      | no     | no    | yes     | yes       | yes         | yes    | yes     | yes      | yes        |
| \`deleteWorkflowStage\`           | yes      | no     | no    | yes     | yes       | yes         | yes    | yes     | yes      | yes        |
| \`createWorkflowApprover\`        | yes      | no     | no    | yes     | yes       | yes         | yes    | yes     | yes      | yes        |
| \`updateWorkflowApprover\`        | yes      | no     | no    | yes     | yes       | yes         | yes    | yes     | yes      | yes        |
| \`deleteWorkflowApprover\`        | yes      | no     | no    | yes     | yes       | yes         | yes    | yes     | yes      | yes        |
| \`publishWorkflow\`               | yes      | no     | no    | yes     | yes       | yes         | yes    | yes     | yes      | yes        |
| \`createHrApprovalPolicy\`        | yes      | no     | no    | yes     | yes       | yes         | yes    | yes     | yes      | yes        |
| \`updateHrApprovalPolicy\`        | yes      | no     | no    | yes     | yes       | yes         | yes    | yes     | yes      | yes        |
| \`deleteHrApprovalPolicy\`        | yes      | no     | no    | yes     | yes       | yes         | yes    | yes     | yes      | yes        |
| \`createApprovalThreshold\`       | yes      | no     | no    | yes     | yes       | yes         | yes    | yes     | yes      | yes        |
| \`updateApprovalThreshold\`       | yes      | no     | no    | yes     | yes       | yes         | yes    | yes     | yes      | yes        |
| \`deleteApprovalThreshold\`       | yes      | no     | no    | yes     | yes       | yes         | yes    | yes     | yes      | yes        |
| \`createApprovalCalendar\`        | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`updateApprovalCalendar\`        | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`deleteApprovalCalendar\`        | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`saveRule\`                      | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`publishRule\`                   | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`discardRule\`                   | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`createUserGroup\`               | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`updateUserGroup\`               | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`deleteUserGroup\`               | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`createApprovalLimit\`           | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`updateApprovalLimit\`           | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`deleteApprovalLimit\`           | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`newWorkflowTask\`               | yes      | no     | yes   | yes     | yes       | yes         | yes    | yes     | yes      | yes        |
| \`updateWorkflowTask\`            | yes      | no     | yes   | no      | yes       | no          | yes    | yes     | no       | yes        |
| \`deleteWorkflowTask\`            | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`updateWorkflowApprovalStatus\`  | yes      | no     | no    | no      | no        | no          | no     | no      | no       | no         |
| \`decideMany\`                    | yes      | no     | no    | no      | no        | no          | no     | no      | no       | no         |
| \`reassignApproval\`              | yes      | no     | no    | no      | no        | no          | no     | no      | no       | no         |
| \`addApprover\`                   | yes      | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`withdrawVerdict\`               | no       | no     | no    | no      | no        | no          | no     | no      | no       | no         |
| \`resolveAgain\`                  | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`recallDocument\`                | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`nudge\`                         | no       | no     | no    | no      | yes       | no          | no     | no      | no       | no         |
| \`snoozeTask\`                    | yes      | no     | yes   | no      | no        | no          | no     | no      | no       | no         |
| \`createWorkflowApproval\`        | yes      | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`updateWorkflowApproval\`        | yes      | no     | yes   | no      | yes       | no          | yes    | yes     | no       | yes        |
| \`deleteWorkflowApproval\`        | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`actionApproval\`                | yes      | no     | no    | yes     | no        | no          | no     | no      | yes      | yes        |
| \`createSubstitution\`            | yes      | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`revokeSubstitution\`            | yes      | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`updateApprovalSettings\`        | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`updateNotificationPreferences\` | yes      | no     | yes   | yes     | yes       | yes         | yes    | yes     | yes      | yes        |
| \`markNotificationRead\`          | yes      | no     | yes   | no      | no        | no          | no     | no      | no       | no         |
| \`markAllNotificationsRead\`      | yes      | no     | yes   | yes     | yes       | yes         | yes    | yes     | yes      | yes        |
| \`markSeen\`                      | yes      | no     | yes   | yes     | yes       | yes         | no     | yes     | no       | yes        |
| \`saveView\`                      | yes      | no     | yes   | yes     | yes       | yes         | yes    | yes     | yes      | yes        |
| \`deleteView\`                    | yes      | no     | yes   | no      | no        | no          | no     | no      | no       | no         |
| \`answerJournalConfirmation\`     | yes      | no     | no    | no      | no        | no          | no     | no      | no       | no         |
`.trim();

const ROLES = [
  "approver",
  "leaver",
  "agent",
  "auditor",
  "submitter",
  "beneficiary",
  "editor",
  "decider",
  "stranger",
  "privileged",
] as const;
type Role = (typeof ROLES)[number];

/** The cells of the table by the name of the mutation. */
const ROWS = new Map(
  TABLE.split("\n")
    .slice(2)
    .map((line) => {
      const [name = "", ...cells] = line.split("|").slice(1, -1);
      return [name.replaceAll("`", "").trim(), cells.map((cell) => cell.trim())];
    }),
);

async function aScene() {
  const company = aCompany();
  const [approver, submitter, beneficiary] = [company.user(), company.user(), company.user()];
  const [editor, decider, stranger] = [company.user(), company.user(), company.user()];
  const admin = company.user({ privileged: true });
  await engine.seedCompany(company.companyId);
  await engine.updateApprovalSettings(admin, { onePersonOneStage: true });
  const { refId, tasks } = await submitted(
    engine,
    submitter,
    stagesOf([decider], [approver, editor, decider]),
    { kind: "Loan", ref: "LN-1", document: { title: "A loan", editorIds: [editor.userId] } },
  );
  const [first = "", taskId = ""] = tasks.map(({ _id }) => _id);
  const beneficiaryId = toObjectId(beneficiary.userId);
  await store.db
    .collection("workflow_tasks")
    .updateMany({ refId: toObjectId(refId) }, { $set: { beneficiaryId } });
  await engine.decideApproval(decider, { taskId: first, status: "APPROVED" });
  const callers: Record<Role, Caller> = {
    approver,
    leaver: { ...approver, privileged: true },
    agent: { ...approver, isAgent: true },
    auditor: company.user({ isAuditor: true }),
    submitter,
    beneficiary,
    editor,
    decider,
    stranger,
    privileged: admin,
  };
  return { callers, admin, approver, submitter, stranger, refId, taskId };
}

async function runOf(scene: Awaited<ReturnType<typeof aScene>>): Promise<RunIds> {
  const { admin, approver, submitter, stranger, refId, taskId } = scene;
  const other = await engine.approvals.create(admin, { taskId, approverId: newId() });
  const ended = await submitted(engine, submitter, stagesOf([approver]));
  const endedTaskId = ended.tasks[0]?._id ?? "";
  await engine.decideApproval(approver, { taskId: endedTaskId, status: "REJECTED" });
  const sent = await records.notifications(refId);
  const substitution = await engine.createSubstitution(approver, {
    substituteId: stranger.userId,
    ...AWAY,
  });
  const colleagueId = newId();
  const companyId = toObjectId(admin.companyId);
  await store.db
    .collection("users")
    .insertOne({ _id: toObjectId(colleagueId), companyId, name: "Colleague" });
  const view = await engine.saveView(approver, { page: "INBOX", name: "Mine", query: "" });
  return {
    refId,
    taskId,
    colleagueId,
    viewId: view._id,
    confirmationId: journal.ask(approver),
    endedTaskId,
    otherApprovalId: other._id,
    notificationId: sent.find(({ userId }) => userId === approver.userId)?._id ?? "",
    approverId: approver.userId,
    substitutionId: substitution._id,
  };
}

async function sceneOf(mutation: string) {
  const scene = await aScene();
  const define = DEFINITION_CALLS[mutation];
  if (define !== undefined) {
    const ids = await defineOneOfEach(engine, store, scene);
    return { ...scene, nextArguments: () => define(ids) };
  }
  const call = RUN_CALLS[mutation];
  if (call === undefined) throw new Error(`no call of ${mutation}`);
  const ids = await runOf(scene);
  return { ...scene, nextArguments: () => call(ids) };
}

describe("who may make a change", () => {
  it("is listed for every mutation of the schema and every role [FIX-2] [SAFE-12] [SAFE-15]", () => {
    expect([...ROWS.keys()].toSorted()).toEqual(MUTATIONS.map(({ name }) => name).toSorted());
    for (const cells of ROWS.values()) expect(cells).toHaveLength(ROLES.length);
  });

  it.each(MUTATIONS)("is as the table says: $name [FIX-2] [SAFE-12] [SAFE-15]", async (mutation) => {
    const answers: string[] = [];
    const refusals: Partial<Record<Role, string>> = {};
    // A refusal changes nothing, but the leaver is gone: after them, and after a change, everybody finds a new scene.
    let scene: Awaited<ReturnType<typeof sceneOf>> | undefined;
    for (const role of ROLES) {
      const { callers, nextArguments } = (scene ??= await sceneOf(mutation.name));
      const { query, variables } = callOf(mutation, nextArguments());
      if (role === "leaver") await leaveCompany(store, callers.leaver);
      const { data, errors = refusalsIn(data) } = await as(callers[role]).ask(query, variables);
      refusals[role] = errors.map(({ message }) => message).join("; ");
      answers.push(errors.length === 0 ? "yes" : "no");
      if (role === "leaver" || errors.length === 0) scene = undefined;
    }
    expect(answers, JSON.stringify(refusals)).toEqual(ROWS.get(mutation.name));
    expect(refusals.leaver).toBe("You have left the company");
  });

  it("is the same in the documentation", () => {
    const page = new URL("../../../../docs/security.md", import.meta.url);
    expect(readFileSync(page, "utf8")).toContain(TABLE);
  });
});

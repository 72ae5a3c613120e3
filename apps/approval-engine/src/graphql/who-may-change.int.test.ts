import { readFileSync } from "node:fs";

import { createVerifier } from "@countersign/auth";
import { BUILT_IN_KINDS } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { leaveCompany, testTokens, useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { changeTasks } from "../../test/change-tasks.ts";
import { aCompany, countAll, recordsOf, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import {
  AWAY,
  DEFINITION_CALLS,
  RUN_CALLS,
  type RunIds,
  WORKFLOW_CHANGES,
  defineOneOfEach,
  isRepeatable,
  refusalsIn,
  wantedChanges,
} from "../../test/mutation-calls.ts";
import { callOf, operationsOf } from "../../test/operations.ts";
import { playJournal } from "../../test/play-journal.ts";
import type { Caller } from "../engine.ts";
import type { WebhooksConfig } from "../webhooks/webhooks-config.ts";
import { createSchema } from "./schema.ts";

/** One owner has a webhook, to which nothing is posted here. */
const WEBHOOKS: WebhooksConfig = {
  webhooks: new Map([
    ["hr", { url: new URL("https://hr.example/events"), secrets: [Buffer.alloc(32)], notifications: false }],
  ]),
  allowsPrivate: false,
};

const store = await useTestStore();
const records = recordsOf(store);
// The token alone is checked, as over a socket that a leaver has open: the commands themselves must refuse.
const bus = useBus();
const journal = await playJournal(bus);
const { engine, as } = await useReplica(store, bus, {
  verify: createVerifier(testTokens().verifier),
  configs: { webhooks: WEBHOOKS },
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
| \`createWorkflow\`                | yes      | no     | no    | no      | yes       | yes         | yes    | yes     | yes      | yes        |
| \`updateWorkflow\`                | yes      | no     | no    | no      | yes       | yes         | yes    | yes     | yes      | yes        |
| \`deleteWorkflow\`                | yes      | no     | no    | no      | yes       | yes         | yes    | yes     | yes      | yes        |
| \`createWorkflowStage\`           | yes      | no     | no    | no      | yes       | yes         | yes    | yes     | yes      | yes        |
| \`updateWorkflowStage\`           | yes      | no     | no    | no      | yes       | yes         | yes    | yes     | yes      | yes        |
| \`deleteWorkflowStage\`           | yes      | no     | no    | no      | yes       | yes         | yes    | yes     | yes      | yes        |
| \`createWorkflowApprover\`        | yes      | no     | no    | no      | yes       | yes         | yes    | yes     | yes      | yes        |
| \`updateWorkflowApprover\`        | yes      | no     | no    | no      | yes       | yes         | yes    | yes     | yes      | yes        |
| \`deleteWorkflowApprover\`        | yes      | no     | no    | no      | yes       | yes         | yes    | yes     | yes      | yes        |
| \`publishWorkflow\`               | yes      | no     | no    | no      | yes       | yes         | yes    | yes     | yes      | yes        |
| \`updateWorkflow\` (used)         | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`deleteWorkflow\` (used)         | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`createWorkflowStage\` (used)    | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`updateWorkflowStage\` (used)    | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`deleteWorkflowStage\` (used)    | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`createWorkflowApprover\` (used) | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`updateWorkflowApprover\` (used) | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`deleteWorkflowApprover\` (used) | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`publishWorkflow\` (used)        | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`createHrApprovalPolicy\`        | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`updateHrApprovalPolicy\`        | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`deleteHrApprovalPolicy\`        | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`createApprovalThreshold\`       | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`updateApprovalThreshold\`       | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`deleteApprovalThreshold\`       | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`createApprovalCalendar\`        | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`updateApprovalCalendar\`        | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`deleteApprovalCalendar\`        | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`saveRule\`                      | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`publishRule\`                   | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`discardRule\`                   | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`switchRule\`                    | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`orderRules\`                    | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`createUserGroup\`               | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`updateUserGroup\`               | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`deleteUserGroup\`               | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`createApprovalLimit\`           | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`updateApprovalLimit\`           | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`deleteApprovalLimit\`           | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`newWorkflowTask\`               | yes      | no     | yes   | no      | yes       | yes         | yes    | yes     | yes      | yes        |
| \`updateWorkflowTask\`            | yes      | no     | no    | no      | yes       | no          | yes    | yes     | no       | yes        |
| \`deleteWorkflowTask\`            | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`updateWorkflowApprovalStatus\`  | yes      | no     | no    | no      | no        | no          | no     | no      | no       | no         |
| \`decideMany\`                    | yes      | no     | no    | no      | no        | no          | no     | no      | no       | no         |
| \`reassignApproval\`              | yes      | no     | no    | no      | no        | no          | no     | no      | no       | no         |
| \`addApprover\`                   | yes      | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`withdrawVerdict\`               | no       | no     | no    | no      | no        | no          | no     | no      | no       | no         |
| \`resolveAgain\`                  | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`recallDocument\`                | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`requestChanges\`                | yes      | no     | no    | no      | no        | no          | no     | no      | no       | no         |
| \`answerQuestion\`                | no       | no     | no    | no      | yes       | no          | no     | no      | no       | no         |
| \`closeRejected\`                 | no       | no     | no    | no      | yes       | no          | no     | no      | no       | no         |
| \`nudge\`                         | no       | no     | no    | no      | yes       | no          | no     | no      | no       | no         |
| \`snoozeTask\`                    | yes      | no     | no    | no      | no        | no          | no     | no      | no       | no         |
| \`createWorkflowApproval\`        | yes      | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`updateWorkflowApproval\`        | yes      | no     | no    | no      | yes       | no          | yes    | yes     | no       | yes        |
| \`deleteWorkflowApproval\`        | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`actionApproval\`                | yes      | no     | no    | no      | no        | no          | no     | no      | yes      | yes        |
| \`createSubstitution\`            | yes      | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`revokeSubstitution\`            | yes      | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`updateApprovalSettings\`        | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
| \`updateNotificationPreferences\` | yes      | no     | no    | no      | yes       | yes         | yes    | yes     | yes      | yes        |
| \`markNotificationRead\`          | yes      | no     | no    | no      | no        | no          | no     | no      | no       | no         |
| \`markAllNotificationsRead\`      | yes      | no     | no    | no      | yes       | yes         | yes    | yes     | yes      | yes        |
| \`markSeen\`                      | yes      | no     | no    | no      | yes       | yes         | no     | yes     | no       | yes        |
| \`saveView\`                      | yes      | no     | no    | no      | yes       | yes         | yes    | yes     | yes      | yes        |
| \`deleteView\`                    | yes      | no     | no    | no      | no        | no          | no     | no      | no       | no         |
| \`answerJournalConfirmation\`     | yes      | no     | no    | no      | no        | no          | no     | no      | no       | no         |
| \`testWebhook\`                   | no       | no     | no    | no      | no        | no          | no     | no      | no       | yes        |
`.trim();

const AUDITOR_REFUSAL = "An auditor changes nothing";

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

/** The order of the attempts: the leaver is gone after theirs. */
const LEAVER_LAST: readonly Role[] = [...ROLES.filter((role) => role !== "leaver"), "leaver"];

/** The cells of the table by the name of the mutation. */
const ROWS = new Map(
  TABLE.split("\n")
    .slice(2)
    .map((line) => {
      const [name = "", ...cells] = line.split("|").slice(1, -1);
      return [name.replaceAll("`", "").trim(), cells.map((cell) => cell.trim())];
    }),
);

/** Every mutation, and those of a workflow once more for one that the company uses (contract-4, MEET-4). */
const CHANGES = [
  ...MUTATIONS.map((mutation) => ({ name: mutation.name, mutation, isUsed: false })),
  ...MUTATIONS.filter(({ name }) => WORKFLOW_CHANGES.has(name)).map((mutation) => {
    return { name: `${mutation.name} (used)`, mutation, isUsed: true };
  }),
];

/** A company with its policies, and one person of each role. */
async function peopleOfAScene() {
  const company = aCompany();
  const [approver, submitter, beneficiary] = [company.user(), company.user(), company.user()];
  const [editor, decider, stranger] = [company.user(), company.user(), company.user()];
  const admin = company.user({ privileged: true });
  await engine.seedCompany(company.companyId);
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
  return { callers, admin, approver };
}

type People = Awaited<ReturnType<typeof peopleOfAScene>>;

/** The loan at its second stage. */
async function submitLoan({ callers, admin }: People) {
  const { approver, submitter, beneficiary, editor, decider } = callers;
  await engine.updateApprovalSettings(admin, { onePersonOneStage: true });
  const { refId, tasks } = await submitNew(
    engine,
    submitter,
    stagesOf([decider], [approver, editor, decider]),
    { kind: "Loan", ref: "LN-1", document: { title: "A loan", editorIds: [editor.userId] } },
  );
  const [first = "", taskId = ""] = tasks.map(({ _id }) => _id);
  const beneficiaryId = beneficiary.userId;
  await changeTasks(store, { refId: toObjectId(refId) }, (task) => ({ ...task, beneficiaryId }));
  await engine.decideApproval(decider, { taskId: first, status: "APPROVED" });
  return { refId, taskId };
}

async function runOf(people: People): Promise<RunIds> {
  const { admin, approver } = people;
  const { submitter, stranger } = people.callers;
  const { refId, taskId } = await submitLoan(people);
  const other = await engine.approvals.create(admin, { taskId, approverId: newId() });
  const ended = await submitNew(engine, submitter, stagesOf([approver]));
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
    questionId: await wantedChanges(engine, submitter, approver),
    endedTaskId,
    endedRefId: ended.refId,
    otherApprovalId: other._id,
    notificationId: sent.find(({ userId }) => userId === approver.userId)?._id ?? "",
    approverId: approver.userId,
    substitutionId: substitution._id,
  };
}

async function sceneOf(mutation: string, isUsed = false) {
  const people = await peopleOfAScene();
  const define = DEFINITION_CALLS[mutation];
  if (define !== undefined) {
    const ids = await defineOneOfEach(engine, store, { ...people, isUsed });
    return { ...people, nextArguments: () => define(ids) };
  }
  const call = RUN_CALLS[mutation];
  if (call === undefined) throw new Error(`no call of ${mutation}`);
  const ids = await runOf(people);
  return { ...people, nextArguments: () => call(ids) };
}

describe("who may make a change", () => {
  it("is listed for every mutation of the schema and every role [FIX-2] [SAFE-12] [SAFE-15]", () => {
    expect([...ROWS.keys()].toSorted()).toEqual(CHANGES.map(({ name }) => name).toSorted());
    for (const cells of ROWS.values()) expect(cells).toHaveLength(ROLES.length);
  });

  // Rules: [MEET-4] as well.
  it.each(CHANGES)("is as the table says: $name [FIX-2] [SAFE-12] [SAFE-15]", async (change) => {
    const { name, mutation, isUsed } = change;
    const answers = new Map<Role, string>();
    const refusals: Partial<Record<Role, string>> = {};
    // A refusal changes nothing. After a change that only one can make, everybody finds a new scene.
    let scene: Awaited<ReturnType<typeof sceneOf>> | undefined;
    for (const role of LEAVER_LAST) {
      const { callers, nextArguments } = (scene ??= await sceneOf(mutation.name, isUsed));
      const { query, variables } = callOf(mutation, nextArguments());
      if (role === "leaver") await leaveCompany(store, callers.leaver);
      const { data, errors = refusalsIn(data) } = await as(callers[role]).ask(query, variables);
      refusals[role] = errors.map(({ message }) => message).join("; ");
      answers.set(role, errors.length === 0 ? "yes" : "no");
      if (errors.length === 0 && !isRepeatable(mutation.name)) scene = undefined;
    }
    const row = ROLES.map((role) => answers.get(role));
    expect(row, JSON.stringify(refusals)).toEqual(ROWS.get(name));
    expect(refusals.leaver).toBe("You have left the company");
    expect(refusals.auditor).toBe(AUDITOR_REFUSAL);
  });

  it("needs a person where an agent would act for its own user, with privileges too [MEET-11]", async () => {
    const refusals: Record<string, string> = {};
    const people = await peopleOfAScene();
    const [definitionIds, runIds] = [await defineOneOfEach(engine, store, people), await runOf(people)];
    const agent: Caller = { ...people.approver, isAgent: true, privileged: true };
    for (const mutation of MUTATIONS) {
      const define = DEFINITION_CALLS[mutation.name];
      const sentInput = define ? define(definitionIds) : RUN_CALLS[mutation.name]!(runIds);
      const { query, variables } = callOf(mutation, sentInput);
      const { data, errors = refusalsIn(data) } = await as(agent).ask(query, variables);
      refusals[mutation.name] = errors.map(({ message }) => message).join("; ");
    }
    // It may submit, as it may without privileges; and it reminds nobody of a document that others submitted.
    const { newWorkflowTask, nudge, ...others } = refusals;
    expect([newWorkflowTask, nudge]).toEqual(["", "Only the submitter nudges the approvers of a document"]);
    expect(Object.keys(others)).toHaveLength(MUTATIONS.length - 2);
    for (const [name, refusal] of Object.entries(others)) {
      expect(refusal, name).toMatch(/^Separation of duties: (?:agent|agentsMayDecide)$/u);
    }
  });

  it("is no auditor, privileged or not, whatever they send: it is said before input and records are looked at [AUD-1]", async () => {
    const people = await peopleOfAScene();
    const [definitionIds, runIds] = [await defineOneOfEach(engine, store, people), await runOf(people)];
    const before = await countAll(store);
    const auditor: Caller = { ...people.approver, isAuditor: true, privileged: true };
    for (const mutation of MUTATIONS) {
      const define = DEFINITION_CALLS[mutation.name];
      const sentInput = define ? define(definitionIds) : RUN_CALLS[mutation.name]!(runIds);
      const { query, variables } = callOf(mutation, sentInput);
      const nonsense = Object.fromEntries(Object.keys(variables).map((name) => [name, { nobody: "knows" }]));
      for (const sent of [variables, nonsense, {}]) {
        const answer = await as(auditor).ask(query, sent);
        expect(answer, JSON.stringify(answer)).toMatchObject({
          status: 403,
          errors: [
            { message: AUDITOR_REFUSAL, extensions: { code: "FORBIDDEN", textCode: "person.auditor" } },
          ],
        });
      }
    }
    expect(await countAll(store)).toEqual(before);
  });

  it("is the same in the documentation", () => {
    const page = new URL("../../../../docs/security.md", import.meta.url);
    expect(readFileSync(page, "utf8")).toContain(TABLE);
  });
});

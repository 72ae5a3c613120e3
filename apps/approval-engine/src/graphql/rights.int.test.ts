import { createVerifier } from "@countersign/auth";
import { BUILT_IN_KINDS } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { leaveCompany, testTokens, useTestStore } from "@countersign/testing";
import { beforeAll, describe, expect, it } from "vitest";

import { countAll, recordsOf, stagesOf, submitNew } from "../../test/engine-fixture.ts";
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
import { aLoan } from "../../test/staffed-company.ts";
import { createSchema } from "./schema.ts";

const store = await useTestStore();
const records = recordsOf(store);
const bus = useBus();
const journal = await playJournal(bus);
const { engine, as } = await useReplica(store, bus);
const fenced = await useReplica(store, bus, { rules: { definitionsRequirePrivileged: true } });
/** As over a socket that was opened before its user left: the token alone is checked. */
const unwatched = await useReplica(store, bus, { verify: createVerifier(testTokens().verifier) });
const MUTATIONS = operationsOf(createSchema(BUILT_IN_KINDS)).filter(({ kind }) => kind === "mutation");

/** Callers, in relation to a loan that the submitter submitted for the beneficiary and that waits for the approver. */
const ROLES = ["outsider", "approver", "submitter", "beneficiary", "privileged"] as const;
type Role = (typeof ROLES)[number];

/** The answer to each role: undefined if it is allowed, else the exact refusal. */
type Rights = Readonly<Record<Role, string | undefined>>;

const PRIVILEGED_ONLY = "Only a privileged user may do this";
const INVOLVED_ONLY = "Only those involved in the approval or a privileged user may do this";
const ASKED_ONLY = "Only an approver of the active task or a privileged user may do this";
const RECALL_ONLY = "Only the submitter or a privileged user may recall a document";
const NOT_ACTIONABLE = "Approval not found or cannot be updated";

function rights(refusals: Partial<Record<Role, string>>): Rights {
  return Object.fromEntries(ROLES.map((role) => [role, refusals[role]])) as Rights;
}

/** Everybody but these roles gets the refusal. */
function only(refusal: string, ...allowed: Role[]): Rights {
  return rights(
    Object.fromEntries(ROLES.filter((role) => !allowed.includes(role)).map((role) => [role, refusal])),
  );
}

const ANYBODY = rights({});

type Scene = Awaited<ReturnType<typeof aScene>>;
type Row = {
  rights: Rights;
  /** The rights with `DEFINITIONS_REQUIRE_PRIVILEGED=on`. Default: the same. */
  restricted?: Rights;
};

/** Of privileged users alone. */
const PRIVILEGED: Row = { rights: only(PRIVILEGED_ONLY, "privileged") };
/** A workflow that the company does not use: anybody's by the specification, unless it is restricted. */
const DEFINITION: Row = { ...PRIVILEGED, rights: ANYBODY, restricted: PRIVILEGED.rights };

const TABLE: Readonly<Record<string, Row>> = {
  createWorkflow: DEFINITION,
  updateWorkflow: DEFINITION,
  deleteWorkflow: DEFINITION,
  createWorkflowStage: DEFINITION,
  updateWorkflowStage: DEFINITION,
  deleteWorkflowStage: DEFINITION,
  createWorkflowApprover: DEFINITION,
  updateWorkflowApprover: DEFINITION,
  deleteWorkflowApprover: DEFINITION,
  publishWorkflow: DEFINITION,
  createHrApprovalPolicy: PRIVILEGED,
  updateHrApprovalPolicy: PRIVILEGED,
  deleteHrApprovalPolicy: PRIVILEGED,
  createApprovalThreshold: PRIVILEGED,
  updateApprovalThreshold: PRIVILEGED,
  deleteApprovalThreshold: PRIVILEGED,
  createApprovalCalendar: { rights: only(PRIVILEGED_ONLY, "privileged") },
  updateApprovalCalendar: { rights: only(PRIVILEGED_ONLY, "privileged") },
  deleteApprovalCalendar: { rights: only(PRIVILEGED_ONLY, "privileged") },
  saveRule: { rights: only(PRIVILEGED_ONLY, "privileged") },
  publishRule: { rights: only(PRIVILEGED_ONLY, "privileged") },
  discardRule: { rights: only(PRIVILEGED_ONLY, "privileged") },
  switchRule: { rights: only(PRIVILEGED_ONLY, "privileged") },
  orderRules: { rights: only(PRIVILEGED_ONLY, "privileged") },
  createUserGroup: { rights: only(PRIVILEGED_ONLY, "privileged") },
  updateUserGroup: { rights: only(PRIVILEGED_ONLY, "privileged") },
  deleteUserGroup: { rights: only(PRIVILEGED_ONLY, "privileged") },
  createApprovalLimit: { rights: only(PRIVILEGED_ONLY, "privileged") },
  updateApprovalLimit: { rights: only(PRIVILEGED_ONLY, "privileged") },
  deleteApprovalLimit: { rights: only(PRIVILEGED_ONLY, "privileged") },
  newWorkflowTask: { rights: ANYBODY },
  updateWorkflowTask: { rights: only(INVOLVED_ONLY, "approver", "submitter", "privileged") },
  deleteWorkflowTask: { rights: only(PRIVILEGED_ONLY, "privileged") },
  updateWorkflowApprovalStatus: { rights: only(NOT_ACTIONABLE, "approver") },
  decideMany: { rights: only(NOT_ACTIONABLE, "approver") },
  reassignApproval: { rights: only("There is no approval to reassign on this task", "approver") },
  addApprover: { rights: only(ASKED_ONLY, "approver", "privileged") },
  withdrawVerdict: { rights: only("You have given no verdict on this stage") },
  resolveAgain: {
    rights: only("Only a privileged user may find the approvers of a stage again", "privileged"),
  },
  recallDocument: {
    rights: rights({
      outsider: RECALL_ONLY,
      approver: RECALL_ONLY,
      submitter: "Documents of this company cannot be recalled",
      beneficiary: RECALL_ONLY,
    }),
  },
  requestChanges: { rights: only(NOT_ACTIONABLE, "approver") },
  answerQuestion: {
    rights: { ...only("Message not found", "submitter"), approver: "Only who is asked answers" },
  },
  closeRejected: { rights: only("Document not found", "submitter") },
  nudge: {
    rights: only("Only the submitter nudges the approvers of a document", "submitter"),
  },
  snoozeTask: { rights: only("Workflow task not found", "approver") },
  createWorkflowApproval: { rights: only(ASKED_ONLY, "approver", "privileged") },
  updateWorkflowApproval: { rights: only(INVOLVED_ONLY, "approver", "submitter", "privileged") },
  deleteWorkflowApproval: { rights: only("Only a privileged user may remove an approval", "privileged") },
  actionApproval: { rights: rights({ submitter: NOT_ACTIONABLE, beneficiary: NOT_ACTIONABLE }) },
  createSubstitution: { rights: only(PRIVILEGED_ONLY, "approver", "privileged") },
  revokeSubstitution: {
    rights: rights({
      outsider: "Only the principal or a privileged user may do this",
      submitter: "Substitution not found",
      beneficiary: "Substitution not found",
    }),
  },
  updateApprovalSettings: { rights: only(PRIVILEGED_ONLY, "privileged") },
  updateNotificationPreferences: { rights: ANYBODY },
  markNotificationRead: { rights: only("Notification not found", "approver") },
  markAllNotificationsRead: { rights: ANYBODY },
  markSeen: { rights: rights({ outsider: "Document not found" }) },
  saveView: { rights: ANYBODY },
  deleteView: { rights: only("View not found", "approver") },
  answerJournalConfirmation: { rights: only("Confirmation not found", "approver") },
  testWebhook: { rights: { ...only(PRIVILEGED_ONLY), privileged: "This owner has no webhook" } },
};

/** A loan of the roles' company that waits for two approvers, and the callers in relation to it. */
async function aScene() {
  const loan = await aLoan(engine, store);
  const { company, clerk: submitter, beneficiary, manager: approver, admin: privileged } = loan;
  const outsider = company.user();
  return { loan, callers: { outsider, approver, submitter, beneficiary, privileged } };
}

/** The loan's ids, and those of what may be changed beside it: a run that has ended, a substitution, a colleague. */
async function runOf({ loan, callers }: Scene): Promise<RunIds> {
  const { company, refId, first: taskId, clerk, manager, admin } = loan;
  const other = await engine.approvals.create(admin, { taskId, approverId: newId() });
  const ended = await submitNew(engine, clerk, stagesOf([manager]));
  const endedTaskId = ended.tasks[0]?._id ?? "";
  await engine.decideApproval(manager, { taskId: endedTaskId, status: "REJECTED" });
  const [notification] = await records.notifications(refId);
  const { userId: substituteId } = callers.outsider;
  const substitution = await engine.createSubstitution(manager, { substituteId, ...AWAY });
  const colleagueId = newId();
  const companyId = toObjectId(company.companyId);
  await store.db
    .collection("users")
    .insertOne({ _id: toObjectId(colleagueId), companyId, name: "Colleague" });
  const view = await engine.saveView(manager, { page: "INBOX", name: "Mine", query: "" });
  return {
    refId,
    taskId,
    colleagueId,
    viewId: view._id,
    confirmationId: journal.ask(manager),
    questionId: await wantedChanges(engine, clerk, manager),
    endedTaskId,
    endedRefId: ended.refId,
    otherApprovalId: other._id,
    notificationId: notification?._id ?? "",
    approverId: manager.userId,
    substitutionId: substitution._id,
  };
}

/** A scene with what the mutation's call is about. */
async function sceneOf(mutation: string, isUsed = false) {
  const scene = await aScene();
  const define = DEFINITION_CALLS[mutation];
  if (define !== undefined) {
    const { manager: approver, admin } = scene.loan;
    const ids = await defineOneOfEach(engine, store, { admin, approver, isUsed });
    return { ...scene, nextArguments: () => define(ids) };
  }
  const call = RUN_CALLS[mutation];
  if (call === undefined) throw new Error(`no call of ${mutation}`);
  const ids = await runOf(scene);
  return { ...scene, nextArguments: () => call(ids) };
}

describe("the right to make a change", () => {
  it("is listed for every mutation [SAFE-5]", () => {
    expect(Object.keys(TABLE).toSorted()).toEqual(MUTATIONS.map(({ name }) => name).toSorted());
  });

  const known = MUTATIONS.map((mutation) => ({ name: mutation.name, mutation, isUsed: false }));
  const used = MUTATIONS.filter(({ name }) => WORKFLOW_CHANGES.has(name)).map((mutation) => {
    return { name: `${mutation.name} of a workflow in use`, mutation, isUsed: true };
  });

  // Rules: [MEET-4] as well.
  it.each([...known, ...used])("is known: $name [SAFE-3] [SAFE-4] [SAFE-5]", async ({ mutation, isUsed }) => {
    const row = isUsed ? PRIVILEGED : TABLE[mutation.name];
    if (row === undefined) throw new Error(`no row for ${mutation.name}`);
    for (const [replica, allowed] of [
      [as, row.rights],
      [fenced.as, row.restricted ?? row.rights],
    ] as const) {
      const answers: Partial<Record<Role, string>> = {};
      // A refusal changes nothing. After a change that only one can make, the next role finds a new scene.
      let scene: Awaited<ReturnType<typeof sceneOf>> | undefined;
      for (const role of ROLES) {
        const { callers, nextArguments } = (scene ??= await sceneOf(mutation.name, isUsed));
        const { query, variables } = callOf(mutation, nextArguments());
        const { data, errors = refusalsIn(data) } = await replica(callers[role]).ask(query, variables);
        if (errors.length > 0) answers[role] = errors.map(({ message }) => message).join("; ");
        else if (!isRepeatable(mutation.name)) scene = undefined;
      }
      expect(rights(answers)).toEqual(allowed);
    }
  });

  describe("is nobody who has left, even where the edge let them in", () => {
    // Everything is refused and changes nothing: one scene is enough.
    let callers: Scene["callers"];
    let argumentsOf: (mutation: string) => Record<string, unknown>;
    beforeAll(async () => {
      const scene = await aScene();
      const { manager: approver, admin } = scene.loan;
      const definitionIds = await defineOneOfEach(engine, store, { admin, approver });
      const runIds = await runOf(scene);
      ({ callers } = scene);
      argumentsOf = (name) => DEFINITION_CALLS[name]?.(definitionIds) ?? RUN_CALLS[name]!(runIds);
      await leaveCompany(store, ...Object.values(callers));
    });

    it.each(MUTATIONS)("$name [FIX-2]", async (mutation) => {
      const { query, variables } = callOf(mutation, argumentsOf(mutation.name));
      const before = await countAll(store);
      for (const role of ROLES) {
        const caller = { ...callers[role], privileged: true };
        const { data, errors = refusalsIn(data) } = await unwatched.as(caller).ask(query, variables);
        expect([role, errors.map(({ message }) => message)]).toEqual([role, ["You have left the company"]]);
      }
      expect(await countAll(store)).toBe(before);
    });
  });

  it("is what canUpdateStatus says of a verdict, for every role [SAFE-4]", async () => {
    for (const role of ROLES) {
      const { loan, callers } = await aScene();
      const client = as(callers[role]);
      const { findOneWorkflowTask: task } = await client.get<{
        findOneWorkflowTask: { canUpdateStatus: boolean };
      }>("query Q($id: ID) { findOneWorkflowTask(input: { _id: $id }) { canUpdateStatus } }", {
        id: loan.first,
      });
      const { errors } = await client.ask(
        "mutation M($id: ID!) { updateWorkflowApprovalStatus(input: { taskId: $id, status: APPROVED }) }",
        { id: loan.first },
      );
      expect([role, task.canUpdateStatus]).toEqual([role, errors === undefined]);
    }
  });
});

describe("a deleted task", () => {
  const PAGE = "{ approvalPage(input: {}) { total data { refId stageName } } }";
  interface Pages {
    approvalPage: { total: number; data: { refId: string }[] };
  }

  it("is hidden from the HR pages with its approvals [SAFE-5]", async () => {
    const scene = await aScene();
    const { refId, endedTaskId } = await runOf(scene);
    await engine.tasks.remove(scene.callers.privileged, endedTaskId);
    const { approvalPage } = await as(scene.callers.approver).get<Pages>(PAGE);
    expect(new Set(approvalPage.data.map(({ refId }) => refId))).toEqual(new Set([refId]));
  });

  it("never makes its order look approved [SAFE-5]", async () => {
    const { callers } = await aScene();
    const { privileged, approver, submitter } = callers;
    const [refId, companyId] = [newId(), toObjectId(submitter.companyId)];
    const { _id: workflowId } = await engine.workflows.create(privileged, { name: "Orders" });
    for (const order of [1, 2]) {
      const approverIds = [approver.userId];
      await engine.stages.create(privileged, { workflowId, name: `S${order}`, order, approverIds });
    }
    await store.db
      .collection("configs")
      .insertOne({ companyId, approvalThresholdsEnabled: true, updatedAt: new Date() });
    await engine.thresholds.create(privileged, { kind: "SalesOrder", workflowId, amountThreshold: 10 });
    const order = { _id: refId, kind: "SalesOrder", totalAmount: 100 } as const;
    await store.db.collection("orders").insertOne({ ...order, _id: toObjectId(refId), companyId });
    await engine.orderCreated(submitter, order);
    const [approved = "", cancelled = ""] = (await records.tasks(refId)).map(({ _id }) => _id);
    await engine.decideApproval(approver, { taskId: approved, status: "APPROVED" });
    await engine.cancelDocument(submitter, { refId });
    await engine.tasks.remove(privileged, cancelled);
    await expect(engine.assertPostable(submitter.companyId, refId)).rejects.toMatchObject({
      code: "POSTING_NEEDS_APPROVAL",
    });
  });
});

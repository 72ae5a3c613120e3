import { BUILT_IN_KINDS } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import type { ObjectId } from "mongodb";
import { beforeAll, describe, expect, it } from "vitest";

import { type Company, aCompany, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { type GraphqlAnswer, useBus, useReplica } from "../../test/graphql-fixture.ts";
import { playJournal } from "../../test/play-journal.ts";
import { daysFrom } from "../../test/days-from.ts";
import {
  type Call,
  type Operation,
  argumentsOf,
  callOf,
  operationsOf,
  soundValue,
} from "../../test/operations.ts";
import type { Caller } from "../engine.ts";
import { serviceCaller } from "../shared/caller.ts";
import { createSchema } from "./schema.ts";

const store = await useTestStore();
const bus = useBus();
const journal = await playJournal(bus);
const { as, engine } = await useReplica(store, bus);
const OPERATIONS = operationsOf(createSchema(BUILT_IN_KINDS));

/** Marks every text of the fenced company, so that the test finds it in any answer. */
const SECRET = "SECRET";
const fenced = aCompany();
const owner = fenced.user({ privileged: true, name: SECRET });
const auditor = fenced.user({ isAuditor: true, name: "Auditor" });

/** Ids of the fenced company's records, by the names that inputs have for them. */
let ids: Record<string, string> = {};

async function fill(company: Company, user: Caller): Promise<Record<string, string>> {
  const companyId = toObjectId(company.companyId);
  const { _id: workflowId } = await engine.workflows.create(user, { name: SECRET });
  const stage = { workflowId, name: SECRET, order: 1, approverIds: [user.userId] };
  const { _id: stageId } = await engine.stages.create(user, stage);
  const approver = await engine.approvers.create(user, { stageId, approverId: company.user().userId });
  const refId = newId();
  await store.db.collection("orders").insertOne({
    _id: toObjectId(refId),
    companyId,
    kind: "PurchaseOrder",
    ref: SECRET,
    totalAmount: 1,
  });
  await store.db.collection("users").insertOne({ _id: toObjectId(user.userId), companyId, name: SECRET });
  const order = { refId, kind: "PurchaseOrder", ref: SECRET, submitterId: user.userId } as const;
  const column = { key: "secret", label: SECRET, type: "TEXT" } as const;
  const table = { key: "changed", label: SECRET, columns: [column], rows: [[SECRET]] };
  const document = { title: SECRET, tables: [table] };
  const { tasks } = await engine.submitDocument(serviceCaller(company, user.userId), {
    ...order,
    workflowId,
    document,
  });
  const leave = await submitNew(engine, user, stagesOf([user]), { ref: SECRET });
  const policy = await engine.policies.create(user, {
    kind: "LEAVE",
    levels: [{ role: "HR", order: 1, approveBy: "ANY" }],
  });
  const calendar = await engine.calendars.create(user, {
    name: SECRET,
    timeZone: "Europe/Berlin",
    week: [{ day: "MONDAY", from: "09:00", to: "17:00" }],
  });
  const group = await engine.groups.create(user, { name: SECRET, memberIds: [user.userId] });
  const limit = { kind: "PurchaseOrder", currency: "EUR", upTo: "100" } as const;
  const { _id: limitId } = await engine.limits.create(user, { ...limit, userId: user.userId });
  const threshold = await engine.thresholds.create(user, { kind: "PurchaseOrder", workflowId });
  await engine.updateApprovalSettings(user, {
    onAmend: "ASK_AGAIN",
    onSubmitterIsApprover: "EXCLUDE",
    onEmptyStage: "UNASSIGNED",
  });
  await submitNew(engine, user, stagesOf([user]), { ref: SECRET });
  await failedSubmission(companyId, workflowId);
  await aMessage(companyId, refId, user);
  const substituteId = newId();
  await store.db.collection("users").insertOne({ _id: toObjectId(substituteId), companyId, name: SECRET });
  const substitute = { substituteId, ...daysFrom(0), reason: SECRET };
  const substitution = await engine.createSubstitution(user, substitute);
  const decided = await submitNew(engine, company.user(), stagesOf([user]), { ref: SECRET });
  await engine.decideApproval(user, { taskId: decided.tasks[0]?._id ?? "", status: "APPROVED" });
  await engine.updateNotificationPreferences(user, {
    preferences: [{ channel: "EMAIL", category: "QUESTION", when: "OFF" }],
  });
  const view = await engine.saveView(user, { page: "INBOX", name: SECRET, query: SECRET });
  const firstOf = async (collection: string) =>
    (await store.db.collection(collection).findOne({ companyId }))?._id.toHexString() ?? "";
  const approval = await store.db
    .collection("workflow_approvals")
    .findOne({ companyId, taskId: toObjectId(leave.tasks[0]?._id ?? "") });
  return {
    workflowId,
    stageId,
    refId,
    taskId: leave.tasks[0]?._id ?? "",
    orderTaskId: tasks[0]?._id ?? "",
    approvalId: approval?._id.toHexString() ?? "",
    runId: approval?.["runId"].toHexString() ?? "",
    approverRowId: approver._id,
    policyId: policy._id,
    thresholdId: threshold._id,
    calendarId: calendar._id,
    groupId: group._id,
    limitId,
    substitutionId: substitution._id,
    eventId: await firstOf("workflow_events"),
    notificationId: await firstOf("workflow_notifications"),
    auditLogId: await firstOf("audit_logs"),
    userId: user.userId,
    viewId: view._id,
    confirmationId: journal.ask(user),
  };
}

/** An order that needs an approval and could not be submitted. */
async function failedSubmission(companyId: ObjectId, workflowId: string): Promise<void> {
  const fields = { kind: "PurchaseOrder", ref: SECRET, workflowId: toObjectId(workflowId), reason: SECRET };
  await store.db
    .collection("failed_submissions")
    .insertOne({ companyId, refId: toObjectId(newId()), at: new Date(), ...fields });
}

/** A message about a document. */
async function aMessage(companyId: ObjectId, refId: string, { userId }: Caller): Promise<void> {
  const place = {
    companyId,
    refId: toObjectId(refId),
    runId: toObjectId(newId()),
    taskId: toObjectId(newId()),
  };
  const fields = { kind: "CHANGES", authorId: toObjectId(userId), text: SECRET, createdAt: new Date() };
  await store.db.collection("workflow_messages").insertOne({ ...place, ...fields });
}

/** Optional fields of which their input needs one. */
const NEEDED: ReadonlySet<string> = new Set(["businessDays"]);

/** Optional ids that a query needs, by its name. */
const NEEDED_IDS: ReadonlyMap<string, string> = new Map([
  ["previewRoute", "workflowId"],
  ["conversation", "refId"],
]);

/** Queries about the changes of rules: the first kind of all has a policy as its only rule. */
const RULE_QUERIES: ReadonlySet<string> = new Set(["replayRules", "ruleDiff", "ruleHistory"]);

/** Parts of a query, by its name, that are judged as they are given: a draft or a document names no record of a company. */
const JUDGED: ReadonlyMap<string, readonly string[]> = new Map([
  ["matchingRule", ["written"]],
  ["previewRoute", ["dynamicStages", "facts", "document"]],
  ["replayRules", ["draft", "group", "limit"]],
]);

/** Parts of inputs that are given whole, or not at all, by the query's name. */
const WHOLE_PARTS: ReadonlyMap<string, () => readonly object[]> = new Map([
  [
    "replayRules",
    () => [
      { kind: "PurchaseOrder", group: { _id: ids["groupId"], memberIds: [] } },
      { kind: "PurchaseOrder", limit: { _id: ids["limitId"], currency: "EUR" } },
    ],
  ],
]);
const isJudged = ({ name }: Operation, path: readonly string[]): boolean =>
  JUDGED.get(name)?.some((part) => path.includes(part)) ?? false;

/** The arguments without those parts. */
function withoutJudged({ name }: Operation, { input, ...others }: Call["variables"]): Call["variables"] {
  const parts = JUDGED.get(name);
  if (parts === undefined) return { input, ...others };
  const keptParts = Object.entries(input as object).filter(([part]) => !parts.includes(part));
  return { ...others, input: Object.fromEntries(keptParts) };
}

/** Of its arguments, which are all optional, it needs one. */
const NEEDS_ONE = "validateWorkflow";

/** Nobody stands in for themselves, so a substitute is neither the caller nor the owner. */
const SOMEBODY = newId();

/** The record that an id field of this name most likely means; `undefined`: it could be any. */
function meantBy(name: string): string | undefined {
  const users = ["approverId", "involvedUserId", "actorId", "approverIds", "principalId", "userIds"];
  if (name === "substituteId") return SOMEBODY;
  if (users.includes(name)) return ids["userId"];
  if (name === "returnToStageId") return ids["stageId"];
  if (name === "remove" || name === "order" || name === "ruleId") return ids["thresholdId"];
  return ids[name];
}

/**
 * Calls of an operation that name the fenced company's records: a query by nothing and by each id field alone, a
 * mutation with all of them; a field that could mean any record gets the candidate.
 */
function callsOf(operation: Operation, candidate: string): Call[] {
  const named = argumentsFor(operation);
  const make = (only?: string) => {
    const given = argumentsOf(named, (type, path, required) => {
      const name = path.at(-1) ?? "";
      if (String(type) === "ID") {
        const isNamed = only === undefined || only === name || NEEDED_IDS.get(operation.name) === name;
        return isNamed ? (meantBy(name) ?? candidate) : undefined;
      }
      if (name === "kind" && RULE_QUERIES.has(operation.name)) return "PurchaseOrder";
      const isManager = name === "manager" && only !== "groupId" && only !== "userIds";
      return operation.kind === "mutation" || required || NEEDED.has(name) || isManager
        ? soundValue(type, path)
        : undefined;
    });
    return withoutJudged(operation, given);
  };
  if (operation.kind === "mutation") return [callOf(operation, make())];
  const names = new Set<string>();
  argumentsOf(named, (type, path) => {
    if (String(type) === "ID" && !isJudged(operation, path)) names.add(path.at(-1) ?? "");
    return undefined;
  });
  const needsInput =
    operation.name === NEEDS_ONE || operation.field.args.some(({ type }) => isRequired(type));
  const bare = needsInput ? [] : [callOf(operation, {})];
  if (needsInput && names.size === 0) return [callOf(operation, make(""))];
  const inputs = WHOLE_PARTS.get(operation.name)?.() ?? [];
  return [
    ...bare,
    ...[...names].map((name) => callOf(operation, make(name))),
    ...inputs.map((input) => callOf(operation, { input })),
  ];
}

/** A query without the draft that it may judge in place of stored records: a draft names none of a company. */
function argumentsFor(operation: Operation): Operation {
  const args = operation.field.args.filter(({ name }) => operation.kind === "mutation" || name !== "stages");
  return { ...operation, field: { ...operation.field, args } };
}

/** The calls of {@link callsOf} with every candidate, where one makes a difference. */
function allCallsOf(operation: Operation): Call[] {
  let isAmbiguous = false;
  argumentsOf(operation, (type, path) => {
    if (String(type) === "ID" && meantBy(path.at(-1) ?? "") === undefined) isAmbiguous = true;
    return undefined;
  });
  const candidates = isAmbiguous ? Object.values(ids) : [newId()];
  const calls = candidates.flatMap((candidate) => callsOf(operation, candidate));
  // Most calls of a query name no candidate.
  return [...new Map(calls.map((call) => [JSON.stringify(call), call])).values()];
}

const isRequired = (type: unknown) => String(type).endsWith("!");

/** The same arguments, about records that nobody has. */
function elsewhere(variables: Call["variables"]): Call["variables"] {
  const text = JSON.stringify(variables).replaceAll(/[0-9a-f]{24}/gu, () => newId());
  return JSON.parse(text) as Call["variables"];
}

/** An answer without what differs from call to call anyway. */
function comparable(answer: unknown): string {
  return JSON.stringify(answer)
    .replaceAll(/[0-9a-f]{24}/gu, "<id>")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, "<time>")
    .replaceAll(/\b\d{13}\b/gu, "<ms>");
}

async function everythingOf({ companyId }: Company): Promise<string> {
  const collections = await store.db.listCollections().toArray();
  const found = await Promise.all(
    collections.map(({ name }) =>
      store.db
        .collection(name)
        .find({ companyId: toObjectId(companyId) }, { sort: { _id: 1 } })
        .toArray(),
    ),
  );
  return JSON.stringify(found);
}

/** A user of a new company with the owner's user id, which must open nothing. */
const stranger = (): Caller => ({ ...owner, name: "Stranger", companyId: aCompany().companyId });

/** A stranger's answer to a query without input while no records exist. */
const answersToNothing = new Map<string, string>();

interface Answered {
  call: Call;
  answer: GraphqlAnswer;
}

/** A stranger's answers to the calls of an operation, by its name: they are asked once. */
const foreignAnswers = new Map<string, Promise<Answered[]>>();

function answersToStrangers(operation: Operation): Promise<Answered[]> {
  const { name } = operation;
  const answers = foreignAnswers.get(name) ?? answersTo(stranger, allCallsOf(operation));
  foreignAnswers.set(name, answers);
  return answers;
}

const answersTo = (callerOf: () => Caller, calls: readonly Call[]): Promise<Answered[]> =>
  Array.fromAsync(calls, async (call) => ({
    call,
    answer: await as(callerOf()).ask(call.query, call.variables),
  }));

/** Everything of the fenced company, as it was after the operation before. */
let fencedRecords = "";

beforeAll(async () => {
  for (const operation of OPERATIONS.filter((candidate) => candidate.kind === "query")) {
    const { query } = callOf(operation, {});
    answersToNothing.set(query, comparable(await as(stranger()).ask(query)));
  }
  ids = await fill(fenced, owner);
  fencedRecords = await everythingOf(fenced);
});

/** Queries that refuse a missing record; the others answer nothing. */
const REFUSES_MISSING = new Set([
  "validateWorkflow",
  "workflowDiff",
  "ruleDiff",
  "ruleHistory",
  "dueAfter",
  "previewRoute",
  "replayRules",
]);

/** Queries about the caller's own lists. */
const OF_ONE_PERSON: ReadonlySet<string> = new Set([
  "decidedPage",
  "findMyNotifications",
  "findMySubmissions",
  "inboxPage",
  "myPendingApprovals",
  "mySubmissions",
  "mySubstitutions",
  "savedViews",
  "viewer",
]);

/** Queries about the deployment. */
const OF_NO_COMPANY = new Set(["documentKinds", "notificationChannels", "ownerWebhooks"]);

describe("another company's record is a missing one [CT-AUTH-10]", () => {
  it.each(OPERATIONS)("to $kind $name", async (operation) => {
    for (const { call, answer } of await answersToStrangers(operation)) {
      const toNothing =
        answersToNothing.get(call.query) ??
        comparable(await as(stranger()).ask(call.query, elsewhere(call.variables)));
      expect(comparable(answer)).toBe(toNothing);
      expect(JSON.stringify(answer)).not.toMatch(new RegExp(`${SECRET}|${fenced.companyId}`, "u"));
    }
    const before = fencedRecords;
    fencedRecords = await everythingOf(fenced);
    expect(fencedRecords).toBe(before);
  });

  it.each(OPERATIONS.filter(({ kind, name }) => kind === "query" && !OF_NO_COMPANY.has(name)))(
    "while its own people see it: $name",
    async (operation) => {
      const answered = await answersToStrangers(operation);
      const foreign = answered.map(({ answer }) => answer);
      const calls = answered.map(({ call }) => call);
      const ownAnswers = (await answersTo(() => owner, calls)).map(({ answer }) => answer);
      const sound = REFUSES_MISSING.has(operation.name) ? ownAnswers : [...ownAnswers, ...foreign];
      expect(sound.filter(({ errors }) => errors !== undefined)).toEqual([]);
      expect(ownAnswers.map(comparable)).not.toEqual(foreign.map(comparable));
    },
  );

  it.each(OPERATIONS.filter(({ kind }) => kind === "query"))(
    "and so does its auditor, who need not take part: $name [AUD-1]",
    async (operation) => {
      const calls = (await answersToStrangers(operation)).map(({ call }) => call);
      const ofOwner = await answersTo(() => owner, calls);
      const ofAuditor = await answersTo(() => auditor, calls);
      for (const [place, { call, answer }] of ofAuditor.entries()) {
        const { answer: theirs } = ofOwner[place]!;
        expect(answer.errors, call.query).toEqual(theirs.errors);
        if (OF_ONE_PERSON.has(operation.name)) continue;
        expect(JSON.stringify(answer).includes(SECRET), call.query).toBe(
          JSON.stringify(theirs).includes(SECRET),
        );
      }
    },
  );
});

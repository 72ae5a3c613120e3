import {
  agentLabel,
  builtInOwnerOf,
  decidableSeat,
  revisionOf,
  tallyOf,
  tallyOfGroups,
  unattendedText,
} from "@countersign/domain/approval";
import { listLimitOf, selectedFields, selects } from "@countersign/graphql";
import { languageOf, render } from "@countersign/texts";

import type { GraphQLResolveInfo } from "graphql";

import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import type { User } from "../shared/directory-read-model.ts";
import { statedByOf, toRunDocument } from "../runs/index.ts";
import { type ApprovalField, storedFieldsOf } from "./approval-fields.ts";
import type { RunReadModel } from "./run-read-model.ts";
import type {
  CallersParts,
  CallersSeat,
  SeenApproval,
  ShownApproval,
  TaskRecord,
  WorkflowTaskPage,
} from "./task-page.ts";
import type { DefinitionLoaders } from "../definitions/index.ts";
import type { GroupLoaders } from "../groups/index.ts";
import type { SnoozeLoaders } from "../snooze/index.ts";
import type { SubstitutionLoaders } from "../substitutions/index.ts";
import type { Caller } from "../shared/caller.ts";
import type { DirectoryLoaders } from "../shared/directory-loaders.ts";
import type { InboxLoaders } from "./inbox-loaders.ts";
import { bandLabel, dueLabel } from "./inbox-groups.ts";
import { LISTS } from "./sdl.ts";

/** The part of an operation's context that the resolvers use. */
interface InboxContext {
  caller: Caller;
  readModels: { runs: RunReadModel };
  loaders: InboxLoaders &
    DefinitionLoaders &
    GroupLoaders &
    SubstitutionLoaders &
    SnoozeLoaders &
    DirectoryLoaders;
}

/** Runs as they are read: lists, finders and history (specification, "Run and inbox"). */
export const inboxResolvers: Resolvers<InboxContext> = {
  Query: {
    workflowTaskPage: (_, { input }, { caller, loaders, readModels }) =>
      readModels.runs.taskPage(caller, input ?? {}, () => loaders.grants.load(caller.userId)),
    inboxPage: (_, { input }, { caller, loaders, readModels }) =>
      readModels.runs.inboxPage(caller, input ?? {}, partsOf({ caller, loaders })),
    inboxCounts: (_, __, { caller, loaders, readModels }) =>
      readModels.runs.inboxCounts(caller, partsOf({ caller, loaders })),
    unassignedTaskPage: (_, { input }, { caller, readModels }) =>
      readModels.runs.unassignedPage(caller, input ?? {}),
    findMySubmissions: (_, { input }, { caller, readModels }) =>
      readModels.runs.submissionPage(caller, input ?? {}),
    findOneWorkflowTask: (_, { input }, { caller, readModels }) => readModels.runs.findTask(caller, input),
    findOneWorkflowApproval: (_, { input }, { caller, readModels }) =>
      readModels.runs.findApproval(caller, input),
    findWorkflowApproval: (_, { input }, { caller, readModels }) =>
      readModels.runs.listApprovals(caller, input),
    workflowEvents: (_, { refId }, { caller, readModels }) => readModels.runs.listEvents(caller, refId),
    documentRevisions: (_, { refId }, { caller, readModels }) => readModels.runs.listRevisions(caller, refId),
    documentTable: (_, input, { caller, readModels }) => readModels.runs.documentTable(caller, input),
    runTasks: (_, { refId }, { caller, readModels }) => readModels.runs.listRunTasks(caller, refId),
    pendingApprovalCounts: (_, __, { caller, readModels }) => readModels.runs.pendingCounts(caller.companyId),
  },
  WorkflowTaskPageResult: { data: dataOf },
  WorkflowTaskSubmissionsPageResult: { data: dataOf },
  WorkflowTask: {
    document: ({ document, joined = [] }, _, { loaders }) =>
      joined[0] ?? (document ? loaders.document.load(document.id) : null),
    statedBy: (task) => statedByOf(task),
    submitter: ({ submitterId, submitter }, _, { loaders }) =>
      submitter === undefined ? loaders.user.load(submitterId) : submitter,
    stage: ({ stageId }, _, { loaders }) => (stageId === undefined ? null : loaders.stage.load(stageId)),
    workflow: ({ workflowId }, _, { loaders }) =>
      workflowId === undefined ? null : loaders.workflow.load(workflowId),
    approvals: (task, _, { loaders }) => approvalsOf(task, loaders),
    rejectBy: ({ rejectBy = "VETO" }) => rejectBy,
    bulk: ({ bulk = true }) => bulk,
    revision: (task) => revisionOf(task, task),
    order: ({ kind, refId }, _, { loaders }) =>
      builtInOwnerOf(kind) === "inventory" ? loaders.order.load(refId) : null,
    tally: async (task, _, { loaders }) => {
      const { archived, groups = [], ...rule } = task;
      const rows = await approvalsOf(task, loaders);
      const seats = rows
        .filter((row) => row.leftOut === undefined && row.archived === archived)
        .map((row) => Object.assign({}, row, { id: row._id }));
      const judgedStage = [{ ...rule, groups }, seats] as const;
      return {
        ...tallyOf(...judgedStage),
        groups: tallyOfGroups(...judgedStage).slice(0, listLimitOf(LISTS, "StageTally", "groups")),
      };
    },
    canUpdateStatus: async (task, _, context) => (await seatOf(task, context)) !== undefined,
    decidesFor: (task, _, context) => task.principal ?? principalsOf([task], context)[0],
    overdue: (task, _, { readModels }) => readModels.runs.isOverdue(task),
    unassigned: ({ unassigned = false }) => unassigned,
    waitingOnAnswer: ({ waitsOnAnswer }) => waitsOnAnswer !== undefined,
    unassignedReason: async (task, { locale }, { loaders }) => {
      if (task.unassigned !== true) return null;
      const seats = (await approvalsOf(task, loaders)).filter(({ archived }) => !archived);
      const leftOut = seats.filter((seat) => seat.leftOut !== undefined);
      const people = await Promise.all(leftOut.map(({ approverId }) => loaders.user.load(approverId)));
      const names = new Map(people.map((user) => [user?._id, user?.name]));
      return render(
        unattendedText(task, seats, (id) => names.get(id) || id),
        languageOf(locale),
      );
    },
  },
  InboxGroup: {
    label: async ({ by, key }, _, { loaders }) => {
      if (by === "SUBMITTER") return (await loaders.user.load(key))?.name || key;
      if (by === "DUE") return dueLabel(key);
      return by === "KIND" ? key : bandLabel(key);
    },
  },
  SubmittedBy: {
    user: ({ userId }, _, { loaders }) => loaders.user.load(userId),
    label: async ({ userId, client }, _, { loaders }) =>
      agentLabel((await loaders.user.load(userId))?.name || userId, client),
  },
  WorkflowEvent: {
    targetIds: ({ targetIds }) => targetIds.slice(0, listLimitOf(LISTS, "WorkflowEvent", "targetIds")),
  },
  WorkflowApproval: {
    groups: ({ groups = [] }) => groups,
    reason: ({ reason, addedByHand }) => reason ?? (addedByHand ? "ADDED_BY" : "RULE"),
    reasonUser: ({ reasonUserId }, _, { loaders }) =>
      reasonUserId === undefined ? null : loaders.user.load(reasonUserId),
    reasonGroup: ({ reasonGroupId }, _, { loaders }) =>
      reasonGroupId === undefined ? null : loaders.userGroup.load(reasonGroupId),
    required: ({ required = false }) => required,
    skipped: ({ skipped = false }) => skipped,
    byLimit: ({ byLimit = false }) => byLimit,
    approver: ({ approverId, person }, _, { loaders }) =>
      person === undefined ? loaders.user.load(approverId) : person,
    decider: ({ decidedBy }, _, { loaders }) =>
      decidedBy === undefined ? null : loaders.user.load(decidedBy),
  },
};

/** The caller as pages need to know them, read once for the whole operation. */
const partsOf = ({
  caller: { userId },
  loaders,
}: Pick<InboxContext, "caller" | "loaders">): CallersParts => ({
  grants: () => loaders.grants.load(userId),
  snoozes: () => loaders.snoozes.load(userId),
});

const approvalsOf = (task: TaskRecord, { approvalsOfTask }: InboxContext["loaders"]) =>
  task.verdicts ?? task.seats ?? approvalsOfTask.load(task);

/**
 * The seat that the caller could decide on each task, judged as a verdict is; read together for all of them.
 */
function seatsOf(tasks: readonly TaskRecord[], { caller, loaders }: InboxContext): Promise<CallersSeat>[] {
  const { userId } = caller;
  const preparedSeats = tasks.map(async (task) => {
    const approvals = await approvalsOf(task, loaders);
    const grants = await (task.grants ?? loaders.grants.load(userId));
    const judgedTask = [{ ...task, id: task._id }, approvals, userId, grants] as const;
    const askedIds = new Set(approvals.map(({ approverId }) => approverId));
    const heldGrants = grants.filter(({ principalId }) => askedIds.has(principalId));
    const principals = heldGrants.map(({ principalId }) => principalId);
    const between = heldGrants.flatMap(({ throughIds }) => throughIds);
    const userIds = decidableSeat(...judgedTask) === undefined ? [] : [userId, ...principals, ...between];
    return { judgedTask, userIds, dutyRun: task.dutyRun };
  });
  const all = Promise.all(preparedSeats).then((seats) =>
    seats.map(async ({ judgedTask, userIds, dutyRun }): Promise<CallersSeat> => {
      const [{ runId, document, agentPrincipalIds }] = judgedTask;
      const duties = await loaders.duties.load({ runId, userIds, dutyRun });
      const run = {
        ...duties.run,
        ...(agentPrincipalIds && { agentPrincipalIds }),
        ...(document && { document: toRunDocument(document) }),
      };
      return decidableSeat(...judgedTask, { ...duties, run });
    }),
  );
  return tasks.map(async (_, at) => (await all)[at]);
}

const seatOf = (task: TaskRecord, context: InboxContext) => task.callersSeat ?? seatsOf([task], context)[0]!;

/** The people for whom the caller would decide each task; read together, once all seats are loaded. */
function principalsOf(tasks: readonly TaskRecord[], context: InboxContext): Promise<User | null>[] {
  const { caller, loaders } = context;
  const all = Promise.all(tasks.map((task) => seatOf(task, context))).then((seats) =>
    seats.map(async (seat) => {
      const principal = seat?.authority.principal;
      return principal === undefined || principal === caller.userId ? null : loaders.user.load(principal);
    }),
  );
  return tasks.map(async (_, at) => (await all)[at]!);
}

/** Fields that depend on whom the caller may represent. */
const JUDGED = ["canUpdateStatus", "decidesFor"];
/** Fields that depend on the approvals of every task. */
const NEEDING_APPROVALS = [...JUDGED, "approvals", "tally"];

/**
 * The tasks of a page, with what the query asks about them: their documents from the same command, their approvals and the
 * approvers from one more each, and whom the caller may represent. The tasks of a long page are resolved in several turns,
 * each of which would read approvals and approvers of its own.
 */
async function dataOf(
  page: WorkflowTaskPage,
  _args: object,
  context: InboxContext,
  info: GraphQLResolveInfo,
): Promise<TaskRecord[]> {
  const tasks: TaskRecord[] = await (selects(info, "document") ? page.withDocuments() : page.data());
  const isJudged = JUDGED.some((field) => selects(info, field));
  if (tasks.length === 0 || !NEEDING_APPROVALS.some((field) => selects(info, field))) return tasks;
  const grants = isJudged ? page.grants() : undefined;
  // Nobody waits for them if the operation is given up.
  grants?.catch(() => undefined);
  const read = approvalsOfPage(tasks, storedFieldsOf(selectedFields(info, "approvals")), context);
  const lists = selects(info, "approvals", "approver") ? withApprovers(read, context) : read;
  for (const [at, task] of tasks.entries()) {
    const verdicts = lists[at]!;
    verdicts.catch(() => undefined);
    Object.assign(task, { verdicts, ...(grants && { grants }) });
  }
  // Callers without a grant decide on their own seats alone.
  const isAlone = (await grants?.catch(() => undefined))?.length === 0;
  const seats = isJudged && !(isAlone && !selects(info, "canUpdateStatus")) ? seatsOf(tasks, context) : [];
  for (const [at, seat] of seats.entries()) {
    seat.catch(() => undefined);
    tasks[at]!.callersSeat = seat;
  }
  const readPrincipals = () => (isAlone ? tasks.map(async () => null) : principalsOf(tasks, context));
  const principals = selects(info, "decidesFor") ? readPrincipals() : [];
  for (const [at, principal] of principals.entries()) {
    principal.catch(() => undefined);
    tasks[at]!.principal = principal;
  }
  return tasks;
}

/** The approvals of each task, as they stood in its run, else read in one command, with the fields that are shown and those that rules look at. */
function approvalsOfPage(
  tasks: readonly TaskRecord[],
  fields: readonly ApprovalField[],
  { caller, readModels }: Pick<InboxContext, "caller" | "readModels">,
): Promise<SeenApproval[]>[] {
  if (tasks.every(({ seats }) => seats)) return tasks.map(async ({ seats = [] }) => [...seats]);
  const all = readModels.runs.approvalsOfTasks(caller.companyId, tasks, fields);
  return tasks.map(async (_, at) => (await all)[at]!);
}

/** The same lists of approvals with their approvers, once all of them are read. */
function withApprovers(
  lists: readonly Promise<SeenApproval[]>[],
  { loaders: { user } }: Pick<InboxContext, "loaders">,
): Promise<ShownApproval[]>[] {
  // A page of 100 tasks may show 20,000 approvals of few people, so that looking at all of them at once takes long.
  const ids = new Set<string>();
  const collectedIds = lists.map(async (list) => {
    for (const { approverId } of await list) ids.add(approverId);
  });
  // Those who cannot be read are left out: their resolver tries again and says what failed.
  const read = async (id: string) => [id, await user.load(id).catch(() => undefined)] as const;
  const people = Promise.all(collectedIds).then(async () => new Map(await Promise.all([...ids].map(read))));
  return lists.map(async (list) => {
    const [rows, peopleById]: [ShownApproval[], Awaited<typeof people>] = await Promise.all([list, people]);
    for (const row of rows) {
      const person = peopleById.get(row.approverId);
      if (person !== undefined) row.person = person;
    }
    return rows;
  });
}

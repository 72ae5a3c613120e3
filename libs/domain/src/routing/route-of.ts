import { defined } from "../defined.ts";
import { builtInOwnerOf } from "../approval/owners.ts";
import type { Organisation, People } from "../approval/people.ts";
import { tallyOf } from "../approval/quorum.ts";
import { type Resolution, resolveSeats } from "../approval/resolve-seats.ts";
import type { ApprovalRules } from "../approval/rules.ts";
import { EMPTY_RUN } from "../approval/run.ts";
import { taskOf } from "../approval/steps.ts";
import type {
  Approval,
  DocumentContent,
  Id,
  Run,
  RunDocument,
  StageInput,
  Task,
  WorkflowTaskKind,
} from "../approval/types.ts";

/** A stage of a version. */
export type RoutedStage = StageInput;

/** The definition that a route follows: a version of a workflow, or the stages that a submission brings along. */
export interface RoutedVersion {
  stages: readonly RoutedStage[];
}

/** The facts about a document that its route depends on. */
export interface RoutedDocument {
  kind: WorkflowTaskKind;
  submitterId: Id;
  /** The user whom an HR document is about. Default: the submitter. */
  beneficiaryId?: Id | undefined;
  workflowId?: Id | undefined;
  document?: RunDocument | undefined;
  /** What its sources read; absent: no document is sent, or nothing reads it. */
  content?: DocumentContent | undefined;
  /** With whose tokens agents have submitted the document. */
  agentPrincipalIds?: readonly Id[] | undefined;
  /** Stages with verdicts that count for separation of duties. Default: nobody has decided yet. */
  decided?: Run | undefined;
}

/** A stage on a document's way, with those whom it asks. */
export interface RouteStage extends Resolution {
  stage: RoutedStage;
  /** The stage as a run has it, under an id of its own in this route. */
  task: Task;
}

/** A document's way through all stages, in their order. */
export interface Route {
  stages: readonly RouteStage[];
}

/**
 * The one place that turns a version and a document into stages and seats (contract-3, ROUTE-2). Pure: submissions follow
 * the route, and `validateWorkflow` judges it. A stage whose seats cannot complete it has a `fault`.
 *
 * Each stage is resolved as it would be if it were asked after those before it, as far as that can be known before
 * anybody has decided: a verdict is known to come where a stage cannot be completed without it.
 *
 * @param people - everybody whom version, sources and settings name, and the submitter's manager
 * @param organisation - for the sources of the version; absent: it has none
 */
export function routeOf(
  { stages }: RoutedVersion,
  document: RoutedDocument,
  people: People,
  settings: ApprovalRules,
  organisation?: Organisation,
): Route {
  const queued = stages
    .toSorted((left, right) => left.order - right.order)
    .map((stage, place) => queuedStage(stage, place, document));
  const { decided = EMPTY_RUN, agentPrincipalIds } = document;
  const tasks = [...decided.tasks, ...queued.map(({ task }) => task)];
  const run = defined<Run>({ tasks, approvals: [], document: document.document, agentPrincipalIds });
  const countsVerdicts = settings.onePersonOneStage || settings.exclusiveGroups.length > 0;
  const verdicts = [...decided.approvals];
  const route: RouteStage[] = [];
  for (const { stage, task, approvals } of queued) {
    const context = { rules: settings, people, organisation, content: document.content };
    const resolution = resolveSeats(task, approvals, { ...run, approvals: verdicts }, context);
    route.push({ stage, task, ...resolution });
    const { named, added, fault } = resolution;
    if (!countsVerdicts || fault !== undefined || added.length > 0 || resolution.isPending) continue;
    const asked = named.filter(({ leftOut }) => leftOut === undefined);
    verdicts.push(...asked.filter((seat) => isIndispensable(task, seat, asked)).map(approved));
  }
  return { stages: route };
}

/** The stage as a submission would queue it. */
function queuedStage(stage: RoutedStage, place: number, document: RoutedDocument) {
  const { kind, submitterId, beneficiaryId, workflowId } = document;
  const id = stage.key ?? stage.stageId ?? `stage ${place}`;
  let made = 0;
  const newId = () => (made++ === 0 ? id : `${id} ${made}`);
  const isHr = builtInOwnerOf(kind) === "hr";
  const people = { submitterId, beneficiaryId: isHr ? (beneficiaryId ?? submitterId) : undefined };
  const origin = { runId: "route", refId: "document", ref: undefined, parentId: undefined, kind, workflowId };
  const queued = taskOf({ ...origin, ...people }, stage, "PENDING", { newId });
  return { stage, ...queued };
}

/** Whether the stage cannot be completed without the seat's approval. */
function isIndispensable(task: Task, seat: Approval, asked: readonly Approval[]): boolean {
  const without = asked.map((one) => (one === seat ? { ...one, status: "NOT_NEEDED" as const } : one));
  return !tallyOf(task, without).isReachable;
}

const approved = (seat: Approval): Approval => ({ ...seat, status: "APPROVED" });

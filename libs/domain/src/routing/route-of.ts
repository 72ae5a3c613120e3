import { defined } from "../defined.ts";
import { builtInOwnerOf } from "../approval/owners.ts";
import type { PeopleContext } from "../approval/commands.ts";
import type { People } from "../approval/people.ts";
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
import { type ConditionalVersion, type Inclusion, inclusionsOf, isConditional } from "./inclusion.ts";

/** A stage of a version. */
export type RoutedStage = StageInput;

/** The definition that a route follows: a version of a workflow, or the stages that a submission brings along. */
export type RoutedVersion = ConditionalVersion;

/** The facts about a document that its route depends on. */
export interface RoutedDocument {
  kind: WorkflowTaskKind;
  submitterId: Id;
  /** The user whom an HR document is about. Default: the submitter. */
  beneficiaryId?: Id | undefined;
  workflowId?: Id | undefined;
  document?: RunDocument | undefined;
  /**
   * Read by sources and conditions; absent: no document is sent, or nothing reads it. Unless its owner describes the
   * document, every stage with a condition is on the way (ROUTE-4).
   */
  content?: DocumentContent | undefined;
  /** With whose tokens agents have submitted the document. */
  agentPrincipalIds?: readonly Id[] | undefined;
  /** Stages with verdicts that count for separation of duties. Default: nobody has decided yet. */
  decided?: Run | undefined;
}

/** A stage of a version: whether it is on a document's way, and those whom it asks there. */
export interface RouteStage extends Resolution, Inclusion {
  stage: RoutedStage;
  /** The stage as a run has it, under an id of its own in this route. */
  task: Task;
}

/** A document's way through the stages of a version, in their order; also those that are not on it. */
export interface Route {
  stages: readonly RouteStage[];
}

/**
 * The one place that turns a version and a document into stages and seats (contract-3, ROUTE-2). Pure: submissions,
 * amendments and previews follow the route, and `validateWorkflow` judges it. A stage whose seats cannot complete it has a
 * `fault`; one that a condition leaves out has no seats.
 *
 * Each stage is resolved as it would be if it were asked after those before it, as far as that can be known before
 * anybody has decided: a verdict is known to come where a stage cannot be completed without it.
 *
 * @param people - everybody whom version, sources and settings name, and the submitter's manager
 * @param more - the organisation, for the sources of the version; the language of its conditions, where it has any and the
 *   document is its owner's
 */
export function routeOf(
  { stages, facts }: RoutedVersion,
  document: RoutedDocument,
  people: People,
  settings: ApprovalRules,
  { organisation, conditions }: Pick<PeopleContext, "organisation" | "conditions"> = {},
): Route {
  const { decided = EMPTY_RUN, agentPrincipalIds, kind, submitterId, content } = document;
  const submitter = { id: submitterId, departmentId: people.get(submitterId)?.departmentId };
  const judge = inclusionsOf({ facts }, { kind, submitter, content }, conditions);
  const isKeyed = stages.some(isConditional);
  const queuedStages = stages
    .toSorted((left, right) => left.order - right.order)
    .map((stage, place) => Object.assign(queuedStage(stage, place, { ...document, isKeyed }), judge(stage)));
  const includedStages = queuedStages.filter((routeStage) => routeStage.included);
  const tasks = [...decided.tasks, ...includedStages.map(({ task }) => task)];
  const run = defined<Run>({ tasks, approvals: [], document: document.document, agentPrincipalIds });
  const countsVerdicts = settings.onePersonOneStage || settings.exclusiveGroups.length > 0;
  const verdicts = [...decided.approvals];
  const route: RouteStage[] = [];
  for (const { approvals, ...queuedOne } of queuedStages) {
    if (!queuedOne.included) {
      route.push({ ...queuedOne, namedSeats: [], addedSeats: [] });
      continue;
    }
    const { task } = queuedOne;
    const context = { rules: settings, people, organisation, content };
    const resolution = resolveSeats(task, approvals, { ...run, approvals: verdicts }, context);
    route.push({ ...queuedOne, ...resolution });
    const { namedSeats, addedSeats, fault } = resolution;
    if (!countsVerdicts || fault !== undefined || addedSeats.length > 0 || resolution.isPending) continue;
    const askedSeats = namedSeats.filter(({ leftOut }) => leftOut === undefined);
    verdicts.push(...askedSeats.filter((seat) => isIndispensable(task, seat, askedSeats)).map(approveSeat));
  }
  return { stages: route };
}

/** The stage as a submission would queue it. */
function queuedStage(stage: RoutedStage, place: number, document: RoutedDocument & { isKeyed: boolean }) {
  const { kind, submitterId, beneficiaryId, workflowId, isKeyed } = document;
  const id = stage.key ?? stage.stageId ?? `stage ${place}`;
  let madeCount = 0;
  const newId = () => (madeCount++ === 0 ? id : `${id} ${madeCount}`);
  const isHr = builtInOwnerOf(kind) === "hr";
  const people = { submitterId, beneficiaryId: isHr ? (beneficiaryId ?? submitterId) : undefined };
  const origin = { runId: "route", refId: "document", ref: undefined, parentId: undefined, kind, workflowId };
  const queuedTask = taskOf({ ...origin, ...people, isKeyed }, stage, "PENDING", { newId });
  return { stage, ...queuedTask };
}

/** Whether the stage cannot be completed without the seat's approval. */
function isIndispensable(task: Task, seat: Approval, askedSeats: readonly Approval[]): boolean {
  const without = askedSeats.map((askedSeat) =>
    askedSeat === seat ? { ...askedSeat, status: "NOT_NEEDED" as const } : askedSeat,
  );
  return !tallyOf(task, without).isReachable;
}

const approveSeat = (seat: Approval): Approval => ({ ...seat, status: "APPROVED" });

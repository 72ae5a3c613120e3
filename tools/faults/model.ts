/**
 * The state that a document, its run, messages and notifications must have after some commands: written from the
 * specification and the contract alone, without the platform's code, so that it can disagree with it.
 */

export interface Stage {
  name: string;
  approveBy: "ANY" | "ALL";
  approvers: readonly string[];
}

/** A task of the current run. An open task has the votes so far. */
interface Task {
  stage: number;
  status: "PENDING" | "AWAITING_APPROVAL" | "APPROVED" | "REJECTED" | "ARCHIEVED";
  votes: readonly string[];
}

export type Outcome = "completed" | "rejected" | "recalled";
/** `UNPOSTED`: an entry that was approved and cannot be posted. */
export type OwnerStatus = "PENDING" | "APPROVED" | "REJECTED" | "CANCELLED" | "UNPOSTED" | "DRAFT";

/** The company's setting for documents that change while their approval is in progress (DOC-3). */
export const AMEND_POLICIES = ["REFUSE", "ASK_AGAIN", "KEEP_VERDICTS"] as const;
export type AmendPolicy = (typeof AMEND_POLICIES)[number];

/** The durable commands to the engine, which it handles later, in this order. */
export type DurableCommand = { type: "submit"; stages: readonly Stage[] } | { type: "cancel" };

export type Command =
  | DurableCommand
  /** A verdict on the n-th task of a stage. */
  | { type: "decide"; verdict: "APPROVED" | "REJECTED"; user: string; stage: string; nth: number }
  /** A privileged user recalls the document. */
  | { type: "recall" }
  /** Cancels at the owner, which then sends a cancel to the engine. */
  | { type: "cancelAtOwner" }
  /** Replaces the document while its approval is in progress. */
  | { type: "amend"; title: string }
  /** Asks for an entry's posting, which was asked for before. Refused: it is decided. */
  | { type: "postAgain" }
  /** Submits an entry anew that was rejected. */
  | { type: "resubmit" }
  /** Submits a leave again that was recalled; one that is pending stays so. */
  | { type: "submitDraft" }
  /** Changes the draft of an entry behind its approval. Refused: it is posted. */
  | { type: "changeDraft" };

export interface DocumentState {
  submitter: string;
  onAmend: AmendPolicy;
  /** Each submission says what is approved. */
  described: boolean;
  /** The title in the current run's last amendment. */
  title?: string;
  /** The draft of an entry was changed behind its approval. */
  isChanged?: true;
  stages: readonly Stage[];
  tasks: readonly Task[];
  /** Tasks of earlier runs, which never change again. */
  earlier: readonly string[];
  /** `<EVENT> <targets>`, in their order. */
  events: readonly string[];
  outcomes: readonly Outcome[];
  /** Answers to durable submits, in their order. */
  answers: readonly ("accepted" | "refused")[];
  /** The owner's status; absent for documents without an owner in this world. */
  owner?: OwnerStatus;
  toEngine: readonly DurableCommand[];
  toOwner: readonly Outcome[];
}

/** A document that nobody has submitted. */
export function newDocument(
  submitter: string,
  { onAmend = "REFUSE", described = false }: Partial<Pick<DocumentState, "onAmend" | "described">> = {},
): DocumentState {
  const emptyState = { stages: [], tasks: [], earlier: [], events: [], outcomes: [], answers: [] };
  return { submitter, onAmend, described, ...emptyState, toEngine: [], toOwner: [] };
}

/** The state after a command, and whether it is refused. Durable commands are only queued. */
export function apply(state: DocumentState, command: Command): { state: DocumentState; refused: boolean } {
  switch (command.type) {
    case "submit":
    case "cancel":
      return { state: { ...state, toEngine: [...state.toEngine, command] }, refused: false };
    case "decide":
      return decide(state, command);
    case "recall":
      return recall(state);
    case "cancelAtOwner": {
      if (state.owner === "CANCELLED") return { state, refused: false };
      if (state.owner !== "PENDING" && state.owner !== "DRAFT") return { state, refused: true };
      const toEngine = [...state.toEngine, { type: "cancel" as const }];
      return { state: { ...state, owner: "CANCELLED", toEngine }, refused: false };
    }
    case "amend":
      return amend(state, command.title);
    case "postAgain":
      return { state, refused: state.owner !== "PENDING" };
    case "resubmit":
      if (state.owner !== "REJECTED") return { state, refused: true };
      return { state: { ...submit(state, state.stages), owner: "PENDING" }, refused: false };
    case "submitDraft":
      if (state.owner !== "DRAFT") return { state, refused: state.owner !== "PENDING" };
      return { state: { ...submit(state, state.stages), owner: "PENDING" }, refused: false };
    case "changeDraft":
      if (state.owner === "APPROVED") return { state, refused: true };
      return { state: { ...state, isChanged: true }, refused: false };
    default:
      return command satisfies never;
  }
}

/** Every state that the document may be in by now: any number of queued commands may have been handled. */
export function reachable(state: DocumentState): DocumentState[] {
  const [command, ...later] = state.toEngine;
  const [outcome, ...laterOutcomes] = state.toOwner;
  const next = [
    ...(command ? [obey({ ...state, toEngine: later }, command)] : []),
    ...(outcome ? [learn({ ...state, toOwner: laterOutcomes }, outcome)] : []),
  ];
  return distinct([state, ...next.flatMap(reachable)]);
}

/** The states in which nothing is queued any more. */
export function settledStates(states: readonly DocumentState[]): DocumentState[] {
  return distinct(
    states.flatMap(reachable).filter(({ toEngine, toOwner }) => toEngine.length + toOwner.length === 0),
  );
}

export function distinct(states: readonly DocumentState[]): DocumentState[] {
  return [...new Map(states.map((state) => [JSON.stringify(state), state])).values()];
}

/** A run as a submission starts it. */
export function submit(state: DocumentState, stages: readonly Stage[]): DocumentState {
  const tasks = stages.map((_, stage) => newTask(stage, stage === 0 ? "AWAITING_APPROVAL" : "PENDING"));
  const earlier = [...state.earlier, ...tasksOf(state)];
  const { title: _ofEarlierRun, ...otherFields } = state;
  const startedRun = { ...otherFields, stages, tasks, earlier };
  return emit(startedRun, "TASK_CREATED", approversOf(startedRun, 0));
}

/** `<stage> <status>` of all tasks, earlier runs' too. */
export function tasksOf({ stages, tasks }: Pick<DocumentState, "stages" | "tasks">): string[] {
  return tasks.map(({ stage, status }) => `${stages[stage]?.name} ${status}`);
}

const isOpen = ({ status }: Task) => status === "PENDING" || status === "AWAITING_APPROVAL";
const newTask = (stage: number, status: Task["status"]): Task => ({ stage, status, votes: [] });
const approversOf = ({ stages }: DocumentState, stage: number) => stages[stage]?.approvers ?? [];

function emit(state: DocumentState, event: string, targets: readonly string[]): DocumentState {
  const userIds = [...new Set(targets)].toSorted().join(",");
  return { ...state, events: [...state.events, `${event} ${userIds}`] };
}

function obey(state: DocumentState, command: DurableCommand): DocumentState {
  if (command.type === "cancel") return archive(state);
  if (state.tasks.some(isOpen)) return { ...state, answers: [...state.answers, "refused"] };
  const startedRun = submit(state, command.stages);
  return { ...startedRun, answers: [...startedRun.answers, "accepted"] };
}

function learn(state: DocumentState, outcome: Outcome): DocumentState {
  if (state.owner !== "PENDING") return state;
  const completedStatus = state.isChanged ? "UNPOSTED" : "APPROVED";
  const statuses: Record<Outcome, OwnerStatus> = {
    completed: completedStatus,
    rejected: "REJECTED",
    recalled: "DRAFT",
  };
  return { ...state, owner: statuses[outcome] };
}

/** Its open tasks are archived; the submitter and those who were asked are notified. */
function recall(state: DocumentState): { state: DocumentState; refused: boolean } {
  if (!state.tasks.some(isOpen)) return { state, refused: true };
  const askedTasks = state.tasks.filter(
    ({ status }) => status === "APPROVED" || status === "AWAITING_APPROVAL",
  );
  const notifiedUsers = [state.submitter, ...askedTasks.flatMap(({ stage }) => approversOf(state, stage))];
  return { state: end(archive(emit(state, "RECALLED", notifiedUsers)), "recalled"), refused: false };
}

function archive(state: DocumentState): DocumentState {
  const tasks = state.tasks.map((task) => (isOpen(task) ? { ...task, status: "ARCHIEVED" as const } : task));
  return { ...state, tasks };
}

function end(state: DocumentState, outcome: Outcome): DocumentState {
  const toOwner = state.owner === undefined ? state.toOwner : [...state.toOwner, outcome];
  return { ...state, outcomes: [...state.outcomes, outcome], toOwner };
}

function change(state: DocumentState, index: number, changes: Partial<Task>): DocumentState {
  const tasks = state.tasks.map((task, at) => (at === index ? { ...task, ...changes } : task));
  return { ...state, tasks };
}

function decide(
  state: DocumentState,
  { verdict, user, stage, nth }: Extract<Command, { type: "decide" }>,
): { state: DocumentState; refused: boolean } {
  const ofStage = state.tasks.flatMap((task, index) =>
    state.stages[task.stage]?.name === stage ? [{ task, index }] : [],
  );
  const { task, index } = ofStage[nth] ?? {};
  const mayAct =
    task?.status === "AWAITING_APPROVAL" &&
    approversOf(state, task.stage).includes(user) &&
    !task.votes.includes(user);
  if (!mayAct || index === undefined) return { state, refused: true };
  return {
    state: verdict === "APPROVED" ? approve(state, task, index, user) : reject(state, task, index),
    refused: false,
  };
}

function approve(state: DocumentState, task: Task, index: number, user: string): DocumentState {
  const votes = [...task.votes, user];
  const { approveBy, approvers = [] } = state.stages[task.stage] ?? {};
  const afterVote = emit(state, "APPROVED", [state.submitter]);
  if (approveBy === "ALL" && votes.length < approvers.length) return change(afterVote, index, { votes });
  const approvedStage = change(afterVote, index, { votes, status: "APPROVED" });
  const [next] = approvedStage.tasks
    .map((candidate, at) => ({ ...candidate, at }))
    .filter(({ status }) => status === "PENDING")
    .toSorted((left, right) => left.stage - right.stage);
  if (next === undefined) return end(emit(approvedStage, "COMPLETED", [state.submitter]), "completed");
  const nextStage = change(approvedStage, next.at, { status: "AWAITING_APPROVAL", votes: [] });
  return emit(nextStage, "STAGE_ADVANCED", approversOf(state, next.stage));
}

/**
 * The document changes while its approval is in progress: the same document again changes nothing, else the setting says
 * whether every stage that was asked is asked again, from the first.
 */
function amend(state: DocumentState, title: string): { state: DocumentState; refused: boolean } {
  if (!state.tasks.some(isOpen)) return { state, refused: true };
  if (state.title === title) return { state, refused: false };
  if (state.onAmend === "REFUSE") return { state, refused: true };
  const tasks = state.onAmend === "ASK_AGAIN" ? askedAgain(state.tasks) : state.tasks;
  const active = tasks.find(({ status }) => status === "AWAITING_APPROVAL");
  const voters = state.tasks.filter(({ status }) => status !== "REJECTED").flatMap(({ votes }) => votes);
  const notifiedUsers = [state.submitter, ...(active ? approversOf(state, active.stage) : []), ...voters];
  return { state: emit({ ...state, tasks, title }, "AMENDED", notifiedUsers), refused: false };
}

function askedAgain(tasks: readonly Task[]): Task[] {
  const askedTasks = tasks.filter(({ status }) => status === "APPROVED" || status === "AWAITING_APPROVAL");
  const first = Math.min(...askedTasks.map(({ stage }) => stage));
  return tasks.map((task) => {
    if (!askedTasks.includes(task)) return task;
    return newTask(task.stage, task.stage === first ? "AWAITING_APPROVAL" : "PENDING");
  });
}

/** Back to the stage before, which is asked again, and the rejecting stage after it. The first stage's is final. */
function reject(state: DocumentState, task: Task, index: number): DocumentState {
  const rejectedStage = change(state, index, { status: "REJECTED" });
  const before = state.tasks.findLastIndex(
    ({ stage, status }) => stage === task.stage - 1 && status === "APPROVED",
  );
  if (before < 0) return end(archive(emit(rejectedStage, "REJECTED", [state.submitter])), "rejected");
  const returnedStage = change(rejectedStage, before, { status: "AWAITING_APPROVAL", votes: [] });
  const requeuedStage = { ...returnedStage, tasks: [...returnedStage.tasks, newTask(task.stage, "PENDING")] };
  return emit(requeuedStage, "REJECTED", [state.submitter, ...approversOf(state, task.stage - 1)]);
}

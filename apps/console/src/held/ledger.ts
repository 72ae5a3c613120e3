import type { DecideManyInput, UpdateWorkflowApprovalStatusInput } from "../graphql/generated/documents.ts";

/** A task that a verdict is about, as the reader saw it. */
interface JudgedTask {
  taskId: string;
  /** The document's name. */
  title: string;
  revision: string;
}

/** A verdict that the reader has confirmed, on one task or on several together. */
export interface Verdict {
  tasks: readonly JudgedTask[];
  status: "APPROVED" | "REJECTED";
  remark?: string;
  returnToStageId?: string;
  /** A rejection ends the approval. */
  end?: boolean;
  /** Whether it was given on many documents at once, which is another command. */
  isMany: boolean;
}

/**
 * The state of a verdict, as far as it is known. `notSent` has not left the console; of `unknown` the answer was lost, and the engine may
 * have recorded it.
 */
export type EntryState = "held" | "sending" | "sent" | "notSent" | "unknown" | "refused";

/** A verdict in the ledger. */
export interface Entry extends Verdict {
  /** Its `idempotencyKey`: however often it is sent, it counts once. */
  key: string;
  /** When it was confirmed, in ms since 1970. */
  confirmedAt: number;
  /** The tab that holds or sends it. */
  tab: string;
  state: EntryState;
  /** Why the engine refused it, by task. */
  refusals?: Readonly<Record<string, string>>;
}

/** The result of an attempt to send a verdict. */
export type Answer =
  /** The engine has answered; the tasks that it refused, with the reason. */
  | { kind: "answered"; refusedTasks: ReadonlyMap<string, string> }
  /** The engine has refused all of it. */
  | { kind: "refused"; why: string }
  /** It was not sent, or the engine has said that it did not look at it. */
  | { kind: "notSent" }
  /** Nobody knows whether the engine has recorded it. */
  | { kind: "lost" };

/** Longer than a verdict is held and waits for its answer, in ms: after this, the tab that held it is gone. */
const LEASE_MS = 60_000;

/** The command's input: the same each time, so that the engine knows it again. */
export function inputOf({ tasks, status, remark, returnToStageId, end, key }: Entry) {
  const [{ taskId, revision }] = tasks as [JudgedTask];
  const about = { ...(remark !== undefined && { remark }), idempotencyKey: key };
  const oneVerdict: UpdateWorkflowApprovalStatusInput = {
    taskId,
    status,
    expectedRevision: revision,
    ...about,
    ...(returnToStageId !== undefined && { returnToStageId }),
    ...(end && { end }),
  };
  const manyVerdicts: DecideManyInput = {
    items: tasks.map((task) => ({ taskId: task.taskId, status, expectedRevision: task.revision })),
    ...about,
  };
  return { oneVerdict, manyVerdicts };
}

/** An entry after an attempt to send it. One whose answer was lost before stays unknown until the engine answers. */
export function answeredEntry(entry: Entry, before: EntryState, answer: Answer): Entry {
  if (answer.kind === "answered") {
    // The note of a verdict that is recorded stays with the engine alone.
    const { remark: _, ...recordedEntry } = entry;
    return { ...recordedEntry, state: "sent", refusals: Object.fromEntries(answer.refusedTasks) };
  }
  if (answer.kind === "refused") {
    const refusals = Object.fromEntries(entry.tasks.map(({ taskId }) => [taskId, answer.why]));
    return { ...entry, state: "refused", refusals };
  }
  const isKnown = answer.kind === "notSent" && before !== "unknown";
  return { ...entry, state: isKnown ? "notSent" : "unknown" };
}

/** Whether two verdicts are the same command. */
export function isSameVerdict(verdict: Verdict, otherVerdict: Verdict): boolean {
  const contentOf = ({ tasks, status, remark, returnToStageId, end, isMany }: Verdict) =>
    JSON.stringify([
      tasks.map(({ taskId, revision }) => [taskId, revision]),
      status,
      remark,
      returnToStageId,
      end,
      isMany,
    ]);
  return contentOf(verdict) === contentOf(otherVerdict);
}

/** Whether the reader may send it again. */
export const isUnsettled = ({ state }: Pick<Entry, "state">): boolean =>
  state === "notSent" || state === "unknown";

/** Whether another verdict on its tasks takes its place. */
export const isReplaced = ({ tasks, state }: Entry, { tasks: judgedTasks }: Verdict): boolean =>
  (state === "notSent" || state === "refused") &&
  tasks.every(({ taskId }) => judgedTasks.some((task) => task.taskId === taskId));

const isToday = (at: number, now: Date): boolean => new Date(at).toDateString() === now.toDateString();

/**
 * The entries with which a page begins, from those that are stored. What a page of the same tab held was sent when that
 * page closed, and its answer is not known; what another tab holds is that tab's own affair as long as it may be there.
 */
export function entriesAtStart(storedEntries: readonly Entry[], tab: string, now: Date): Entry[] {
  return storedEntries.flatMap((entry) => {
    if (entry.state === "sent" || entry.state === "refused")
      return isToday(entry.confirmedAt, now) ? [entry] : [];
    if (entry.state !== "held" && entry.state !== "sending") return [entry];
    const isGone = entry.tab === tab || now.getTime() - entry.confirmedAt > LEASE_MS;
    return isGone ? [{ ...entry, state: "unknown" as const }] : [];
  });
}

/** One line of the ledger: a verdict on one task. */
export interface LedgerRow {
  key: string;
  taskId: string;
  title: string;
  state: EntryState;
  why: string | undefined;
}

/** The lines of the ledger, the newest first. */
export function rowsOf(entries: readonly Entry[]): LedgerRow[] {
  return entries
    .toSorted((entry, otherEntry) => otherEntry.confirmedAt - entry.confirmedAt)
    .flatMap(({ key, tasks, state, refusals = {} }) =>
      tasks.map(({ taskId, title }) => {
        const why = refusals[taskId];
        return { key, taskId, title, why, state: why === undefined ? state : ("refused" as const) };
      }),
    );
}

/** How many verdicts are in which state; of those that are recorded, today's. */
export function countsOf(entries: readonly Entry[], now: Date): Readonly<Record<EntryState, number>> {
  const counts = { held: 0, sending: 0, sent: 0, notSent: 0, unknown: 0, refused: 0 };
  const todays = entries.filter(({ state, confirmedAt }) => state !== "sent" || isToday(confirmedAt, now));
  for (const { state } of rowsOf(todays)) counts[state] += 1;
  return counts;
}

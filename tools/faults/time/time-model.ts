/**
 * A document with two stages, of which the first has a ladder, and the effects of time on it: written from the contract alone (TIME-3,
 * TIME-4), without the platform's code, so that it can disagree with it. Times are hours since the history began.
 */

/** The ladder of the first stage; every hour counts. */
export interface ModelLadder {
  remind: readonly number[];
  escalateAfter?: number;
  levels: number;
  rejectAfter?: number;
}

interface Rung {
  kind: "REMINDED" | "ESCALATED" | "TIMED_OUT";
  at: number;
}

export interface TimedDocument {
  ladder: ModelLadder;
  /** The approver, and the managers above, the nearest first. */
  people: { submitter: string; approver: string; managers: readonly string[]; second: string };
  stage: 1 | 2 | "over";
  /** Of the first stage, since it was last asked. */
  rungs: readonly Rung[];
  /** The people who decide the first stage now. */
  asked: readonly string[];
  /** `<EVENT> <targets>`, in their order. */
  events: readonly string[];
}

/** The least distance, in hours, of what follows a rung that was late. */
const LEAST = 1;

export function newTimedDocument(
  ladder: ModelLadder,
  people: TimedDocument["people"],
  now: number,
): TimedDocument {
  return askFirstStage(
    { ladder, people, stage: 1, rungs: [], asked: [], events: [] },
    now,
    "TASK_CREATED",
    [],
  );
}

/** The first stage is asked: its ladder begins. */
function askFirstStage(
  state: TimedDocument,
  now: number,
  event: string,
  otherUsers: readonly string[],
): TimedDocument {
  const { ladder, people } = state;
  const { remind, escalateAfter, levels, rejectAfter } = ladder;
  const reminders = remind.map((after): Rung => ({ kind: "REMINDED", at: now + after }));
  const escalations =
    escalateAfter === undefined
      ? []
      : Array.from({ length: levels }, (_, level): Rung => ({
          kind: "ESCALATED",
          at: now + escalateAfter * (level + 1),
        }));
  const end: Rung[] = rejectAfter === undefined ? [] : [{ kind: "TIMED_OUT", at: now + rejectAfter }];
  const rungs = [...reminders, ...escalations, ...end];
  return emit({ ...state, stage: 1, rungs, asked: [people.approver] }, event, [
    ...otherUsers,
    people.approver,
  ]);
}

function emit(state: TimedDocument, event: string, targets: readonly string[]): TimedDocument {
  return { ...state, events: [...state.events, `${event} ${[...new Set(targets)].toSorted().join(",")}`] };
}

/** The state after each thing that is due at a moment, one after the other; the first is the state as it is. */
export function looks(state: TimedDocument, now: number): TimedDocument[] {
  const next = lookedAt(state, now);
  return next === undefined ? [state] : [state, ...looks(next, now)];
}

/** The state after the first thing that is due; nothing where none is. */
function lookedAt(state: TimedDocument, now: number): TimedDocument | undefined {
  if (state.stage !== 1) return undefined;
  const due = state.rungs.filter(({ at }) => at <= now);
  const firedRung = due.findLast(({ kind }) => kind === "REMINDED") ?? due[0];
  if (firedRung === undefined) return undefined;
  const place = state.rungs.indexOf(firedRung);
  const later = state.rungs.slice(place + 1);
  const isLate = later.some(({ at }) => at <= now);
  const rungs = isLate ? putOff(firedRung, later, now) : later;
  return happens({ ...state, rungs }, firedRung.kind);
}

/** Those after a rung that was late keep their distances from it, an hour at least. */
function putOff(firedRung: Rung, later: readonly Rung[], now: number): Rung[] {
  let [plannedAt, before] = [firedRung.at, now];
  return later.map((rung) => {
    const distance = Math.max(rung.at - plannedAt, LEAST);
    plannedAt = rung.at;
    before = Math.max(rung.at, before + distance);
    return { ...rung, at: before };
  });
}

function happens(state: TimedDocument, kind: Rung["kind"]): TimedDocument {
  const { people } = state;
  switch (kind) {
    case "REMINDED":
      return emit(state, "REMINDED", state.asked);
    case "ESCALATED": {
      const next = people.managers.find((manager) => !state.asked.includes(manager));
      if (next === undefined) return emit(state, "ESCALATION_FAILED", [people.submitter]);
      return emit({ ...state, asked: [...state.asked, next] }, "ESCALATED", [next, ...state.asked]);
    }
    case "TIMED_OUT":
      return emit({ ...state, stage: "over", rungs: [] }, "TIMED_OUT", [people.submitter, ...state.asked]);
    default:
      return kind satisfies never;
  }
}

/** A verdict of somebody on the stage that waits; nothing where it is refused. */
export function decideAsUser(
  state: TimedDocument,
  { user, verdict, now }: { user: string; verdict: "APPROVED" | "REJECTED"; now: number },
): TimedDocument | undefined {
  const { submitter, second } = state.people;
  if (state.stage === 1 && state.asked.includes(user)) {
    if (verdict === "REJECTED") return emit({ ...state, stage: "over", rungs: [] }, "REJECTED", [submitter]);
    const approvedState = emit({ ...state, stage: 2, rungs: [], asked: [] }, "APPROVED", [submitter]);
    return emit(approvedState, "STAGE_ADVANCED", [second]);
  }
  if (state.stage !== 2 || user !== second) return undefined;
  if (verdict === "REJECTED") return askFirstStage(state, now, "REJECTED", [submitter]);
  return emit(emit({ ...state, stage: "over" }, "APPROVED", [submitter]), "COMPLETED", [submitter]);
}

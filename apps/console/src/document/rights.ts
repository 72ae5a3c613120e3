import type { RecallPolicy } from "../graphql/generated/documents.ts";

interface Reader {
  userId: string;
  privileged: boolean;
}

interface Seat {
  approverId: string;
  decidedBy?: string | null;
  status: string;
  skipped?: boolean;
  leftOut?: string | null;
}

interface Stage {
  status: string;
  archived: boolean;
  submitterId: string;
  revision: string;
  approvals: readonly Seat[];
}

const VERDICTS = new Set(["APPROVED", "REJECTED"]);
const isActive = ({ status, archived }: Stage) => status === "AWAITING_APPROVAL" && !archived;
const isLive = (stage: Stage) => isActive(stage) || (stage.status === "PENDING" && !stage.archived);
const hasVerdict = ({ status }: Seat) => VERDICTS.has(status);

/** How often the stage was entered, out of its revision. */
const activationOf = ({ revision }: Stage) => Number(revision.split(".").at(-1));

/** Whether the engine would let the reader recall the document (contract-2, CTRL-3): what is offered, never what holds. */
export function mayRecall(reader: Reader, stages: readonly Stage[], recall: RecallPolicy): boolean {
  const current = stages.find(isActive);
  if (current === undefined) return false;
  if (reader.privileged) return true;
  if (current.submitterId !== reader.userId || recall === "NEVER") return false;
  const wasJudged = stages.some((stage) => activationOf(stage) > 1 || stage.approvals.some(hasVerdict));
  return recall === "ALWAYS" || !wasJudged;
}

/** Whether the reader, who may decide, may ask the submitter for changes (contract-4, TALK-2). */
export const mayAsk = (
  { userId }: Reader,
  { submitterId, waitingOnAnswer }: Pick<Stage, "submitterId"> & { waitingOnAnswer: boolean },
  maxChanges: number,
): boolean => submitterId !== userId && !waitingOnAnswer && maxChanges > 0;

/** Whether the seat may be given to somebody else by the reader (PPL-7). */
export function mayReassign({ userId, privileged }: Reader, stage: Stage, seat: Seat): boolean {
  const isWaiting = !hasVerdict(seat) && seat.leftOut == null && seat.status !== "NOT_NEEDED";
  return isLive(stage) && isWaiting && (privileged || seat.approverId === userId);
}

/** Whether the reader may ask one more person on the stage (PPL-7). */
export function mayAdd({ userId, privileged }: Reader, stage: Stage): boolean {
  const takesPart = stage.approvals.some((seat) => seat.approverId === userId && seat.leftOut == null);
  return privileged ? isLive(stage) : isActive(stage) && takesPart;
}

/** Whether the verdict on the seat is the reader's to take back (PPL-7). */
export function mayWithdraw({ userId }: Reader, stage: Stage, seat: Seat): boolean {
  return (
    isActive(stage) && hasVerdict(seat) && !seat.skipped && (seat.decidedBy ?? seat.approverId) === userId
  );
}

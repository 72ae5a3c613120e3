interface Stage {
  status: string;
  archived: boolean;
  orderNo: number;
  /** Absent where nobody was asked. */
  askedAt?: string | null | undefined;
}

/** States in which a run has ended without being approved, the most telling first. */
const ENDED = ["REJECTED", "ARCHIEVED"];

/** The state of a run, from those of its stages: a rejection that sent it back counts no longer once it is approved. */
export function statusOf(all: readonly Stage[]): string {
  const stages = all.some(({ askedAt }) => askedAt != null) ? all.filter((stage) => !isLeftOut(stage)) : all;
  if (stages.some(({ status }) => status === "AWAITING_APPROVAL")) return "AWAITING_APPROVAL";
  const last = Math.max(...stages.map(({ orderNo }) => orderNo));
  const isApproved = stages.some(
    ({ status, archived, orderNo }) => status === "APPROVED" && !archived && orderNo === last,
  );
  if (isApproved) return "APPROVED";
  const statuses = stages.map(({ status }) => status);
  return ENDED.find((endStatus) => statuses.includes(endStatus)) ?? statuses.at(-1) ?? "PENDING";
}

/** Whether a change of the document left the stage out before anybody was asked. */
const isLeftOut = ({ status, askedAt }: Stage): boolean => status === "ARCHIEVED" && askedAt == null;

/** States that say how a whole run stands, the most telling first. */
const TELLING = ["AWAITING_APPROVAL", "REJECTED", "ARCHIEVED"];

/** The state of a run, from those of its stages. */
export function statusOf(stages: readonly { status: string }[]): string {
  const statuses = stages.map(({ status }) => status);
  return TELLING.find((telling) => statuses.includes(telling)) ?? statuses.at(-1) ?? "PENDING";
}

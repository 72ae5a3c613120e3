import type { Calendars, Id, Ladder, WorkflowTaskKind } from "@countersign/domain/approval";

import type { ApprovalSettings } from "../approval-settings/index.ts";
import { calendarsAmong } from "../calendars/index.ts";
import type { TransactionScope } from "../shared/transact.ts";

/** The calendars by which the stages of a run may be reckoned; nothing is read for stages without a ladder. */
export async function findCalendars(
  scope: TransactionScope,
  companyId: Id,
  {
    kind,
    stages,
    settings: { calendarId, kindCalendars },
  }: {
    kind: WorkflowTaskKind | undefined;
    stages: readonly { ladder?: Ladder }[];
    settings: Pick<ApprovalSettings, "calendarId" | "kindCalendars">;
  },
): Promise<Calendars | undefined> {
  const ladders = stages.flatMap(({ ladder = [] }) => ladder);
  if (ladders.length === 0) return undefined;
  const ofKind = kindCalendars.find((one) => one.kind === kind)?.calendarId;
  const chosenIds = [ofKind, calendarId].filter((id) => id !== null && id !== undefined);
  const own = ladders.flatMap((ladder) => ladder.calendarId ?? []);
  return { byId: await calendarsAmong(scope, companyId, [...own, ...chosenIds]), chosenIds };
}

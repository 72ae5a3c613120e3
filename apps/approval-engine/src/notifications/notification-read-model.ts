import { listLimitOf } from "@countersign/graphql";
import { type Db, ObjectId } from "mongodb";

import { concerns, runsIn, viewerOf } from "../runs/index.ts";
import type { SubstitutionReadModel } from "../substitutions/index.ts";
import { findByIds } from "../shared/find-by-ids.ts";
import type { WorkflowEventRecord, WorkflowNotificationRecord } from "../shared/records.ts";
import type { WorkflowEvent, WorkflowNotification } from "../shared/record-of.ts";
import { type Caller, seesEverything } from "../shared/caller.ts";
import { NEWEST_FIRST } from "../shared/record-reader.ts";
import { createListReader } from "../shared/list-page.ts";
import { LISTS } from "./sdl.ts";

/** The parts of a notification by which it counts. */
export type CountedNotification = Pick<WorkflowNotificationRecord, "event" | "part">;

/** How far unread notifications are counted (contract-3, READ-2). */
const UNREAD_MAX = 5_000;

export interface NotificationReadModel {
  /** The caller's newest notifications; `read` left out or null: both kinds. */
  listMine(caller: Caller, read?: boolean | null): Promise<WorkflowNotification[]>;
  /**
   * How many notifications the caller has not read, of the {@link UNREAD_MAX} newest.
   *
   * @param isShown - which of them count. Default: all
   */
  countUnread(caller: Caller, isShown?: (notification: CountedNotification) => boolean): Promise<number>;
  /** The company's events with these ids, in their order. */
  eventsByIds(companyId: string, ids: readonly string[]): Promise<(WorkflowEvent | null)[]>;
  /**
   * The titles of documents, by their runs and in their order; null for one without a title, or in whose run the caller
   * takes no part (contract-3, CON-19).
   */
  titlesOf(caller: Caller, runIds: readonly string[]): Promise<(string | null)[]>;
}

const ofRecipient = ({ companyId, userId }: Caller) => ({
  userId: new ObjectId(userId),
  companyId: new ObjectId(companyId),
});

/** @param grantsOf - whom a caller may represent now */
export function createNotificationReadModel(
  db: Pick<Db, "collection">,
  grantsOf: SubstitutionReadModel["grantsOf"],
): NotificationReadModel {
  const rows = db.collection<WorkflowNotificationRecord>("workflow_notifications");
  const reader = createListReader(rows);
  return {
    eventsByIds: (companyId, ids) => findByIds<WorkflowEventRecord>(db, "workflow_events", companyId, ids),
    titlesOf: async (caller, runIds) => {
      const viewer = await viewerOf(caller, grantsOf);
      const namedRuns = await runsIn({ db })
        .find(
          { _id: { $in: runIds.map((id) => new ObjectId(id)) }, companyId: new ObjectId(caller.companyId) },
          { projection: { "document.title": 1, peopleIds: 1, askedIds: 1, kind: 1 } },
        )
        .toArray();
      const shownRuns = seesEverything(caller) ? namedRuns : namedRuns.filter(concerns(viewer));
      const titles = new Map(shownRuns.map(({ _id, document }) => [_id.toHexString(), document?.title]));
      return runIds.map((id) => titles.get(id) ?? null);
    },
    countUnread: async (caller, isShown) => {
      const unread = { ...ofRecipient(caller), read: false };
      if (isShown === undefined) return rows.count(unread, { hint: "newest", limit: UNREAD_MAX });
      const newest = { sort: NEWEST_FIRST, hint: "newest", limit: UNREAD_MAX };
      const unreadRows = await rows
        .find(unread, newest)
        .project<CountedNotification>({ _id: 0, event: 1, part: 1 })
        .toArray();
      return unreadRows.filter(isShown).length;
    },
    listMine: (caller, read) => {
      const isEither = read === null || read === undefined;
      const exact = { ...ofRecipient(caller), read: isEither ? { $in: [false, true] } : read };
      const impliedTerms = { deletedAt: null };
      return reader.list(
        { index: "newest", exact, impliedTerms },
        listLimitOf(LISTS, "Query", "findMyNotifications"),
      );
    },
  };
}

import { listLimitOf } from "@countersign/graphql";
import { type Db, ObjectId } from "mongodb";

import { RUN_SEARCH, type RunSearchRecord, viewerOf } from "../runs/index.ts";
import type { SubstitutionReadModel } from "../substitutions/index.ts";
import { findByIds } from "../shared/find-by-ids.ts";
import type { WorkflowEventRecord, WorkflowNotificationRecord } from "../shared/records.ts";
import type { WorkflowEvent, WorkflowNotification } from "../shared/record-of.ts";
import { type Caller, seesEverything } from "../shared/caller.ts";
import { createListReader } from "../shared/list-page.ts";
import { LISTS } from "./sdl.ts";

export interface NotificationReadModel {
  /** The caller's newest notifications; `read` left out or null: both kinds. */
  listMine(caller: Caller, read?: boolean | null): Promise<WorkflowNotification[]>;
  /** The company's events with these ids, in their order. */
  eventsByIds(companyId: string, ids: readonly string[]): Promise<(WorkflowEvent | null)[]>;
  /**
   * The titles of documents, by their runs and in their order; null for one without a title, or in whose run the caller
   * takes no part (contract-3, CON-19).
   */
  titlesOf(caller: Caller, runIds: readonly string[]): Promise<(string | null)[]>;
}

/** @param grantsOf - whom a caller may represent now */
export function createNotificationReadModel(
  db: Pick<Db, "collection">,
  grantsOf: SubstitutionReadModel["grantsOf"],
): NotificationReadModel {
  const reader = createListReader(db.collection<WorkflowNotificationRecord>("workflow_notifications"));
  return {
    eventsByIds: (companyId, ids) => findByIds<WorkflowEventRecord>(db, "workflow_events", companyId, ids),
    titlesOf: async (caller, runIds) => {
      const theirs = seesEverything(caller)
        ? {}
        : { everyone: { $in: [...(await viewerOf(caller, grantsOf))] } };
      const found = await db
        .collection<RunSearchRecord>(RUN_SEARCH)
        .find(
          {
            _id: { $in: runIds.map((id) => new ObjectId(id)) },
            companyId: new ObjectId(caller.companyId),
            ...theirs,
          },
          { projection: { "document.title": 1 } },
        )
        .toArray();
      const titles = new Map(found.map(({ _id, document }) => [_id.toHexString(), document?.title]));
      return runIds.map((id) => titles.get(id) ?? null);
    },
    listMine: ({ companyId, userId }, read) => {
      const either = read === null || read === undefined;
      const exact = { userId: new ObjectId(userId), read: either ? { $in: [false, true] } : read };
      const implied = { companyId: new ObjectId(companyId), deletedAt: null };
      return reader.list(
        { index: "newest", exact, implied },
        listLimitOf(LISTS, "Query", "findMyNotifications"),
      );
    },
  };
}

import { listLimitOf } from "@countersign/graphql";
import { LIMITS } from "@countersign/contracts";
import { type Db, ObjectId } from "mongodb";
import { z } from "zod";

import {
  type DocumentChange,
  ROWS_MAX,
  type Revision,
  type TablePage,
  changesBetween,
  createRevisionReader,
} from "../documents/index.ts";
import { type Caller, seesEverything } from "../shared/caller.ts";
import { optional } from "../shared/inputs.ts";
import { objectId } from "../shared/page-inputs.ts";
import { parseInput } from "../shared/parse-input.ts";
import type { RunFence } from "./run-fence.ts";
import { LISTS } from "./sdl.ts";

/** A revision, and what it changed. */
export type ShownRevision = Revision & { changes: DocumentChange[] };

/** Documents under approval, for those who take part in the run, privileged users and auditors (contract-2, DOC-2). */
export interface RunDocuments {
  /** One answer for each id; null for a revision of a run in which the caller does not take part. */
  documentsByIds(caller: Caller, ids: readonly string[]): Promise<(Revision | null)[]>;
  /** The document's newest revisions, newest last, of the runs in which the caller takes part. */
  listRevisions(caller: Caller, refId: unknown): Promise<ShownRevision[]>;
  /** Rows of a table of the newest of those revisions (contract-3, DOC-6); null without such a table. */
  documentTable(caller: Caller, input: unknown): Promise<TablePage | null>;
}

export function createRunDocuments(
  db: Pick<Db, "collection">,
  { runsOf }: Pick<RunFence, "runsOf">,
): RunDocuments {
  const revisions = createRevisionReader(db);

  return {
    documentsByIds: async (caller, ids) => {
      const foundRevisions = await revisions.byIds(caller.companyId, ids);
      if (seesEverything(caller)) return foundRevisions;
      const runIds = foundRevisions.flatMap((revision) => (revision ? [new ObjectId(revision.runId)] : []));
      const ownRunIds = await runsOf(caller, { runId: { $in: runIds } });
      return foundRevisions.map((revision) => (revision && ownRunIds.has(revision.runId) ? revision : null));
    },
    documentTable: async (caller, input) => {
      const { refId, key, skip, take } = parseInput(tableInput, input);
      const runIds = seesEverything(caller) ? undefined : [...(await runsOf(caller, { refId }))];
      const [newest] = await revisions.newest(caller.companyId, refId.toHexString(), 1, runIds);
      const table = newest?.tables?.find((ofDocument) => ofDocument.key === key);
      if (newest === undefined || table === undefined) return null;
      const { columns, total } = table;
      const rows = await revisions.rows(caller.companyId, newest._id, key, { skip, take });
      return { columns, rows, total };
    },
    listRevisions: async (caller, refId) => {
      const ofDocument = parseInput(refIdInput, { refId });
      const runIds = seesEverything(caller) ? undefined : [...(await runsOf(caller, ofDocument))];
      const most = listLimitOf(LISTS, "Query", "documentRevisions");
      // One more, with which the oldest shown is compared.
      const foundRevisions = await revisions.newest(
        caller.companyId,
        ofDocument.refId.toHexString(),
        most + 1,
        runIds,
      );
      return foundRevisions
        .slice(0, most)
        .map((revision, index) => shownAfter(foundRevisions[index + 1], revision))
        .toReversed();
    },
  };
}

function shownAfter(before: Revision | undefined, revision: Revision): ShownRevision {
  return { ...revision, changes: before ? changesBetween(before, revision) : [] };
}

export const refIdInput = z.object({ refId: objectId });

const ROWS_BY_DEFAULT = 50;
const tableInput = z.object({
  refId: objectId,
  key: z.string().max(LIMITS.name),
  skip: optional(z.int("must be a whole number").min(0).max(LIMITS.tableRows)).transform((skip = 0) => skip),
  take: optional(z.int("must be a whole number").min(1).max(ROWS_MAX)).transform(
    (take = ROWS_BY_DEFAULT) => take,
  ),
});

import { hexId } from "@countersign/contracts";
import { DomainError } from "@countersign/domain/errors";
import { toObjectId } from "@countersign/mongo";
import { text } from "@countersign/texts";
import { z } from "zod";

import { RUN_SEARCH, type RunSearchRecord, sees, viewerOf } from "../runs/index.ts";
import type { Caller } from "../shared/caller.ts";
import { refuseLeaver } from "../shared/leavers.ts";
import { parseInput } from "../shared/parse-input.ts";
import type { Follow, Transact, TransactionScope } from "../shared/transact.ts";
import { grantsOf } from "../substitutions/index.ts";
import { COLLECTION, type SeenRecord } from "./records.ts";

const markSeenInput = z.strictObject({ refId: hexId, revision: z.int().min(1, "must be at least 1") });
export type MarkSeenInput = z.input<typeof markSeenInput>;

/** Documents that users have looked at (contract-3, CON-13 and CON-15). */
export function createSeenUseCases({ transact }: { transact: Transact }) {
  return {
    /**
     * `markSeen`. An older revision than the one that is kept changes nothing, and a newer one than the document has
     * counts as its newest.
     *
     * @throws DomainError `INVALID_INPUT`; `NOT_FOUND` for a document that the caller may not see
     */
    markSeen: async (caller: Caller, input: MarkSeenInput): Promise<void> => {
      const { refId, revision } = parseInput(markSeenInput, input);
      await transact(async (scope) => {
        await refuseLeaver(scope, caller);
        const newest = await newestRevision(scope, caller, refId);
        const seen = Math.min(revision, newest);
        if (seen === 0) return;
        const own = { ...ofCaller(caller), refId: toObjectId(refId) };
        const { session } = scope;
        const before = await seenIn(scope).findOne(own, { session });
        if (before !== null && before.revision >= seen) return;
        await seenIn(scope).updateOne(
          own,
          { $set: { revision: seen, changed: seen < newest } },
          { session, upsert: true },
        );
      });
    },
  };
}

export type SeenUseCases = ReturnType<typeof createSeenUseCases>;

const seenIn = ({ db }: Pick<TransactionScope, "db">) => db.collection<SeenRecord>(COLLECTION);

const ofCaller = ({ companyId, userId }: Caller) => ({
  companyId: toObjectId(companyId),
  userId: toObjectId(userId),
});

/** The newest revision among the runs that the caller may see; 0 if nobody described it. @throws DomainError `NOT_FOUND` where there is none */
async function newestRevision(scope: TransactionScope, caller: Caller, refId: string): Promise<number> {
  const { db, session, now } = scope;
  const viewer = await viewerOf(caller, () => grantsOf(scope, caller, now));
  const ofDocument = { refId: toObjectId(refId), companyId: toObjectId(caller.companyId) };
  const rows = await db
    .collection<RunSearchRecord>(RUN_SEARCH)
    .find(ofDocument, { session, projection: { viewerIds: 1, document: 1 } })
    .toArray();
  const shown = rows.filter(sees(viewer));
  if (shown.length === 0) throw new DomainError("NOT_FOUND", text("missing.document"), { field: "refId" });
  return Math.max(...shown.map(({ document }) => document?.revision ?? 0));
}

/** A new revision of a document: whoever has looked at an older one is shown that it changed. */
export const followRevisions: Follow = async ({ db, session }, { caller, before, decision }) => {
  const revision = decision.run.document?.revision ?? 1;
  const isNew = before.tasks.length === 0 || decision.events.some(({ event }) => event === "AMENDED");
  if (revision === 1 || !isNew) return;
  const [task] = decision.run.tasks;
  const ofDocument = { refId: toObjectId(task!.refId), companyId: toObjectId(caller.companyId) };
  await db
    .collection<SeenRecord>(COLLECTION)
    .updateMany({ ...ofDocument, revision: { $lt: revision } }, { $set: { changed: true } }, { session });
};

import { assertPerson } from "@countersign/auth";
import { hexId } from "@countersign/contracts";
import { DomainError } from "@countersign/domain/errors";
import { sessionOption, toObjectId } from "@countersign/mongo";
import { text } from "@countersign/texts";
import { z } from "zod";

import { runsIn, sees, viewerOf } from "../runs/index.ts";
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
     * @throws DomainError `INVALID_INPUT`; `NOT_FOUND` for a document that the caller may not see; `FORBIDDEN` for agents (contract-4,
     *   MEET-11)
     */
    markSeen: async (caller: Caller, input: MarkSeenInput): Promise<void> => {
      assertPerson(caller);
      const { refId, revision } = parseInput(markSeenInput, input);
      await transact(async (scope) => {
        await refuseLeaver(scope, caller);
        const newest = await newestRevision(scope, caller, refId);
        const seenRevision = Math.min(revision, newest);
        if (seenRevision === 0) return;
        const ofDocument = { ...ofCaller(caller), refId: toObjectId(refId) };
        const { session } = scope;
        const before = await seenIn(scope).findOne(ofDocument, { session });
        if (before !== null && before.revision >= seenRevision) return;
        await seenIn(scope).updateOne(
          ofDocument,
          { $set: { revision: seenRevision, changed: seenRevision < newest } },
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
  const { session, now } = scope;
  const viewer = await viewerOf(caller, () => grantsOf(scope, caller, now));
  const ofDocument = { refId: toObjectId(refId), companyId: toObjectId(caller.companyId) };
  const runs = await runsIn(scope)
    .find(ofDocument, { session, projection: { viewerIds: 1, "document.revision": 1 } })
    .toArray();
  const shownRuns = runs.filter(sees(viewer));
  if (shownRuns.length === 0)
    throw new DomainError("NOT_FOUND", text("missing.document"), { field: "refId" });
  return Math.max(...shownRuns.map(({ document }) => document?.revision ?? 0));
}

/** A new revision of a document: whoever has looked at an older one is shown that it changed. */
export const followRevisions: Follow<Pick<SeenRecord, "refId" | "companyId" | "revision">> = {
  derive: async (_scope, { caller, before, decision }) => {
    const revision = decision.run.document?.revision ?? 1;
    const isNew = before.tasks.length === 0 || decision.events.some(({ event }) => event === "AMENDED");
    if (revision === 1 || !isNew) return undefined;
    const [task] = decision.run.tasks;
    return { refId: toObjectId(task!.refId), companyId: toObjectId(caller.companyId), revision };
  },
  write: async (scope, { revision, ...ofDocument }) => {
    const earlierLooks = { ...ofDocument, revision: { $lt: revision } };
    await seenIn(scope).updateMany(earlierLooks, { $set: { changed: true } }, sessionOption(scope));
  },
};

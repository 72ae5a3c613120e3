import { assertPerson } from "@countersign/auth";
import { hexId } from "@countersign/contracts";
import { DomainError } from "@countersign/domain/errors";
import { toObjectId } from "@countersign/mongo";
import { text } from "@countersign/texts";
import { z } from "zod";

import type { Caller } from "../shared/caller.ts";
import { idInput, label, optional } from "../shared/inputs.ts";
import { refuseLeaver } from "../shared/leavers.ts";
import { parseInput } from "../shared/parse-input.ts";
import { type RecordOf, toRecord } from "../shared/record-of.ts";
import { recordFacts } from "../shared/record-facts.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import { COLLECTION, type SavedViewRecord, VIEWS_MAX, VIEW_PAGES } from "./records.ts";

export type SavedView = RecordOf<SavedViewRecord>;

const NAME_MAX = 60;
const QUERY_MAX = 1_000;

const saveViewInput = z.strictObject({
  id: optional(hexId),
  page: z.enum(VIEW_PAGES),
  name: label(NAME_MAX),
  query: z
    .string()
    .max(QUERY_MAX, `must have at most ${QUERY_MAX} characters`)
    .regex(/^[!-~]*$/u, "must be the query of an address in printable ASCII characters"),
});
export type SaveViewInput = z.input<typeof saveViewInput>;
type View = z.output<typeof saveViewInput>;

/** The views of lists that users keep for themselves (contract-3, CON-13). */
export function createSavedViewUseCases({ transact }: { transact: Transact }) {
  return {
    /**
     * `saveView`: a new view, or another content of one of the caller's.
     *
     * @throws DomainError `INVALID_INPUT`; `NOT_FOUND` where the view is not the caller's; `CONFLICT` for one too many;
     *   `FORBIDDEN` for agents (contract-4, MEET-11)
     */
    saveView: async (caller: Caller, input: SaveViewInput): Promise<SavedView> => {
      assertPerson(caller);
      const view = parseInput(saveViewInput, input);
      return transact(async (scope) => {
        await refuseLeaver(scope, caller);
        const storedViews = await ownViews(scope, caller);
        const before = view.id === undefined ? undefined : findView(storedViews, view.id);
        const after = before
          ? await replaceView(scope, before, view)
          : await addView(scope, caller, storedViews, view);
        await audit(scope, caller, { action: before ? "update" : "create", before, after });
        return after;
      });
    },
    /** `deleteView`. @throws DomainError `NOT_FOUND` where the view is not the caller's, `FORBIDDEN` for agents */
    deleteView: async (caller: Caller, id: string): Promise<void> => {
      assertPerson(caller);
      const viewId = parseInput(idInput("id"), id);
      await transact(async (scope) => {
        await refuseLeaver(scope, caller);
        const before = findView(await ownViews(scope, caller), viewId);
        await viewsIn(scope).deleteOne({ _id: toObjectId(viewId) }, { session: scope.session });
        await audit(scope, caller, { action: "delete", before });
      });
    },
  };
}

export type SavedViewUseCases = ReturnType<typeof createSavedViewUseCases>;

const viewsIn = ({ db }: Pick<TransactionScope, "db">) => db.collection<SavedViewRecord>(COLLECTION);

const ofCaller = ({ companyId, userId }: Caller) => ({
  companyId: toObjectId(companyId),
  userId: toObjectId(userId),
});

async function ownViews(scope: TransactionScope, caller: Caller): Promise<SavedView[]> {
  const viewRows = await viewsIn(scope).find(ofCaller(caller), { session: scope.session }).toArray();
  return viewRows.map((view) => toRecord(view));
}

function findView(storedViews: readonly SavedView[], id: string): SavedView {
  const view = storedViews.find(({ _id }) => _id === id.toLowerCase());
  if (view === undefined) throw new DomainError("NOT_FOUND", text("missing.view"), { field: "id" });
  return view;
}

async function addView(
  scope: TransactionScope,
  caller: Caller,
  storedViews: readonly SavedView[],
  { page, name, query }: View,
): Promise<SavedView> {
  const takenPlaces = new Set(storedViews.map(({ place }) => place));
  const place = Array.from({ length: VIEWS_MAX }, (_, at) => at).find((at) => !takenPlaces.has(at));
  if (place === undefined) {
    throw new DomainError("CONFLICT", text("view.tooMany", { maximum: VIEWS_MAX }));
  }
  const view = { _id: toObjectId(scope.newId()), ...ofCaller(caller), place, page, name, query };
  await scope.write({ insert: COLLECTION, documents: [view] });
  return toRecord(view);
}

async function replaceView(
  scope: TransactionScope,
  before: SavedView,
  { page, name, query }: View,
): Promise<SavedView> {
  const changes = { page, name, query };
  await scope.write({
    update: COLLECTION,
    updates: [{ q: { _id: toObjectId(before._id) }, u: { $set: changes } }],
  });
  return { ...before, ...changes };
}

async function audit(
  scope: TransactionScope,
  { companyId, userId: actorId }: Caller,
  { action, before, after }: { action: string; before?: SavedView | undefined; after?: SavedView },
): Promise<void> {
  const entityId = (after ?? before)!._id;
  const sides = { before: before ?? null, after: after ?? null };
  await recordFacts(scope, {
    audit: [{ companyId, actorId, action, entity: COLLECTION, entityId, at: scope.now, ...sides }],
  });
}

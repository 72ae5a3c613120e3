import type { Grant, Id, WorkflowTaskKind, WorkflowTaskStatus } from "@countersign/domain/approval";
import { toHex } from "@countersign/mongo";
import { type Collection, type Db, ObjectId } from "mongodb";

import { type Caller, seesEverything } from "../shared/caller.ts";
import { WORKFLOW_RUNS } from "../shared/pending.ts";
import type { DocumentState } from "./records.ts";
import { type AskedId, type RunRecord, type RunSearchFields, heldText } from "./run-record.ts";

/** The key that lists a task for its approvers and their substitutes, for one kind or for all. */
export const askedText = (userId: Id, kind?: WorkflowTaskKind): string =>
  kind === undefined ? userId : `${userId}/${kind}`;

/** The keys that list what waits for a user: for all kinds, and for its own. */
export const askedTexts = (userId: ObjectId, kind: WorkflowTaskKind): string[] => [
  askedText(toHex(userId)),
  askedText(toHex(userId), kind),
];

/** The keys under which a caller finds documents: their own and of those whom they represent, or the company's. */
export type Viewer = readonly (ObjectId | string)[];

/** The documents that a caller may find (contract-3, CON-14). */
export async function viewerOf(
  caller: Caller,
  grantsOf: (caller: Caller) => Promise<readonly Grant[]>,
): Promise<Viewer> {
  if (seesEverything(caller)) return [new ObjectId(caller.companyId)];
  return [new ObjectId(caller.userId), ...representedTexts(await grantsOf(caller))];
}

/** Whether the caller finds a run. */
export function sees(viewer: Viewer): (run: Pick<RunRecord, "viewerIds">) => boolean {
  const isAmong = among(viewer);
  return ({ viewerIds }) => isAmong(viewerIds);
}

/** Whether a run concerns the caller, also where the document has newer ones. */
export function concerns(viewer: Viewer): (run: Parameters<typeof everyoneOf>[0]) => boolean {
  const isAmong = among(viewer);
  return (run) => isAmong(everyoneOf(run));
}

function among(viewer: Viewer): (ids: Viewer) => boolean {
  const keys = new Set(viewer.map(keyOf));
  return (ids) => ids.some((id) => keys.has(keyOf(id)));
}

/** An id and the text of it are different keys. */
const keyOf = (key: ObjectId | string): string => (typeof key === "string" ? `=${key}` : key.toHexString());

/** The only tasks with approvers to decide. */
const ACTIVE: WorkflowTaskStatus = "AWAITING_APPROVAL";

/**
 * The texts by which tasks are found that wait for somebody whom a user may represent; where the search names the kinds,
 * one for all kinds is enough.
 */
export function representedTexts(
  grants: readonly Grant[],
  { status = ACTIVE, kinds = [] }: { status?: WorkflowTaskStatus; kinds?: readonly WorkflowTaskKind[] } = {},
): string[] {
  if (status !== ACTIVE) return [];
  const texts = grants.flatMap(({ principalId, kinds: coveredKinds }) => {
    if (coveredKinds.length === 0) return [askedText(principalId)];
    const wantedKinds =
      kinds.length === 0 ? coveredKinds : coveredKinds.filter((kind) => kinds.includes(kind));
    return wantedKinds.map((kind) => askedText(principalId, kind));
  });
  return [...new Set(texts)];
}

/** A run with whom it concerns. */
type RunWithPeople = Pick<RunRecord, "peopleIds" | "askedIds" | "kind">;

/**
 * Everybody whom a run concerns: all who take part in it, and under `askedText` those who represent somebody asked.
 */
const everyoneOf = ({ peopleIds, askedIds = [], kind }: RunWithPeople): (ObjectId | string)[] => [
  ...peopleIds,
  ...askedIds.flatMap(principalsOf).flatMap((id) => askedTexts(id, kind)),
];

/** The user whom a stage asks, also while it waits for its submitter's answer. */
function principalsOf(id: AskedId): ObjectId[] {
  if (typeof id !== "string") return [id];
  return id.startsWith(heldText("")) ? [new ObjectId(id.slice(heldText("").length))] : [];
}

/** Where a run is found. */
export type SearchPlace = Pick<RunSearchFields, "viewerIds" | "tab">;

/** The place of a document's only run, or of its newest one. */
export function newestPlace(
  run: RunWithPeople & Pick<RunRecord, "companyId" | "state" | "closed">,
): SearchPlace {
  if (run.peopleIds.length === 0) return { viewerIds: [] };
  return { viewerIds: [...everyoneOf(run), run.companyId], tab: tabOf(run) };
}

const isHeld = ({ askedIds = [] }: Pick<RunRecord, "askedIds">): boolean => typeof askedIds[0] === "string";

function tabOf(run: Pick<RunRecord, "askedIds" | "state" | "closed">): NonNullable<SearchPlace["tab"]> {
  if (isHeld(run)) return "ASKED";
  return run.closed ? "DONE" : TABS[run.state];
}

const TABS: Readonly<Record<DocumentState, NonNullable<RunSearchFields["tab"]>>> = {
  IN_PROGRESS: "IN_PROGRESS",
  REJECTED: "REJECTED",
  APPROVED: "DONE",
  RECALLED: "DONE",
  CANCELLED: "DONE",
  EXPIRED: "DONE",
};

/** The parts of a run from which its place and those of older runs follow. */
const PLACED = [
  "companyId",
  "number",
  "version",
  "state",
  "closed",
  "kind",
  "peopleIds",
  "askedIds",
  "viewerIds",
  "tab",
] as const satisfies (keyof RunRecord)[];
type PlacedRun = Pick<RunRecord, "_id" | (typeof PLACED)[number]>;

/**
 * Places the runs of a document, one of which has changed, so that everybody finds the newest that they may see. A run
 * that was written meanwhile is left as it is.
 */
export async function placeRuns(
  db: Pick<Db, "collection">,
  { companyId, refId }: Pick<RunRecord, "companyId" | "refId">,
): Promise<void> {
  const runs: Collection<RunRecord> = db.collection(WORKFLOW_RUNS);
  const ofDocument = await runs
    .find<PlacedRun>(
      { companyId, refId },
      { projection: Object.fromEntries(PLACED.map((field) => [field, 1])), sort: { number: -1 } },
    )
    .toArray();
  const places = placesOfRuns(ofDocument);
  const updates = ofDocument.flatMap((run, at) =>
    isAt(run, places[at]!) ? [] : [placing(run, places[at]!)],
  );
  if (updates.length > 0) await runs.bulkWrite(updates, { ordered: false });
}

/**
 * The places of a document's runs: everybody finds the newest run that they take part in.
 *
 * @param runs - of one document, newest first
 */
export function placesOfRuns(runs: readonly PlacedRun[]): SearchPlace[] {
  const placedViewers = new Set<string>();
  return runs.map((run) => {
    const viewerIds = everyoneOf(run);
    const place =
      placedViewers.size === 0
        ? newestPlace(run)
        : { viewerIds: viewerIds.filter((viewer) => !placedViewers.has(String(viewer))) };
    for (const viewer of viewerIds) placedViewers.add(String(viewer));
    return place;
  });
}

function placing({ _id, companyId, version }: PlacedRun, place: SearchPlace) {
  const update = place.tab === undefined ? { $set: place, $unset: { tab: true as const } } : { $set: place };
  return { updateOne: { filter: { _id, companyId, version }, update } };
}

const isAt = (run: SearchPlace, { viewerIds, tab }: SearchPlace): boolean =>
  run.tab === tab && String(run.viewerIds) === String(viewerIds);

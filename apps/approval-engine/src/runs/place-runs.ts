import { type OpenScope, sessionOption } from "@countersign/mongo";
import type { Collection, Db } from "mongodb";

import { WORKFLOW_RUNS } from "../shared/pending.ts";
import { type SearchPlace, everyoneOf, newestPlace } from "./search-fields.ts";
import type { RunRecord } from "./stored-run.ts";

/** A transaction, or the store outside of any. */
type PlaceScope = Pick<OpenScope, "session"> & { db: Pick<Db, "collection"> };

/** The parts of a run from which its place and those of older runs follow. */
const PLACED = [
  "companyId",
  "number",
  "version",
  "state",
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
  scope: PlaceScope,
  { companyId, refId }: Pick<RunRecord, "companyId" | "refId">,
): Promise<void> {
  const runs: Collection<RunRecord> = scope.db.collection(WORKFLOW_RUNS);
  const options = sessionOption(scope);
  const ofDocument = await runs
    .find<PlacedRun>(
      { companyId, refId },
      { ...options, projection: Object.fromEntries(PLACED.map((field) => [field, 1])), sort: { number: -1 } },
    )
    .toArray();
  const places = placesOfRuns(ofDocument);
  const updates = ofDocument.flatMap((run, at) =>
    isAt(run, places[at]!) ? [] : [placing(run, places[at]!)],
  );
  if (updates.length > 0) await runs.bulkWrite(updates, { ...options, ordered: false });
}

/**
 * The places of a document's runs: everybody finds the newest run that they take part in.
 *
 * @param runs - of one document, newest first
 */
export function placesOfRuns(runs: readonly PlacedRun[]): SearchPlace[] {
  const placedViewers = new Set<string>();
  return runs.map((run) => {
    const everyone = everyoneOf(run);
    const place =
      placedViewers.size === 0
        ? newestPlace(run)
        : { viewerIds: everyone.filter((viewer) => !placedViewers.has(String(viewer))) };
    for (const viewer of everyone) placedViewers.add(String(viewer));
    return place;
  });
}

function placing({ _id, companyId, version }: PlacedRun, place: SearchPlace) {
  const update = place.tab === undefined ? { $set: place, $unset: { tab: true as const } } : { $set: place };
  return { updateOne: { filter: { _id, companyId, version }, update } };
}

const isAt = (run: SearchPlace, { viewerIds, tab }: SearchPlace): boolean =>
  run.tab === tab && String(run.viewerIds) === String(viewerIds);

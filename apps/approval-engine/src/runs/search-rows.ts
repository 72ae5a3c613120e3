import { type OpenScope, sessionOption } from "@countersign/mongo";
import type { Collection, Db, ObjectId, UpdateFilter } from "mongodb";

import { RUN_SEARCH, type RunSearchRecord, type SearchPlace, placesOfRuns } from "./search-row.ts";

/** A transaction, or the store outside of any. */
export type SearchScope = Pick<OpenScope, "session"> & { db: Pick<Db, "collection"> };

export const searchRows = ({ db }: Pick<SearchScope, "db">): Collection<RunSearchRecord> =>
  db.collection<RunSearchRecord>(RUN_SEARCH);

/** Fields that a row may lack: of the run, and of its place. */
const OPTIONAL = [
  "ref",
  "document",
  "stageName",
  "endedAt",
  "nudgedAt",
] as const satisfies (keyof RunSearchRecord)[];
const OF_PLACE = ["tab"] as const satisfies (keyof SearchPlace)[];

/** The update to new values of all fields that follow from a run, and of its place if it is named. */
export function updateTo(changes: Partial<RunSearchRecord>): UpdateFilter<RunSearchRecord> {
  const named = [...OPTIONAL, ...("viewerIds" in changes ? OF_PLACE : [])];
  const absent = named.filter((field) => changes[field] === undefined);
  if (absent.length === 0) return { $set: changes };
  return { $set: changes, $unset: Object.fromEntries(absent.map((field) => [field, true])) };
}

/**
 * Places the runs of documents, of which some have changed, so that everybody finds the newest that they may see. A row
 * that was written meanwhile is left as it is.
 */
export async function placeRuns(scope: SearchScope, refIds: readonly ObjectId[]): Promise<void> {
  const rows = searchRows(scope);
  const options = sessionOption(scope);
  const found = await rows
    .find({ refId: { $in: [...refIds] } }, { ...options, projection: { words: 0 }, hint: "of_document" })
    .sort({ refId: 1, runNumber: -1 })
    .toArray();
  const ofDocuments = Map.groupBy(found, ({ companyId, refId }) => `${String(companyId)} ${String(refId)}`);
  const updates = [...ofDocuments.values()].flatMap((runs) => {
    const places = placesOfRuns(runs);
    return runs.flatMap((row, at) => (isAt(row, places[at]!) ? [] : [placing(row, places[at]!)]));
  });
  if (updates.length > 0) await rows.bulkWrite(updates, { ...options, ordered: false });
}

function placing({ _id, companyId, writtenAt }: RunSearchRecord, place: SearchPlace) {
  const { tab } = place;
  const update = tab === undefined ? { $set: place, $unset: { tab: true as const } } : { $set: place };
  return { updateOne: { filter: { _id, companyId, writtenAt }, update } };
}

const isAt = (row: Partial<SearchPlace>, { viewerIds, tab }: SearchPlace): boolean =>
  row.tab === tab && String(row.viewerIds) === String(viewerIds);

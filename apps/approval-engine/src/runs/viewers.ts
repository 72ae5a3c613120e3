import type { Grant } from "@countersign/domain/approval";
import { ObjectId } from "mongodb";

import { type Caller, seesEverything } from "../shared/caller.ts";
import { representedTexts } from "./represented-texts.ts";
import { everyoneOf } from "./search-fields.ts";
import type { RunRecord } from "./stored-run.ts";

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

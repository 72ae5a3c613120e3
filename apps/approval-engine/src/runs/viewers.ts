import type { Grant } from "@countersign/domain/approval";
import { ObjectId } from "mongodb";

import { type Caller, seesEverything } from "../shared/caller.ts";
import { representedTexts } from "./represented-texts.ts";
import type { RunSearchRecord } from "./search-row.ts";

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

/** Whether the caller finds a row. */
export function sees(viewer: Viewer): (row: Pick<RunSearchRecord, "viewerIds">) => boolean {
  const keys = new Set(viewer.map(keyOf));
  return ({ viewerIds }) => viewerIds.some((key) => keys.has(keyOf(key)));
}

/** An id and the text of it are different keys. */
const keyOf = (key: ObjectId | string): string => (typeof key === "string" ? `=${key}` : key.toHexString());

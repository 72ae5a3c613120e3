import type { KindRegistry } from "@countersign/contracts";
import type { Db } from "mongodb";

import { FEATURES, type ReadModels, together } from "./all-features.ts";
import type { ReadParts } from "./shared/feature.ts";

export type { ReadModels } from "./all-features.ts";

/**
 * All queries of the approval engine.
 *
 * @param clock when it is: whom a user may represent depends on it
 * @param settingsDefaults for settings that a company has not set
 * @param kindLabels labels of kinds where they are not their words
 * @param sendsMail whether notifications also go out by mail
 */
export function createReadModels(
  db: Pick<Db, "collection">,
  kinds: KindRegistry,
  clock: () => Date = () => new Date(),
  settingsDefaults: ReadParts["settingsDefaults"] = {},
  features = FEATURES,
  kindLabels: ReadParts["kindLabels"] = new Map(),
  sendsMail = false,
): ReadModels {
  const parts = { db, kinds, clock, settingsDefaults, kindLabels, sendsMail };
  return together(features.map(({ readModels }) => readModels?.(parts) ?? {})) as ReadModels;
}

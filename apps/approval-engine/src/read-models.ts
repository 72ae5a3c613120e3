import { FEATURES, type ReadModels, channelNames, together } from "./all-features.ts";
import type { ReadParts } from "./shared/feature.ts";

export type { ReadModels } from "./all-features.ts";

/** The parts of which all queries are made. */
export interface ReadOptions
  extends
    Pick<ReadParts, "db" | "kinds">,
    Partial<Pick<ReadParts, "clock" | "settingsDefaults" | "kindLabels">> {
  /** Names of the channels that the deployment has. Default: none. */
  channels?: readonly string[];
  /** Default: all. */
  features?: typeof FEATURES;
  /** Of features, by their names. */
  configs?: Readonly<Record<string, unknown>>;
}

/** All queries of the approval engine; the machine's clock, no defaults of settings and no labels unless they are given. */
export function createReadModels({
  features = FEATURES,
  configs = {},
  clock = () => new Date(),
  settingsDefaults = {},
  kindLabels = new Map(),
  channels = [],
  ...store
}: ReadOptions): ReadModels {
  const parts: ReadParts = {
    ...store,
    clock,
    settingsDefaults,
    kindLabels,
    channels: { all: channelNames(features), open: channels },
  };
  return together(
    features.map(({ name, readModels }) => readModels?.({ ...parts, config: configs[name] }) ?? {}),
  ) as ReadModels;
}

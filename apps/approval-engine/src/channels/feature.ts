import { readFileSync } from "node:fs";

import { defineFeature } from "../shared/feature.ts";
import { createChannelReadModel } from "./channel-read-model.ts";
import { channelResolvers } from "./channel-resolvers.ts";
import { channelWork, startChannels } from "./channel-work.ts";
import { createPreferenceUseCases } from "./preferences-use-cases.ts";
import { CHANNEL_INDEXES } from "./records.ts";

/** The channels over which notifications go out, and what users want to hear over each (contract-3, TIME-5). */
export const channelsFeature = defineFeature({
  name: "channels",
  uses: ["approval-settings", "calendars", "documents", "runs", "substitutions"],
  indexes: CHANNEL_INDEXES,
  useCases: createPreferenceUseCases,
  readModels: (parts) => ({ channels: createChannelReadModel(parts) }),
  sdl: readFileSync(new URL("channels.graphql", import.meta.url), "utf8"),
  resolvers: channelResolvers,
  start: startChannels,
  dueWork: channelWork,
});

import type { EngineParts } from "../shared/feature.ts";
import { createPreviewRoute } from "./preview-route.ts";
import { createReadRunRoute } from "./read-run-route.ts";
import { createReplayRules } from "./replay-rules.ts";

/** The ways that documents would take, and those that they have taken (contract-3, ROUTE-2). They write nothing. */
export function createRouteUseCases({
  kinds,
  transact,
  reckon,
}: Pick<EngineParts, "kinds" | "transact" | "reckon">) {
  return {
    previewRoute: createPreviewRoute({ kinds, transact }),
    runRoute: createReadRunRoute({ transact }),
    replayRules: createReplayRules({ reckon }),
  };
}

export type RouteUseCases = ReturnType<typeof createRouteUseCases>;

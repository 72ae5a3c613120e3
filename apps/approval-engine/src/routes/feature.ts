import { defineFeature } from "../shared/feature.ts";
import { routeResolvers } from "./route-resolvers.ts";
import { createRouteUseCases } from "./route-use-cases.ts";
import { SDL } from "./sdl.ts";

/** The ways that documents would take, and those that they have taken (contract-3, ROUTE-2). */
export const routesFeature = defineFeature({
  name: "routes",
  uses: [
    "approval-settings",
    "definitions",
    "documents",
    "groups",
    "hr",
    "limits",
    "rules",
    "runs",
    "thresholds",
  ],
  useCases: createRouteUseCases,
  sdl: SDL,
  resolvers: routeResolvers,
});

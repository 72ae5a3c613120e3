// The values that resolvers get for types of the SDL, under the types' names.
export type { RouteSeat } from "@countersign/domain/routing";
export type { ShownRoute as Route, ShownStage as RouteStage } from "./shown-route.ts";

import { type Text, render, text } from "@countersign/texts";

import type { People } from "../approval/people.ts";
import { stageNamed } from "../approval/stage-name.ts";
import type { DocumentContent } from "../approval/types.ts";
import { unattendedOnRoute } from "../approval/unattended.ts";
import { defined } from "../defined.ts";
import { type Inclusion, factFault } from "./inclusion.ts";
import type { Route, RouteStage, RoutedVersion } from "./route-of.ts";
import type { RouteWarning, RouteWarningCode } from "./route-warning.ts";

const warning = (code: RouteWarningCode, of: Text, stageKey?: string): RouteWarning =>
  defined<RouteWarning>({ stageKey, code, message: render(of) });

type JudgedStage = Pick<RouteStage, "reason"> &
  Pick<Inclusion, "error"> & { stage: { key?: string; name: string } };

/** The stages that are on the way only because their condition could not be evaluated (contract-3, ROUTE-4). */
export function conditionWarnings(stages: readonly JudgedStage[]): RouteWarning[] {
  return stages
    .filter(({ reason }) => reason === "ERROR")
    .map(({ stage: { key, name }, error = "" }) =>
      warning("CONDITION_ERROR", text("route.conditionError", { stage: stageNamed(name), error }), key),
    );
}

/** Everything that people should know of a route before a document takes it. */
export function routeWarnings(
  { stages }: Route,
  { facts = [] }: Pick<RoutedVersion, "facts">,
  { content, people }: { content?: DocumentContent | undefined; people: People },
): RouteWarning[] {
  const unattendedWarnings = stages
    .filter(({ fault }) => fault !== undefined)
    .map((stage) => warning("NOBODY_CAN_DECIDE", unattendedOnRoute(stage, people), stage.stage.key));
  const emptyWarnings = stages.some(({ included }) => included)
    ? []
    : [warning("NO_STAGE_APPLIES", text("route.noStage"))];
  return [
    ...factWarnings(facts, content),
    ...emptyWarnings,
    ...conditionWarnings(stages),
    ...unattendedWarnings,
  ];
}

function factWarnings(
  facts: NonNullable<RoutedVersion["facts"]>,
  content: DocumentContent | undefined,
): RouteWarning[] {
  if (!content?.byOwner) return [];
  const givenFacts = new Map(content.facts.map((fact) => [fact.key, fact]));
  return facts.flatMap((declaration) => {
    const fact = givenFacts.get(declaration.key);
    const fault = factFault(declaration, fact);
    return fault === undefined ? [] : [warning(fact === undefined ? "FACT_MISSING" : "FACT_TYPE", fault)];
  });
}

export {
  type Route,
  type RouteStage,
  type RoutedDocument,
  type RoutedStage,
  type RoutedVersion,
  routeOf,
} from "./route-of.ts";
export { type RouteSeat, seatsOfStage, seatsOnRoute } from "./route-seats.ts";
export type { RouteWarning } from "./route-warning.ts";
export { routeWarnings } from "./route-warnings.ts";
export { type RuleCondition, applyingRules, chosenRule, isForAll } from "./applying-rules.ts";
export { isShadowedBy, neverApplies } from "./rule-shadows.ts";
export { type JoinedDefinition, type RuledDefinition, joinDefinitions } from "./joined-definition.ts";
export {
  type Inclusion,
  type JudgedDocument,
  ROUTE_REASONS,
  type RouteReason,
  factFault,
} from "./inclusion.ts";
export type { RunRoute, RunRouteStage } from "./run-route.ts";
export {
  FINDING_CODES,
  type FindingCode,
  type WorkflowFinding,
  calendarFindings,
  type RuleReach,
  ruleFindings,
  shadowFindings,
  workflowFindings,
} from "./workflow-findings.ts";
export { type DefinitionFault, definitionFaults, groupsNamed } from "./definition-faults.ts";
export { groupsEscalatedTo, usersEscalatedTo } from "./ladder-findings.ts";
export { withMembers } from "./group-members.ts";
export { STAGE_KEY, stageKeys } from "./stage-keys.ts";
export { type VersionDifference, versionDifferences } from "./version-differences.ts";
export type {
  ConditionFactType,
  ConditionFactValue,
  ConditionInput,
  ConditionResult,
  Conditions,
  FactDeclaration,
} from "./conditions.ts";

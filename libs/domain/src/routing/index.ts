export {
  type Route,
  type RouteStage,
  type RoutedDocument,
  type RoutedStage,
  type RoutedVersion,
  routeOf,
} from "./route-of.ts";
export {
  FINDING_CODES,
  type FindingCode,
  type WorkflowFinding,
  workflowFindings,
} from "./workflow-findings.ts";

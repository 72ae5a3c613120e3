/**
 * `CONDITION_ERROR`: a stage is on the way because its condition lacks something. `NOBODY_CAN_DECIDE`: its seats cannot
 * complete it; with the setting `onEmptyStage: REFUSE` that refuses a submission, as the others do.
 */
export type RouteWarningCode =
  | "CONDITION_ERROR"
  | "FACT_MISSING"
  | "FACT_TYPE"
  | "NO_STAGE_APPLIES"
  | "NOBODY_CAN_DECIDE";

/** Something about a route that people should know; of the whole route without a stage. */
export interface RouteWarning {
  stageKey?: string;
  code: RouteWarningCode;
  /** In English. */
  message: string;
}

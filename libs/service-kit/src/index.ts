// The process: its environment, logs, metrics, start and stop.
export { ConfigError, type Environment, loadConfig } from "./config.ts";
export {
  baseEnvironment,
  type EdgeConfig,
  type ListenConfig,
  onOff,
  type ServiceConfig,
  serviceConfig,
  type ServiceEnvironment,
  serviceEnvironment,
} from "./environment.ts";
export { asLabel } from "./label.ts";
export { createLogger, type Logger, redact } from "./logger.ts";
export { createMetrics, type Metrics } from "./metrics.ts";
export { EXIT_CODES, runMain, type Running, type ServiceAddresses } from "./run-main.ts";
export { type RunningService, serve, type ServeOptions } from "./serve.ts";

// The edge: apps, answers and bounds over HTTP.
export { ERROR_TABLE, type ErrorMapping } from "./error-table.ts";
export { createHttpApp, type HttpAppOptions, SECURITY_HEADERS } from "./http-app.ts";
export { type ErrorBody, errorBody, problem } from "./http-errors.ts";
export {
  createInternalApp,
  type InternalApp,
  type InternalAppOptions,
  type ReadinessCheck,
} from "./internal-app.ts";
export { createJsonParser } from "./json-bodies.ts";
export { hasTooManyValues, MAX_JSON_VALUES } from "./json-values.ts";
export { createUserLanes, laneRequests, refuseExpired } from "./lane-requests.ts";
export { networkOf } from "./network-of.ts";
export {
  type ApiDescription,
  checkRequestsByZod,
  type DescribedAnswer,
  describeRoutes,
  jsonAnswer,
  problemAnswer,
  type ZodApp,
} from "./openapi.ts";
export { parseInput } from "./parse-input.ts";
export { createPlaces, type Share } from "./places.ts";
export { createRateCount, createRateLimit, type Rate, type RateCount } from "./rate-limit.ts";
export { createReadingWatch, type ReadingPace } from "./slow-readers.ts";
export { traceRequests } from "./trace-requests.ts";

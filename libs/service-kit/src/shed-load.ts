import { getHeapStatistics } from "node:v8";
import underPressure from "@fastify/under-pressure";
import type { FastifyInstance } from "fastify";
import { errorBody } from "./http-errors.ts";

/** Mean delay of the event loop within a second above which requests are refused, in milliseconds. */
const MAX_DELAY_MS = 2_000;
/** Share of the heap's limit above which they are. */
const MAX_HEAP = 0.92;
const RETRY_AFTER_SECONDS = 1;

/** Answers requests with 503 and `Retry-After` while the process is overloaded (`contract-3.md`, OPS-5). */
export function shedLoad(app: FastifyInstance): void {
  void app.register(underPressure, {
    maxEventLoopDelay: MAX_DELAY_MS,
    maxHeapUsedBytes: MAX_HEAP * getHeapStatistics().heap_size_limit,
    pressureHandler: (_request, reply) => {
      void reply
        .code(503)
        .header("retry-after", RETRY_AFTER_SECONDS)
        .send(errorBody(503, "OVERLOADED", ""));
    },
  });
}

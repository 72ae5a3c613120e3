import { getHeapStatistics } from "node:v8";
import underPressure from "@fastify/under-pressure";
import type { FastifyInstance } from "fastify";
import { errorBody } from "./http-errors.ts";

/** Mean delay of the event loop within a second above which requests are refused, in milliseconds. */
const MAX_DELAY_MS = 2_000;
/** Share of the heap's limit above which they are. */
const MAX_HEAP = 0.92;
const RETRY_AFTER_SECONDS = 1;
const SAMPLE_MS = 1_000;

/**
 * Answers requests with 503 and `Retry-After` while the process is overloaded (`contract-3.md`, OPS-5). The delay that
 * loading the program caused is not overload: it is in the first samples after the service listens.
 */
export function shedLoad(app: FastifyInstance): void {
  let judgesFrom = 0;
  app.addHook("onListen", async () => {
    judgesFrom = performance.now() + 2 * SAMPLE_MS;
  });
  void app.register(underPressure, {
    maxEventLoopDelay: MAX_DELAY_MS,
    maxHeapUsedBytes: MAX_HEAP * getHeapStatistics().heap_size_limit,
    sampleInterval: SAMPLE_MS,
    pressureHandler: (_request, reply) => {
      if (performance.now() < judgesFrom) return;
      void reply
        .code(503)
        .header("retry-after", RETRY_AFTER_SECONDS)
        .send(errorBody(503, "OVERLOADED", ""));
    },
  });
}

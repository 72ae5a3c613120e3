import { collectDefaultMetrics, Histogram, Registry } from "prom-client";

/** The metrics of one service. Further metrics register themselves in `registry`. */
export interface Metrics {
  registry: Registry;
  /** Duration of requests in seconds by method, route pattern and status. */
  httpRequestDuration: Histogram<"method" | "route" | "status">;
}

const LATENCY_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/**
 * Creates a registry of its own for a service, with the process's own figures (memory, CPU, event-loop delay), so that
 * several services can live in one process.
 */
export function createMetrics(options: { service: string }): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service: options.service });
  collectDefaultMetrics({ register: registry });
  const httpRequestDuration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Duration of HTTP requests",
    labelNames: ["method", "route", "status"],
    buckets: LATENCY_BUCKETS_SECONDS,
    registers: [registry],
  });
  return { registry, httpRequestDuration };
}

import { type ConfigWarning, VERSION_TEXT_FIELDS } from "@countersign/domain/settings";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { EndedRead } from "./group-read.ts";
import { ANSWERS, type Answer } from "./routes/answer-request.ts";

export interface GateMetrics {
  countAnswer: (answer: Answer) => void;
  countRead: (read: EndedRead) => void;
  countWarning: (warning: ConfigWarning) => void;
}

const GROUP_SIZE_BUCKETS = [1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000];

/** Creates the gate's own metrics. It has no histogram of request durations; the gateway has one. */
export function createGateMetrics(registry: Registry, countWaiting: () => number): GateMetrics {
  const registers = [registry];
  const answers = new Counter({
    name: "version_gate_answers_total",
    help: "Answers of /api/version and /api/version/check by kind",
    labelNames: ["answer"],
    registers,
  });
  const reads = new Counter({
    name: "version_gate_store_reads_total",
    help: "Reads of the settings record by outcome",
    labelNames: ["outcome"],
    registers,
  });
  const groupSize = new Histogram({
    name: "version_gate_group_size",
    help: "Requests that shared one read of the store",
    buckets: GROUP_SIZE_BUCKETS,
    registers,
  });
  const waitingGauge: Gauge = new Gauge({
    name: "version_gate_waiting_requests",
    help: "Requests that wait for a read of the store",
    registers,
    collect: () => waitingGauge.set(countWaiting()),
  });

  const warnings = new Counter({
    name: "version_gate_config_warnings_total",
    help: "Warnings about accepted writes of the settings, by field",
    labelNames: ["field"],
    registers,
  });

  const succeededReads = reads.labels({ outcome: "succeeded" });
  const failedReads = reads.labels({ outcome: "failed" });
  // Shown from the start: a rate needs a value before the first event.
  succeededReads.inc(0);
  failedReads.inc(0);
  for (const answer of ANSWERS) answers.inc({ answer }, 0);
  for (const field of VERSION_TEXT_FIELDS) warnings.inc({ field }, 0);
  return {
    countAnswer: (answer) => answers.inc({ answer }),
    countRead: ({ size, error }) => {
      (error === undefined ? succeededReads : failedReads).inc();
      groupSize.observe(size);
    },
    countWarning: ({ field }) => warnings.inc({ field }),
  };
}

import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createBusMetrics } from "@countersign/bus";
import { createRelayMetrics } from "@countersign/outbox";
import { createMetrics } from "@countersign/service-kit";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import {
  countFinishedRuns,
  createEngineMetrics,
  createWebhookMetrics,
  observeLateness,
} from "@countersign/approval-engine/metrics";
import { createCallMetrics } from "@countersign/mcp";
import { observeSessions } from "@countersign/mcp-journal/metrics";
import { createGateMetrics } from "@countersign/version-gate/metrics";
import { WORKSPACE_ROOT } from "../../workspace.ts";

const read = (path: string): string => readFileSync(join(WORKSPACE_ROOT, path), "utf8");

interface Alert {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
}
interface AlertTests {
  tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
}
interface Dashboard {
  uid: string;
  panels: { title: string; targets: { expr: string }[] }[];
}

const { groups } = parse(read("deploy/helm/files/alerts.yaml")) as { groups: { rules: Alert[] }[] };
const alerts = groups.flatMap(({ rules }) => rules);
const dashboards = globSync("deploy/grafana/dashboards/*.json", { cwd: WORKSPACE_ROOT }).map(
  (path) => JSON.parse(read(path)) as Dashboard,
);

/** Series of volumes, which every node's kubelet exports. */
const OF_KUBERNETES = ["kubelet_volume_stats_available_bytes", "kubelet_volume_stats_capacity_bytes"];

/** Names of the series that our services export, and of those that Prometheus and Kubernetes have anyway. */
function exportedSeries(): Set<string> {
  const outbox = { backlog: async () => ({ rows: 0, oldestAgeMs: 0 }) };
  const registries = ["version-gate", "mcp-journal", "approval-engine", "owner"].map((service) =>
    createMetrics({ service }),
  );
  const [gate, journal, engine, owner] = registries as [
    ReturnType<typeof createMetrics>,
    ReturnType<typeof createMetrics>,
    ReturnType<typeof createMetrics>,
    ReturnType<typeof createMetrics>,
  ];
  createGateMetrics(gate.registry, () => 0);
  observeSessions(journal, { count: () => 0 });
  createCallMetrics(journal);
  createEngineMetrics(engine, outbox, async () => 0);
  countFinishedRuns(engine);
  // Its rows are read when it is scraped, which is not here.
  observeLateness({ db: { collection: () => ({}) } as never, metrics: engine, clock: () => new Date() });
  createWebhookMetrics(engine, [], async () => []);
  createBusMetrics(owner);
  createRelayMetrics(owner, outbox);
  const metrics = registries.flatMap(({ registry }) => registry.getMetricsAsArray());
  const names = metrics.flatMap(({ name, type }) =>
    // prom-client's `type` is a string, unlike its declaration.
    String(type) === "histogram" ? ["_bucket", "_sum", "_count"].map((suffix) => name + suffix) : [name],
  );
  return new Set(["up", ...OF_KUBERNETES, ...names]);
}

/** The series that a PromQL expression names: its words without labels, ranges, functions and keywords. */
function seriesIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}|"[^"]*"|\[[^\]]*\]/g, " ")
    .replaceAll(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, " ");
  const words = bare.matchAll(/[a-zA-Z_:][\w:]*(?!\w*\s*\()/g);
  return [...words].map(([word]) => word).filter((word) => !["and", "or", "unless"].includes(word));
}

describe("alerts and dashboards", () => {
  const exported = exportedSeries();
  const expressions = [
    ...alerts.map(({ alert, expr }): [string, string] => [alert, expr]),
    ...dashboards.flatMap(({ uid, panels }) =>
      panels.flatMap(({ title, targets }) =>
        targets.map(({ expr }): [string, string] => [`${uid}: ${title}`, expr]),
      ),
    ),
  ];

  it.each(expressions)("%s asks for series that the services export", (_, expression) => {
    const series = seriesIn(expression);
    expect(series).not.toEqual([]);
    expect(series.filter((name) => !exported.has(name))).toEqual([]);
  });

  it("would notice a series that no service exports", () => {
    const series = seriesIn(
      'sum by (service) (rate(no_such_total{status=~"5.."}[5m])) / up > 0.01 and mcp_sessions',
    );
    expect(series).toEqual(["no_such_total", "up", "mcp_sessions"]);
  });
});

describe("alerts", () => {
  it.each(alerts)(
    "$alert has a severity, a runbook, and tests in which it is silent and fires",
    ({ alert, labels, annotations }) => {
      expect(["page", "ticket"]).toContain(labels.severity);
      expect(annotations.runbook_url).toBe(`docs/runbooks.md#${alert.toLowerCase()}`);
      expect(read("docs/runbooks.md")).toContain(`\n## ${alert}\n`);
      const { tests } = parse(read("deploy/prometheus/alerts.test.yaml")) as AlertTests;
      const cases = tests
        .flatMap((test) => test.alert_rule_test)
        .filter(({ alertname }) => alertname === alert);
      const fires = cases.map(({ exp_alerts }) => exp_alerts.length > 0);
      expect(new Set(fires)).toEqual(new Set([true, false]));
    },
  );

  it("behave as their tests say", { tags: ["promtool"] }, () => {
    const rules = join(WORKSPACE_ROOT, "deploy/prometheus/alerts.test.yaml");
    const { status, stdout, stderr } = spawnSync("promtool", ["test", "rules", rules], { encoding: "utf8" });
    expect(status, stdout + stderr).toBe(0);
  });
});

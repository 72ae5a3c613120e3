import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { CASES, CHART_DIR, mergeValues, type Values, valuesOf } from "./chart.ts";

const schema = JSON.parse(readFileSync(join(CHART_DIR, "values.schema.json"), "utf8")) as object;
const validateValues = new Ajv({ allErrors: true, strictTypes: false }).compile(schema);

/** Paths of the values that the schema refuses. */
function faultsOf(values: Values): string[] {
  validateValues(values);
  return [...new Set((validateValues.errors ?? []).map(({ instancePath }) => instancePath))];
}

describe("the chart's values", () => {
  it.each(CASES)("of the case %s satisfy their schema", (name) => {
    expect(faultsOf(valuesOf(name))).toEqual([]);
  });

  it.each<[string, Values, string]>([
    ["no registry", { image: { repository: "" } }, "/image/repository"],
    ["an ingress without a name", { networkPolicy: { publicFrom: [] } }, "/networkPolicy/publicFrom"],
    [
      "an unnamed egress to MongoDB",
      { networkPolicy: { egress: { mongodb: { to: [] } } } },
      "/networkPolicy/egress/mongodb/to",
    ],
    [
      "an unnamed egress to the collector",
      { tracing: { endpoint: "http://collector:4318" } },
      "/networkPolicy/egress/collector/to",
    ],
    [
      "alerts without the address of the runbooks",
      { prometheusRule: { enabled: true } },
      "/prometheusRule/runbookUrl",
    ],
    [
      "any Host for agents",
      { services: { "mcp-journal": { env: { MCP_ALLOWED_HOSTS: "" } } } },
      "/services/mcp-journal/env/MCP_ALLOWED_HOSTS",
    ],
    [
      "a gate without a named company",
      { services: { "version-gate": { env: { VERSION_GATE_COMPANY_ID: undefined } } } },
      "/services/version-gate/env",
    ],
    [
      "an engine without SERVICE_COMPANIES",
      { services: { "approval-engine": { env: { SERVICE_COMPANIES: undefined } } } },
      "/services/approval-engine/env",
    ],
    [
      "a console without the provider where people log in",
      { services: { "approval-engine": { env: { CONSOLE: "on" } } } },
      "/services/approval-engine/env",
    ],
    [
      "the log-in of a developer's own machine",
      { services: { "approval-engine": { env: { CONSOLE: "on", CONSOLE_AUTH: "development" } } } },
      "/services/approval-engine/env/CONSOLE_AUTH",
    ],
    ["no MongoDB", { mongodb: { uriSecret: { name: "" } } }, "/mongodb/uriSecret/name"],
    ["a MongoDB URI in the open", { mongodb: { uri: "mongodb://x" } }, "/mongodb"],
    ["no broker", { nats: { url: "" } }, "/nats/url"],
    ["kinds of documents in a wrong form", { documentKinds: "legal:contract" }, "/documentKinds"],
    [
      "kinds of documents for one service alone",
      { services: { "approval-engine": { env: { DOCUMENT_KINDS: "legal:Nda" } } } },
      "/services/approval-engine/env",
    ],
    ["no issuer", { auth: { issuer: "" } }, "/auth/issuer"],
    ["two key sources", { auth: { publicKeySecret: { name: "key" } } }, "/auth"],
    ["no key source", { auth: { jwksUrl: "" } }, "/auth"],
    ["an unknown service", { services: { gate: {} } }, "/services"],
    [
      "a variable that the chart sets",
      { services: { "hr-service": { env: { PORT: "1" } } } },
      "/services/hr-service/env",
    ],
    [
      "a sampler that OpenTelemetry does not have",
      { tracing: { endpoint: "http://collector:4318", sampler: "some" } },
      "/tracing/sampler",
    ],
    [
      "a switch that YAML took for a boolean",
      { services: { "mcp-journal": { env: { MCP_TENANT_FENCE: true } } } },
      "/services/mcp-journal/env/MCP_TENANT_FENCE",
    ],
    [
      "agents without an address",
      { services: { "mcp-journal": { env: { MCP_PUBLIC_URL: "" } } } },
      "/services/mcp-journal/env/MCP_PUBLIC_URL",
    ],
    [
      "a mistyped digest",
      { services: { "version-gate": { digest: "sha256:12" } } },
      "/services/version-gate/digest",
    ],
  ])("refuse %s, and say where", (_, change, path) => {
    expect(faultsOf(mergeValues(valuesOf("minimal"), change))).toContain(path);
  });
});

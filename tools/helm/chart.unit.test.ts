import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadConfig } from "@countersign/service-kit";
import { Ajv } from "ajv";
import { Deployment } from "kubernetes-models/apps/v1";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2";
import { NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { Service, ServiceAccount } from "kubernetes-models/v1";
import { describe, expect, it } from "vitest";
import { DEPLOYED_SERVICES } from "../deploy/deployed-services.ts";
import { CASES, type Case, CHART_DIR, mergeValues, readGolden, type Values, valuesOf } from "./chart.ts";
import { findChartRenderer } from "./render-chart.ts";

const schema = JSON.parse(readFileSync(join(CHART_DIR, "values.schema.json"), "utf8")) as object;
const validateValues = new Ajv({ allErrors: true, strictTypes: false }).compile(schema);

/** Paths of the values that the schema refuses. */
function faultsOf(values: Values): string[] {
  validateValues(values);
  return [...new Set((validateValues.errors ?? []).map(({ instancePath }) => instancePath))];
}

/** Checks of Kubernetes' own schemas, by kind. A PodMonitor's definition belongs to the Prometheus Operator. */
const MODELS = {
  Deployment,
  HorizontalPodAutoscaler,
  NetworkPolicy,
  PodDisruptionBudget,
  Service,
  ServiceAccount,
};

interface Container {
  image: string;
  env: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string } } }[];
  ports: { name: string; containerPort: number }[];
}
interface RenderedDeployment {
  metadata: { name: string };
  spec: { template: { spec: { containers: [Container]; terminationGracePeriodSeconds: number } } };
}
interface RenderedPolicy {
  metadata: { name: string };
  spec: { ingress: { ports: { port: number }[]; from?: unknown[] }[] };
}

function objectsOf<T>(name: Case, kind: string): T[] {
  return readGolden(name).filter((object) => object.kind === kind) as unknown as T[];
}
/** Names of a kind's objects where only the least is given. */
const namesOf = (kind: string): string[] =>
  objectsOf<RenderedDeployment>("minimal", kind).map(({ metadata }) => metadata.name);
const containersOf = (name: Case): Container[] =>
  objectsOf<RenderedDeployment>(name, "Deployment").map(({ spec }) => spec.template.spec.containers[0]);

const SECRETS: Readonly<Record<string, string>> = {
  MONGODB_URI: "mongodb://store/?replicaSet=rs0",
  OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer abc",
  NATS_CREDS: "-----BEGIN NATS USER JWT-----\n-----BEGIN USER NKEY SEED-----",
  // Read from the Secret; any key will do here.
  AUTH_PUBLIC_KEY: `-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEEVs/o5+uQbTjL3chynL4wXgUg2R9
q9UU8I5mEovUf86QZ7kOBIjJwqnzD1omageEHWwHdBO6B+dFabmdT9POxg==
-----END PUBLIC KEY-----`,
};
const variablesOf = ({ env }: Container): Record<string, string> =>
  Object.fromEntries(env.map(({ name, value }) => [name, value ?? SECRETS[name]!]));

describe("the chart's values", () => {
  it.each(CASES)("of the case %s satisfy their schema", (name) => {
    expect(faultsOf(valuesOf(name))).toEqual([]);
  });

  it.each<[string, Values, string]>([
    ["no MongoDB", { mongodb: { uriSecret: { name: "" } } }, "/mongodb/uriSecret/name"],
    ["a MongoDB URI in the open", { mongodb: { uri: "mongodb://x" } }, "/mongodb"],
    ["no broker", { nats: { url: "" } }, "/nats/url"],
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

describe.each(CASES)("the chart, rendered with %s values", (name) => {
  it("is what Kubernetes' schemas take", () => {
    const objects = readGolden(name);
    expect(objects.length).toBeGreaterThan(15);
    for (const object of objects.filter(({ kind }) => kind !== "PodMonitor")) {
      const Model = MODELS[object.kind as keyof typeof MODELS];
      expect(
        () => new Model(object as never).validate(),
        `${object.kind} ${object.metadata.name}`,
      ).not.toThrow();
    }
  });

  it("gives every service an environment that it accepts, and its own ports", () => {
    for (const container of containersOf(name)) {
      const service = DEPLOYED_SERVICES.find((candidate) => container.image.includes(`/${candidate.name}`))!;
      const variables = variablesOf(container);
      expect(() => loadConfig(service.environment, variables), service.name).not.toThrow();
      expect(Object.keys(variables).filter((variable) => !(variable in service.environment.shape))).toEqual(
        [],
      );
      expect(container.ports.map(({ containerPort }) => String(containerPort))).toEqual([
        service.ports.PORT,
        service.ports.INTERNAL_PORT,
      ]);
    }
  });

  it("has every service record its traces, or none", () => {
    const { endpoint } = valuesOf(name)["tracing"] as { endpoint: string };
    const expected = endpoint === "" ? undefined : endpoint;
    const containers = containersOf(name);
    expect(containers.map((container) => variablesOf(container)["OTEL_EXPORTER_OTLP_ENDPOINT"])).toEqual(
      containers.map(() => expected),
    );
  });

  it("waits longer for a pod to stop than the pod may take", () => {
    for (const { spec } of objectsOf<RenderedDeployment>(name, "Deployment")) {
      const { containers, terminationGracePeriodSeconds } = spec.template.spec;
      const { DRAIN_DELAY_MS, SHUTDOWN_TIMEOUT_MS } = variablesOf(containers[0]);
      const longestMs = Number(DRAIN_DELAY_MS) + Number(SHUTDOWN_TIMEOUT_MS) + 10_000;
      expect(terminationGracePeriodSeconds * 1_000).toBeGreaterThan(longestMs);
    }
  });

  it("opens internal ports to nobody who is not named", () => {
    const policies = objectsOf<RenderedPolicy>(name, "NetworkPolicy");
    expect(policies).toHaveLength(containersOf(name).length);
    for (const { spec, metadata } of policies) {
      for (const { ports, from } of spec.ingress.filter((rule) =>
        rule.ports.some(({ port }) => port > 9_000),
      )) {
        expect(ports, metadata.name).toHaveLength(1);
        expect(from, metadata.name).not.toEqual([]);
        expect(from, metadata.name).toBeDefined();
      }
    }
  });

  it("is the same when it is rendered again", { tags: ["helm"] }, () => {
    expect(findChartRenderer()!(name)).toEqual(readGolden(name));
  });
});

describe("the chart's defaults", () => {
  it("are those of production", () => {
    const variables = Object.assign({}, ...containersOf("minimal").map(variablesOf)) as Record<
      string,
      string
    >;
    expect(variables).toMatchObject({
      MCP_TENANT_FENCE: "on",
      DEFINITIONS_REQUIRE_PRIVILEGED: "on",
      HR_TAKEOVER: "participants",
    });
  });

  it("run the three services, several replicas each, and no reference owner", () => {
    const services = ["approval-engine", "mcp-journal", "version-gate"].map((name) => `countersign-${name}`);
    for (const kind of ["Deployment", "HorizontalPodAutoscaler", "PodDisruptionBudget", "NetworkPolicy"]) {
      expect(namesOf(kind), kind).toEqual(services);
    }
  });
});

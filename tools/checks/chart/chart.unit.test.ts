import { loadConfig } from "@countersign/service-kit";
import { Deployment } from "kubernetes-models/apps/v1";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2";
import { Ingress, NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { Service, ServiceAccount } from "kubernetes-models/v1";
import { describe, expect, it } from "vitest";
import { DEPLOYED_SERVICES } from "../deploy/deployed-services.ts";
import { type Case, GOLDEN, type KubernetesObject, readGolden, valuesOf } from "./chart.ts";
import { unknownFieldsOf } from "./unknown-fields.ts";
import { findChartRenderer } from "./render-chart.ts";

/** Variables of Node.js itself, not of a service. */
const NODE_VARIABLES = ["NODE_EXTRA_CA_CERTS"];

/** Definitions of the Prometheus Operator. */
const OF_PROMETHEUS = new Set(["PodMonitor", "PrometheusRule"]);

/** Validators of Kubernetes' own schemas, by kind. */
const MODELS = {
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
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
  spec: {
    replicas: number;
    template: { spec: { containers: [Container]; terminationGracePeriodSeconds: number } };
  };
}
interface RenderedPolicy {
  metadata: { name: string };
  spec: {
    ingress: { ports: { port: number }[]; from?: unknown[] }[];
    egress: { ports: { port: number }[]; to?: unknown[] }[];
  };
}
interface RenderedScaler {
  spec: { minReplicas: number; scaleTargetRef: { name: string } };
}

const rendered = new Map<Case, KubernetesObject[]>();

/** The objects of a case, from the golden file or rendered once. */
function readCase(name: Case): KubernetesObject[] {
  const objects = rendered.get(name) ?? (name === GOLDEN ? readGolden() : findChartRenderer()!(name));
  rendered.set(name, objects);
  return objects;
}
function objectsOf<T>(name: Case, kind: string): T[] {
  const objects = readCase(name).filter((object) => object.kind === kind);
  expect(objects, kind).not.toEqual([]);
  return objects as unknown as T[];
}
/** Names of a kind's objects in the minimal case. */
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

describe.each([
  { name: GOLDEN, tags: [] },
  { name: "full", tags: ["helm"] },
] as const)("the chart, rendered with $name values", ({ name, tags: needed }) => {
  const tags = [...needed];
  it("satisfies Kubernetes' schemas", { tags }, () => {
    const objects = readCase(name);
    expect(objects.length).toBeGreaterThan(15);
    for (const object of objects.filter(({ kind }) => !OF_PROMETHEUS.has(kind))) {
      const Model = MODELS[object.kind as keyof typeof MODELS];
      expect(
        () => new Model(object as never).validate(),
        `${object.kind} ${object.metadata.name}`,
      ).not.toThrow();
    }
  });

  it("names no field that Kubernetes does not know", { tags }, () => {
    const own = readCase(name).filter(({ kind }) => !OF_PROMETHEUS.has(kind));
    expect(unknownFieldsOf(own)).toEqual([]);
  });

  it("gives every service an environment that it accepts, and its own ports", { tags }, () => {
    for (const container of containersOf(name)) {
      const service = DEPLOYED_SERVICES.find((candidate) => container.image.includes(`/${candidate.name}`))!;
      const variables = variablesOf(container);
      expect(() => loadConfig(service.environment, variables), service.name).not.toThrow();
      const known = new Set([...Object.keys(service.environment.shape), ...NODE_VARIABLES]);
      expect(Object.keys(variables).filter((variable) => !known.has(variable))).toEqual([]);
      expect(container.ports.map(({ containerPort }) => String(containerPort))).toEqual([
        service.ports.PORT,
        service.ports.INTERNAL_PORT,
      ]);
    }
  });

  it("has every service record its traces, or none", { tags }, () => {
    const { endpoint } = valuesOf(name)["tracing"] as { endpoint: string };
    const expected = endpoint === "" ? undefined : endpoint;
    const containers = containersOf(name);
    expect(containers.map((container) => variablesOf(container)["OTEL_EXPORTER_OTLP_ENDPOINT"])).toEqual(
      containers.map(() => expected),
    );
  });

  it("waits longer for a pod to stop than the pod may take", { tags }, () => {
    for (const { spec } of objectsOf<RenderedDeployment>(name, "Deployment")) {
      const { containers, terminationGracePeriodSeconds } = spec.template.spec;
      const { DRAIN_DELAY_MS, SHUTDOWN_TIMEOUT_MS } = variablesOf(containers[0]);
      const longestMs = Number(DRAIN_DELAY_MS) + Number(SHUTDOWN_TIMEOUT_MS) + 10_000;
      expect(terminationGracePeriodSeconds * 1_000).toBeGreaterThan(longestMs);
    }
  });

  it("opens internal ports to nobody who is not named", { tags }, () => {
    const policies = objectsOf<RenderedPolicy>(name, "NetworkPolicy");
    expect(policies).toHaveLength(containersOf(name).length);
    const internal = policies.flatMap(({ spec }) =>
      spec.ingress.filter((rule) => rule.ports.some(({ port }) => port > 9_000)),
    );
    expect(internal).not.toEqual([]);
    for (const { ports, from } of internal) {
      expect(ports).toHaveLength(1);
      expect(from?.length).toBeGreaterThan(0);
    }
  });

  it("opens public ports, and ways out, to nobody who is not named", { tags }, () => {
    for (const { spec, metadata } of objectsOf<RenderedPolicy>(name, "NetworkPolicy")) {
      const peers = [...spec.ingress.map(({ from }) => from), ...spec.egress.map(({ to }) => to)];
      expect(peers, metadata.name).not.toEqual([]);
      for (const named of peers) expect(named?.length, metadata.name).toBeGreaterThan(0);
    }
  });

  it("opens egress to the collector's port, where there is one", { tags }, () => {
    const { endpoint } = valuesOf(name)["tracing"] as { endpoint: string };
    for (const { spec } of objectsOf<RenderedPolicy>(name, "NetworkPolicy")) {
      const ports = spec.egress.flatMap((rule) => rule.ports.map(({ port }) => port));
      expect(ports.includes(4318)).toBe(endpoint !== "");
    }
  });

  it("never starts fewer replicas than the autoscaler's minimum", { tags }, () => {
    const deployments = objectsOf<RenderedDeployment>(name, "Deployment");
    const scalers = objectsOf<RenderedScaler>(name, "HorizontalPodAutoscaler");
    for (const { spec } of scalers) {
      const target = deployments.find(({ metadata }) => metadata.name === spec.scaleTargetRef.name)!;
      expect(target.spec.replicas).toBeGreaterThanOrEqual(spec.minReplicas);
    }
  });
});

it("would not pass with a slip in the name of a field", () => {
  const [deployment] = objectsOf<KubernetesObject>(GOLDEN, "Deployment");
  const text = JSON.stringify(deployment).replace('"readinessProbe"', '"readynessProbe"');
  expect(unknownFieldsOf([JSON.parse(text) as KubernetesObject])).toEqual([
    expect.stringContaining("readynessProbe"),
  ]);
});

it("the golden file matches the rendered chart", { tags: ["helm"] }, () => {
  expect(findChartRenderer()!(GOLDEN)).toEqual(readGolden());
});

const fullDeployments = () => objectsOf<RenderedDeployment>("full", "Deployment");
/** Names of a kind's services in the full case. */
const fullNamesOf = (kind: string) =>
  objectsOf<RenderedDeployment>("full", kind).map(({ metadata }) =>
    metadata.name.replace("countersign-", ""),
  );

/** Secrets of the services that have an account of their own. */
const OWN_CREDENTIALS: Readonly<Record<string, string>> = {
  "hr-service": "hr-nats",
  "mcp-journal": "finance-nats",
};

describe("what can be switched on or set, rendered", { tags: ["helm"] }, () => {
  it("runs the reference owners, with one replica by default", () => {
    const services = DEPLOYED_SERVICES.map(({ name }) => name).toSorted();
    for (const kind of ["Deployment", "NetworkPolicy", "PodMonitor", "ServiceAccount"]) {
      expect(fullNamesOf(kind), kind).toEqual(services);
    }
    expect(fullNamesOf("HorizontalPodAutoscaler")).toEqual(["approval-engine", "mcp-journal"]);
    expect(fullNamesOf("PodDisruptionBudget")).toEqual(services.filter((name) => name !== "hr-service"));
    const replicas = fullDeployments().find(({ metadata }) => metadata.name.endsWith("hr-service"))?.spec
      .replicas;
    expect(replicas).toBe(1);
  });

  it("pulls images by tag or digest from the registry, with its secret", () => {
    const images = containersOf("full").map(({ image }) => image.replace("registry.example.com/", ""));
    expect(images).toContain("countersign/approval-engine:1.2.3");
    expect(images).toContain(`countersign/version-gate@sha256:${"1".repeat(64)}`);
    for (const { spec } of fullDeployments()) {
      expect(spec.template.spec).toMatchObject({ imagePullSecrets: [{ name: "registry" }] });
    }
  });

  it("reads secrets by reference, and gives each service its own account of the broker", () => {
    for (const container of containersOf("full")) {
      const own = Object.keys(OWN_CREDENTIALS).find((name) => container.image.includes(name)) ?? "";
      const keys = Object.fromEntries(
        container.env.map(({ name, valueFrom }) => [name, valueFrom?.secretKeyRef]),
      );
      expect(keys).toMatchObject({
        MONGODB_URI: { name: "countersign-mongodb", key: "connection" },
        NATS_CREDS: { name: OWN_CREDENTIALS[own] ?? "countersign-nats", key: "creds" },
        AUTH_PUBLIC_KEY: { name: "countersign-token-key", key: "key.pem" },
        OTEL_EXPORTER_OTLP_HEADERS: { name: "countersign-collector", key: "headers" },
      });
      expect(variablesOf(container)).toMatchObject({
        LOG_LEVEL: "warn",
        MONGODB_DB: "approvals",
        NATS_PREFIX: "eu",
        AUTH_AUDIENCE: "approvals",
        OTEL_TRACES_SAMPLER: "always_on",
        NODE_EXTRA_CA_CERTS: "/etc/countersign/authorities/ca.crt",
      });
    }
  });

  it("gives the engine and the owners the same kinds of documents [DOC-1]", () => {
    const kindsIn = (name: Case) =>
      containersOf(name).map((container) => variablesOf(container)["DOCUMENT_KINDS"]);
    expect(new Set(kindsIn("full"))).toEqual(new Set([undefined, valuesOf("full")["documentKinds"]]));
    expect(new Set(kindsIn("minimal"))).toEqual(new Set([undefined]));
    const asOwners = containersOf("full").filter(({ image }) =>
      /approval-engine|mcp-journal|hr-service|inventory/u.test(image),
    );
    expect(asOwners).toHaveLength(4);
    for (const container of asOwners) expect(variablesOf(container)).toHaveProperty("DOCUMENT_KINDS");
  });

  it("gives the engine its console, and the provider where people log in [CON-7]", () => {
    const engine = containersOf("full").find(({ image }) => image.includes("/approval-engine"))!;
    expect(variablesOf(engine)).toMatchObject({
      CONSOLE: "on",
      CONSOLE_OIDC_ISSUER: "https://id.example.com/",
      CONSOLE_OIDC_CLIENT_ID: "countersign-console",
    });
  });

  it("places pods, with the volumes, authorities and annotations of the values", () => {
    for (const { spec } of fullDeployments()) {
      expect(spec.template).toMatchObject({
        metadata: { annotations: { "example.com/team": "approvals" } },
        spec: {
          nodeSelector: { "kubernetes.io/os": "linux" },
          tolerations: [{ key: "dedicated", operator: "Equal", value: "approvals", effect: "NoSchedule" }],
          volumes: [
            { name: "authorities", secret: { secretName: "countersign-authorities" } },
            { name: "notes", emptyDir: {} },
          ],
        },
      });
      expect(spec.template.spec.containers[0]).toMatchObject({
        volumeMounts: [{ mountPath: "/etc/countersign/authorities" }, { mountPath: "/notes" }],
      });
    }
  });

  it("scales by metrics of Prometheus, and labels the objects that Prometheus selects", () => {
    const scalers = objectsOf<{ spec: { metrics: { type: string }[] } }>("full", "HorizontalPodAutoscaler");
    const types = scalers.flatMap(({ spec }) => spec.metrics.map(({ type }) => type));
    expect(new Set(types)).toEqual(new Set(["Resource", "Pods", "External"]));
    const watched = [...objectsOf("full", "PodMonitor"), ...objectsOf("full", "PrometheusRule")];
    expect(watched).toHaveLength(DEPLOYED_SERVICES.length + 1);
    for (const object of watched) {
      expect(object).toMatchObject({ metadata: { labels: { release: "prometheus" } } });
    }
  });

  it("opens ingress and egress to the named peers, by address and port", () => {
    const policies = objectsOf<RenderedPolicy>("full", "NetworkPolicy");
    for (const { spec } of policies) {
      const ways = spec.egress.map(({ ports, to }) => [ports.map(({ port }) => port), to]);
      expect(ways).toContainEqual([[27017, 27018], [{ ipBlock: { cidr: "10.20.0.0/16" } }]]);
      expect(ways).toContainEqual([[53, 53], [{ ipBlock: { cidr: "169.254.20.10/32" } }]]);
    }
    const gate = policies.find(({ metadata }) => metadata.name.endsWith("version-gate"));
    expect(JSON.stringify(gate?.spec.ingress)).toContain(
      '{"podSelector":{"matchLabels":{"app":"back-office"}}}',
    );
  });
});

interface RenderedIngress {
  metadata: { name: string; annotations: Record<string, string> };
  spec: {
    ingressClassName: string;
    tls: unknown;
    rules: { host: string; http: { paths: { path: string; pathType: string }[] } }[];
  };
}

const ingresses = () =>
  objectsOf<RenderedIngress>("full", "Ingress").map(({ metadata, spec }) => ({
    name: metadata.name.replace("countersign-", ""),
    class: spec.ingressClassName,
    routes: spec.rules.flatMap(({ host, http }) => http.paths.map(({ path }) => `${host}${path}`)),
    limit: (name: string) => metadata.annotations[`nginx.ingress.kubernetes.io/${name}`],
  }));

describe("the chart's ingress", { tags: ["helm"] }, () => {
  it("routes each service that has a host, and the gate's two paths alone", () => {
    expect(Object.fromEntries(ingresses().map(({ name, routes }) => [name, routes]))).toEqual({
      "version-gate": ["gate.example.com/api/version", "gate.example.com/api/version/check"],
      "mcp-journal": ["journal.example.com/"],
      "mcp-journal-streams": ["journal.example.com/api/mcp"],
      "approval-engine": ["approvals.example.com/"],
      "approval-engine-streams": ["approvals.example.com/api/mcp"],
      "hr-service": ["hr.example.com/"],
    });
    expect(new Set(ingresses().map((ingress) => ingress.class))).toEqual(new Set(["public"]));
  });

  it("limits rate, connections and bodies as deploy/gateway does, and buffers all but streams", () => {
    const limits = [
      "limit-rps",
      "limit-connections",
      "proxy-body-size",
      "proxy-buffering",
      "proxy-read-timeout",
    ];
    expect(
      ingresses()
        .map(({ name, limit }) => [name, ...limits.map(limit)].join(" "))
        .toSorted(),
    ).toEqual([
      "approval-engine 200 2000 2m on 60",
      "approval-engine-streams 200 2000 2m off 3600",
      "hr-service 200 2000 64k on 60",
      "mcp-journal 200 2000 5m on 60",
      "mcp-journal-streams 200 2000 5m off 3600",
      "version-gate 100 4000 1k on 1",
    ]);
  });
});

describe("the chart's alert rules", { tags: ["helm"] }, () => {
  it("link to their runbooks by an absolute address", () => {
    const [{ spec }] = objectsOf<{
      spec: { groups: { rules: { annotations: { runbook_url: string } }[] }[] };
    }>("full", "PrometheusRule") as [
      { spec: { groups: { rules: { annotations: { runbook_url: string } }[] }[] } },
    ];
    const urls = spec.groups.flatMap(({ rules }) => rules.map(({ annotations }) => annotations.runbook_url));
    expect(urls.length).toBeGreaterThan(10);
    expect(urls.filter((url) => !/^https:\/\/.*\/runbooks\.md#[a-z]+$/.test(url))).toEqual([]);
  });
});

describe("the chart's defaults", () => {
  it("scale by metrics of every cluster", () => {
    const scalers = objectsOf<{ spec: { metrics: { type: string }[] } }>(
      "minimal",
      "HorizontalPodAutoscaler",
    );
    expect(new Set(scalers.flatMap(({ spec }) => spec.metrics.map(({ type }) => type)))).toEqual(
      new Set(["Resource"]),
    );
  });

  it("are those of production", () => {
    const variables = Object.assign({}, ...containersOf("minimal").map(variablesOf)) as Record<
      string,
      string
    >;
    expect(variables).toMatchObject({
      MCP_TENANT_FENCE: "on",
      DEFINITIONS_REQUIRE_PRIVILEGED: "on",
      HR_TAKEOVER: "participants",
      APPROVAL_SETTINGS_DEFAULTS:
        '{"runReaders":"INVOLVED","returnUsesCurrentDefinition":false,"unknownPeople":"REFUSE"}',
    });
  });

  it("run the three services, several replicas each, and no reference owner", () => {
    const services = ["approval-engine", "mcp-journal", "version-gate"].map((name) => `countersign-${name}`);
    for (const kind of ["Deployment", "HorizontalPodAutoscaler", "PodDisruptionBudget", "NetworkPolicy"]) {
      expect(namesOf(kind), kind).toEqual(services);
    }
  });
});

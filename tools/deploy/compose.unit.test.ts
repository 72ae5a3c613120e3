import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadConfig } from "@countersign/service-kit";
import { DCLinter } from "dclint";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { WORKSPACE_ROOT } from "../workspace.ts";
import { DEPLOYED_SERVICES } from "./deployed-services.ts";

interface ComposeService {
  build?: { dockerfile: string; target: string };
  image?: string;
  depends_on?: Record<string, { condition: string }>;
  environment?: Record<string, string>;
  healthcheck?: { test: string[] };
  ports?: string[];
  profiles?: string[];
  read_only?: boolean;
  volumes?: string[];
}

const path = join(WORKSPACE_ROOT, "docker-compose.yml");
/** A value as Compose reads it where none of its variables is set. */
const interpolate = (value: string): string =>
  value.replaceAll(/\$\{\w+(?::?-([^}]*))?\}/g, (_, fallback: string | undefined) => fallback ?? "");
const { services } = parse(
  readFileSync(path, "utf8"),
  (_key, value: unknown) => (typeof value === "string" ? interpolate(value) : value),
  { merge: true },
) as { services: Record<string, ComposeService> };
const ours = DEPLOYED_SERVICES.map(({ name, environment, ports }) => ({
  name,
  environment,
  ports,
  compose: services[name]!,
}));

/** What is style, and ours to choose. */
const STYLE = ["service-keys-order", "top-level-properties-order", "require-quotes-in-ports"];

describe("[RUN-COMPOSE-01] docker-compose.yml", () => {
  it("satisfies Compose's schema and the linter", () => {
    const rules = Object.fromEntries(STYLE.map((rule) => [rule, 0 as const]));
    const linter = new DCLinter({ rules, quiet: false, debug: false, exclude: [] });
    // The package's own types cannot be resolved by Node's rules.
    const results = linter.lintFiles([path], false) as { messages: { rule: string; message: string }[] }[];
    const problems = results.flatMap(({ messages }) => messages);
    expect(problems).toEqual([]);
  });

  it.each(ours)("gives $name an environment that it accepts as it is", ({ environment, ports, compose }) => {
    const variables = compose.environment!;
    expect(() => loadConfig(environment, { ...variables, ...ports })).not.toThrow();
    const unknown = Object.keys(variables).filter((name) => !(name in environment.shape));
    expect(unknown).toEqual([]);
  });

  it.each(ours)(
    "builds $name from its target, read-only, after its store and broker",
    ({ name, compose }) => {
      expect(compose.build).toMatchObject({ dockerfile: "deploy/Dockerfile", target: name });
      expect(compose.read_only).toBe(true);
      expect(compose.depends_on).toEqual({
        mongodb: { condition: "service_healthy" },
        nats: { condition: "service_healthy" },
      });
    },
  );

  it.each(ours)("lets $name record traces, which it does not unless told where to", ({ compose }) => {
    expect(compose.environment).toMatchObject({
      OTEL_EXPORTER_OTLP_ENDPOINT: "",
      OTEL_EXPORTER_OTLP_HEADERS: "",
      OTEL_TRACES_SAMPLER: "",
      OTEL_TRACES_SAMPLER_ARG: "",
    });
  });

  it("publishes the contract's ports, to this machine only, and no internal port", () => {
    for (const { name, ports, compose } of ours) {
      const expected = name === "version-gate" ? undefined : [`127.0.0.1:${ports.PORT}:${ports.PORT}`];
      expect(compose.ports, name).toEqual(expected);
    }
    const published = Object.values(services).flatMap((service) => service.ports ?? []);
    expect(published.filter((port) => !port.startsWith("127.0.0.1:"))).toEqual([]);
  });

  it("starts the owners and the observability only when asked for", () => {
    const profiles = Object.entries(services).map(([name, service]) => [
      name,
      service.profiles?.join() ?? "always",
    ]);
    expect(Object.groupBy(profiles, ([, profile]) => profile!)).toEqual({
      always: ["approval-engine", "gateway", "mcp-journal", "mongodb", "nats", "version-gate"].map((name) => [
        name,
        "always",
      ]),
      owners: ["hr-service", "inventory-service"].map((name) => [name, "owners"]),
      observability: ["grafana", "jaeger", "otel-collector", "prometheus"].map((name) => [
        name,
        "observability",
      ]),
    });
  });

  it("waits for health only where there is a health check", () => {
    const awaited = Object.values(services).flatMap(({ depends_on = {} }) =>
      Object.entries(depends_on).flatMap(([name, on]) => (on.condition === "service_healthy" ? [name] : [])),
    );
    const unchecked = awaited.filter((name) => !services[name]!.healthcheck && !services[name]!.build);
    expect(unchecked).toEqual([]);
  });

  it("mounts files that exist, and names an exact tag of every image", () => {
    const mounted = Object.values(services).flatMap(({ volumes = [] }) =>
      volumes.map((volume) => volume.split(":")[0]!).filter((source) => source.startsWith("./")),
    );
    expect(mounted.filter((source) => !existsSync(join(WORKSPACE_ROOT, source)))).toEqual([]);
    const images = Object.values(services).flatMap(({ image }) => image ?? []);
    expect(images.filter((image) => !/:v?\d+\.\d+[\w.-]*$/.test(image))).toEqual([]);
  });

  it("sets every variable of the gateway's templates", () => {
    const templates = globSync("deploy/gateway/*.template", { cwd: WORKSPACE_ROOT });
    expect(templates).not.toEqual([]);
    const used = templates.flatMap((template) =>
      [...readFileSync(join(WORKSPACE_ROOT, template), "utf8").matchAll(/\$\{(\w+)\}/g)].map(
        ([, name]) => name!,
      ),
    );
    expect(Object.keys(services["gateway"]!.environment!).toSorted()).toEqual([...new Set(used)].toSorted());
  });

  it("keeps the broker's acknowledged messages on the disk", () => {
    const config = readFileSync(join(WORKSPACE_ROOT, "deploy/nats/nats.conf"), "utf8");
    expect(config).toMatch(/^ {2}sync_interval: always$/m);
    expect(services["nats"]!.volumes).toContain("nats:/data");
  });
});

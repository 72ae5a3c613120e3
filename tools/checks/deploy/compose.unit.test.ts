import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadConfig } from "@countersign/service-kit";
import { DCLinter } from "dclint";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { WORKSPACE_ROOT } from "../../workspace.ts";
import { DEPLOYED_SERVICES } from "./deployed-services.ts";

interface ComposeService {
  build?: { dockerfile: string; target: string; secrets?: string[] };
  image?: string;
  depends_on?: Record<string, { condition: string }>;
  environment?: Record<string, string>;
  healthcheck?: { test: string[]; interval: string; start_interval: string };
  logging?: object;
  ports?: string[];
  profiles?: string[];
  read_only?: boolean;
  volumes?: string[];
}

const path = join(WORKSPACE_ROOT, "docker-compose.yml");
/** A value as Compose reads it without any of its variables. */
const interpolate = (value: string): string =>
  value.replaceAll(/\$\{\w+(?::?-([^}]*))?\}/g, (_, fallback: string | undefined) => fallback ?? "");
const { services, secrets } = parse(
  readFileSync(path, "utf8"),
  (_key, value: unknown) => (typeof value === "string" ? interpolate(value) : value),
  { merge: true },
) as { services: Record<string, ComposeService>; secrets: Record<string, { file: string }> };
const ours = DEPLOYED_SERVICES.map(({ name, environment, ports }) => ({
  name,
  environment,
  ports,
  compose: services[name]!,
}));

/** The linter's rules of style, which we do not follow. */
const STYLE = ["service-keys-order", "top-level-properties-order", "require-quotes-in-ports"];

describe("docker-compose.yml [RUN-COMPOSE-01]", () => {
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
    expect(() =>
      loadConfig(environment, { ...variables, ...ports, AUTH_SECRET_FILE: import.meta.filename }),
    ).not.toThrow();
    const unknown = Object.keys(variables).filter((name) => !(name in environment.shape));
    expect(unknown).toEqual([]);
  });

  it.each(ours)(
    "builds $name from its target, read-only, after its store and broker",
    ({ name, compose }) => {
      expect(compose.build).toMatchObject({ dockerfile: "deploy/Dockerfile", target: name });
      expect(compose.read_only).toBe(true);
      expect(compose.depends_on).toEqual({
        identity: { condition: "service_completed_successfully" },
        mongodb: { condition: "service_healthy" },
        nats: { condition: "service_healthy" },
      });
    },
  );

  it.each(ours)("lets $name record traces where an endpoint is set", ({ compose }) => {
    expect(compose.environment).toMatchObject({
      OTEL_EXPORTER_OTLP_ENDPOINT: "",
      OTEL_EXPORTER_OTLP_HEADERS: "",
      OTEL_TRACES_SAMPLER: "",
      OTEL_TRACES_SAMPLER_ARG: "",
    });
  });

  it("publishes the contract's ports by the gateway, to this machine only, so that every service may have replicas", () => {
    expect(ours.filter(({ compose }) => compose.ports !== undefined)).toEqual([]);
    const expected = ours.flatMap(({ name, ports: { PORT } }) =>
      name === "version-gate" ? ["127.0.0.1:8080:8080"] : [`127.0.0.1:${PORT}:${PORT}`],
    );
    expect(services["gateway"]!.ports!.toSorted()).toEqual(expected.toSorted());
    const published = Object.values(services).flatMap((service) => service.ports ?? []);
    expect(published.filter((port) => !port.startsWith("127.0.0.1:"))).toEqual([]);
  });

  it("routes the gateway to every service's port, wherever its replicas are now", () => {
    const template = readFileSync(join(WORKSPACE_ROOT, "deploy/gateway/services.conf.template"), "utf8");
    for (const { name, ports, compose } of ours.filter((one) => one.name !== "version-gate")) {
      const followed = compose.profiles?.includes("owners")
        ? `set $replicas http://${name}:${ports.PORT};`
        : `server ${name}:${ports.PORT} resolve max_fails=0;`;
      expect(template, name).toContain(followed);
      expect(template, name).toContain(`listen ${ports.PORT};`);
    }
    expect(services["gateway"]!.environment!["VERSION_GATE_SERVERS"]).toMatch(
      /resolver_timeout 2s; server version-gate:3001 resolve max_fails=0;$/,
    );
  });

  it("serves the console with a log-in that works there, and takes every setting of a provider [CON-7]", () => {
    const { compose, environment } = ours.find(({ name }) => name === "approval-engine")!;
    expect(compose.environment).toMatchObject({ CONSOLE: "on", CONSOLE_AUTH: "token" });
    const provider = Object.keys(environment.shape).filter((name) => /^CONSOLE_(?:OIDC_|LOGOUT)/u.test(name));
    expect(provider.length).toBeGreaterThan(1);
    for (const name of provider) expect(compose.environment).toHaveProperty(name);
  });

  it("contains no secret: each machine makes its own", () => {
    for (const { name, compose } of ours) {
      expect(compose.environment, name).toMatchObject({
        AUTH_SECRET: "",
        AUTH_SECRET_FILE: "/identity/development-secret",
      });
      expect(compose.volumes, name).toContain("identity:/identity:ro");
    }
    expect(services["identity"]!.volumes).toEqual(["identity:/identity"]);
  });

  it("reaches every service that signs or verifies with the secret when it is rotated as the page says [FIRST-2]", () => {
    const operations = readFileSync(join(WORKSPACE_ROOT, "docs/operations.md"), "utf8");
    const [, recipe = ""] = /## Rotate the secret.*?```sh needs=docker\n(.*?)```/su.exec(operations)!;
    const given = Array.from(recipe.matchAll(/^(AUTH_\w+)=/gmu), ([, name]) => name!);
    expect(given).toEqual(["AUTH_SECRET_FILE", "AUTH_SECRET", "AUTH_SECRET_PREVIOUS"]);
    for (const { name, compose } of ours) {
      expect(Object.keys(compose.environment!), name).toEqual(expect.arrayContaining(given));
    }
    const profiles = new Set(ours.flatMap(({ compose }) => compose.profiles ?? []));
    const starts = recipe.split("\n").filter((line) => line.includes("compose") && line.includes(" up "));
    expect(starts).toHaveLength(2);
    for (const profile of profiles) {
      for (const start of starts) expect(start).toContain(`--profile ${profile}`);
    }
    expect(recipe).toContain(ours[0]!.compose.environment!["AUTH_SECRET_FILE"]);
    expect(readFileSync(join(WORKSPACE_ROOT, ".gitignore"), "utf8").split("\n")).toContain(".env");
  });

  it("lets every build trust the certificate of a proxy, which no image keeps [FIRST-2]", () => {
    const builds = Object.entries(services).flatMap(([name, { build }]) => (build ? [{ name, build }] : []));
    expect(builds.length).toBeGreaterThan(6);
    for (const { name, build } of builds) expect(build.secrets, name).toEqual(["ca"]);
    expect(secrets).toEqual({ ca: { file: "/dev/null" } });
    const dockerfile = readFileSync(join(WORKSPACE_ROOT, "deploy/Dockerfile"), "utf8");
    const installs = dockerfile.match(/^RUN (?:.*\\\n)*.*npm ci.*$/gmu)!;
    expect(installs).toHaveLength(1);
    for (const install of installs) {
      expect(install).toContain("--mount=type=secret,id=ca");
      expect(install).toContain("NODE_EXTRA_CA_CERTS=/run/secrets/ca");
    }
  });

  it("bounds every log", () => {
    const bounded = { driver: "json-file", options: { "max-size": "10m", "max-file": "3" } };
    for (const [name, { logging }] of Object.entries(services)) expect(logging, name).toEqual(bounded);
  });

  it("checks health often while a container starts, and seldom afterwards", () => {
    const checks = Object.values(services).flatMap(({ healthcheck }) => healthcheck ?? []);
    expect(checks.length).toBeGreaterThan(3);
    for (const check of checks) expect(check).toMatchObject({ interval: "30s", start_interval: "1s" });
  });

  it("sends mail where SMTP_URL names a mail server, such as the one of a profile [TIME-5]", () => {
    const { compose, environment } = ours.find(({ name }) => name === "approval-engine")!;
    const { SMTP_URL, MAIL_FROM, CONSOLE_PUBLIC_URL } = compose.environment!;
    expect([SMTP_URL, CONSOLE_PUBLIC_URL]).toEqual(["", "http://localhost:3003/console"]);
    expect(services["mailpit"]!.ports).toEqual(["127.0.0.1:8025:8025"]);
    const given = { SMTP_URL: "smtp://mailpit:1025", MAIL_FROM, CONSOLE_PUBLIC_URL };
    for (const [name, value] of Object.entries(given)) {
      expect(environment.shape[name]!.safeParse(value), name).toMatchObject({ success: true });
    }
  });

  it("starts owners, observability and a mail server by profile only", () => {
    const profiles = Object.entries(services).map(([name, service]) => [
      name,
      service.profiles?.join() ?? "always",
    ]);
    expect(Object.groupBy(profiles, ([, profile]) => profile!)).toEqual({
      always: [
        "approval-engine",
        "gateway",
        "identity",
        "mcp-journal",
        "mongodb",
        "nats",
        "version-gate",
      ].map((name) => [name, "always"]),
      ops: [["ops", "ops"]],
      mail: [["mailpit", "mail"]],
      demo: ["demo", "seed"].map((name) => [name, "demo"]),
      owners: ["hr-service", "inventory-service"].map((name) => [name, "owners"]),
      observability: ["grafana", "jaeger", "otel-collector", "prometheus"].map((name) => [
        name,
        "observability",
      ]),
    });
  });

  it("waits for health only of services with a health check", () => {
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

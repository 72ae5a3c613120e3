import { describe, expect, it } from "vitest";
import { SAMPLERS } from "@countersign/tracing";
import { z } from "zod";
import { ConfigError, type Environment, loadConfig } from "./config.ts";
import { onOff, serviceConfig, serviceEnvironment } from "./environment.ts";

const schema = serviceEnvironment(
  { port: 3001, internalPort: 9101 },
  { FENCE: onOff(true), LIMIT: z.coerce.number().max(9).optional() },
);
const REQUIRED = {
  MONGODB_URI: "mongodb://127.0.0.1:27017/?replicaSet=rs0",
  AUTH_SECRET: "a development secret of 32 bytes!",
  AUTH_ISSUER: "https://id.example.com",
  AUTH_AUDIENCE: "countersign",
};

const CREDENTIALS = "-----BEGIN NATS USER JWT-----\nx\n-----BEGIN USER NKEY SEED-----\ny";

function faultsOf(env: Environment): readonly string[] {
  try {
    loadConfig(schema, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

describe("the environment of a service", () => {
  it("has defaults [CT-ENV-02] [CT-ENV-04] [CT-ENV-06]", () => {
    const env = loadConfig(schema, REQUIRED);
    expect(env.FENCE).toBe(true);
    expect(serviceConfig(env)).toEqual({
      listen: {
        host: "127.0.0.1",
        port: 3001,
        maxConnections: 10_000,
        internalHost: "127.0.0.1",
        internalPort: 9101,
        internalMaxConnections: 1_000,
        drainDelayMs: 0,
        shutdownTimeoutMs: 10_000,
      },
      edge: { anonymousPerMinute: 1_000, requestsPerMinute: 0 },
      logLevel: "info",
      mongodb: { uri: REQUIRED.MONGODB_URI, dbName: "countersign" },
      nats: undefined,
      natsPrefix: "",
      auth: {
        issuer: "https://id.example.com",
        audience: "countersign",
        key: { kind: "secret", secret: REQUIRED.AUTH_SECRET },
      },
      tracing: undefined,
    });
  });

  // Rules: [CT-ENV-02] [CT-ENV-03] [CT-ENV-04] [CT-ENV-05] [CT-ENV-06]
  it("is read", () => {
    const env = loadConfig(schema, {
      ...REQUIRED,
      HOST: "0.0.0.0",
      PORT: "8080",
      INTERNAL_HOST: "::",
      INTERNAL_PORT: "0",
      LOG_LEVEL: "debug",
      MONGODB_DB: "platform",
      NATS_URL: "nats://a:4222,tls://b:4222",
      NATS_CREDS: CREDENTIALS,
      NATS_PREFIX: "blue-1",
      DRAIN_DELAY_MS: "5000",
      MAX_CONNECTIONS: "500",
      INTERNAL_MAX_CONNECTIONS: "50",
      TRUSTED_PROXIES: "10.0.0.0/8, 192.0.2.1,fd00::/8,loopback",
      ANONYMOUS_REQUESTS_PER_MINUTE: "0",
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318",
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20abc, x-tenant=1",
      OTEL_SERVICE_NAME: "gate-blue",
      OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
      OTEL_TRACES_SAMPLER_ARG: "0.05",
      FENCE: "off",
    });
    expect(env.FENCE).toBe(false);
    expect(serviceConfig(env)).toMatchObject({
      listen: {
        host: "0.0.0.0",
        port: 8080,
        maxConnections: 500,
        internalHost: "::",
        internalPort: 0,
        internalMaxConnections: 50,
        drainDelayMs: 5000,
      },
      edge: {
        trustedProxies: "10.0.0.0/8, 192.0.2.1,fd00::/8,loopback",
        anonymousPerMinute: 0,
        requestsPerMinute: 0,
      },
      logLevel: "debug",
      mongodb: { dbName: "platform" },
      nats: { servers: ["nats://a:4222", "tls://b:4222"], credentials: CREDENTIALS },
      natsPrefix: "blue-1",
      tracing: {
        endpoint: "http://collector:4318",
        serviceName: "gate-blue",
        sampler: "parentbased_traceidratio",
        samplerRatio: 0.05,
      },
    });
  });

  it("treats an empty variable as unset", () => {
    expect(serviceConfig(loadConfig(schema, { ...REQUIRED, PORT: "", NATS_URL: "" }))).toMatchObject({
      listen: { port: 3001 },
      nats: undefined,
    });
  });
});

describe("a fault in the environment", () => {
  it.each([
    ["PORT", "http", "PORT: expected a port number"],
    ["PORT", "70000", "PORT: expected a number of at most 65535"],
    ["INTERNAL_PORT", "1.5", "INTERNAL_PORT: expected a port number"],
    ["HOST", "a b", "HOST: expected a host name or an IP address"],
    ["LOG_LEVEL", "loud", "LOG_LEVEL: expected one of fatal, error, warn, info, debug, trace, silent"],
    ["MONGODB_URI", "http://x", "MONGODB_URI: expected a mongodb:// URI of a replica set"],
    ["MONGODB_URI", "mongodb://", "MONGODB_URI: expected a mongodb:// URI of a replica set"],
    [
      "MONGODB_URI",
      "mongodb://user:pa/ss@store/",
      "MONGODB_URI: expected a mongodb:// URI of a replica set: its hosts or credentials cannot be read; " +
        "special characters have to be percent-encoded",
    ],
    [
      "MONGODB_URI",
      "mongodb://store/?replicaset=rs0&tlss=on",
      "MONGODB_URI: expected a mongodb:// URI of a replica set: option tlss is not supported",
    ],
    ["MONGODB_DB", "a.b", "MONGODB_DB: expected a database name"],
    ["NATS_URL", "127.0.0.1:4222", "NATS_URL: expected nats:// URLs, separated by commas"],
    ["NATS_CREDS", "a password", "NATS_CREDS: expected the content of a credentials file, as nsc makes it"],
    ["NATS_CREDS", CREDENTIALS, "NATS_URL: expected with NATS_CREDS"],
    ["NATS_PREFIX", "a.b", "NATS_PREFIX: expected up to 32 letters, digits, - and _"],
    ["DRAIN_DELAY_MS", "-1", "DRAIN_DELAY_MS: expected a number of at least 0"],
    ["MAX_CONNECTIONS", "0", "MAX_CONNECTIONS: expected a number of at least 1"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318", "OTEL_EXPORTER_OTLP_ENDPOINT: expected an http:// URL"],
    [
      "OTEL_EXPORTER_OTLP_HEADERS",
      "a-token",
      "OTEL_EXPORTER_OTLP_HEADERS: expected name=value pairs, separated by commas",
    ],
    ["OTEL_SERVICE_NAME", "a b", "OTEL_SERVICE_NAME: expected a name"],
    ["OTEL_TRACES_SAMPLER", "some", `OTEL_TRACES_SAMPLER: expected one of ${SAMPLERS.join(", ")}`],
    ["OTEL_TRACES_SAMPLER_ARG", "2", "OTEL_TRACES_SAMPLER_ARG: expected a number of at most 1"],
    ["AUTH_SECRET", "short", "AUTH_SECRET: expected at least 32 bytes"],
    ["FENCE", "yes", "FENCE: expected one of on, off"],
    ["LIMIT", "10", "LIMIT: expected a number of at most 9"],
    ["MONGODB_URI", undefined, "MONGODB_URI: is not set; expected a mongodb:// URI"],
    ["AUTH_ISSUER", "", "AUTH_ISSUER: is not set; expected the issuer of the tokens"],
    [
      "AUTH_SECRET",
      undefined,
      "AUTH_JWKS_URL | AUTH_PUBLIC_KEY | AUTH_SECRET | AUTH_SECRET_FILE: expected exactly one of them",
    ],
    [
      "AUTH_JWKS_URL",
      "https://id.example.com/jwks",
      "AUTH_JWKS_URL | AUTH_PUBLIC_KEY | AUTH_SECRET | AUTH_SECRET_FILE: expected exactly one of them",
    ],
  ])("is one line: %s=%s [CT-ENV-01] [CT-ENV-08]", (variable, value, line) => {
    expect(faultsOf({ ...REQUIRED, [variable]: value })).toEqual([line]);
  });

  it("is a previous secret without a secret [OPS-3]", () => {
    const { AUTH_SECRET: _secret, ...others } = REQUIRED;
    const AUTH_JWKS_URL = "https://id.example.com/jwks";
    expect(faultsOf({ ...others, AUTH_JWKS_URL, AUTH_SECRET_PREVIOUS: "y".repeat(32) })).toEqual([
      "AUTH_SECRET_PREVIOUS: expected with AUTH_SECRET or AUTH_SECRET_FILE",
    ]);
  });

  it.each(["10.0.0.0/33", "10.0.0.0/8/8", "gateway", "10.0.0.1,", "::1/129"])(
    "is one line: TRUSTED_PROXIES=%s [CT-ENV-01]",
    (ranges) => {
      expect(faultsOf({ ...REQUIRED, TRUSTED_PROXIES: ranges })).toEqual([
        "TRUSTED_PROXIES: expected addresses or ranges like 10.0.0.0/8, separated by commas",
      ]);
    },
  );

  it("is reported together with all others, and never quotes a value [CT-ENV-01]", () => {
    const faults = faultsOf({ PORT: "hunter2", LOG_LEVEL: "loud", AUTH_ISSUER: "x" });
    expect(faults.map((line) => line.split(":")[0])).toEqual([
      "LOG_LEVEL",
      "MONGODB_URI",
      "AUTH_AUDIENCE",
      "PORT",
      "AUTH_JWKS_URL | AUTH_PUBLIC_KEY | AUTH_SECRET | AUTH_SECRET_FILE",
    ]);
    expect(faults.join()).not.toContain("hunter2");
  });
});

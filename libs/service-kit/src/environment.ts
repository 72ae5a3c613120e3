import { isIP } from "node:net";
import { authEnvironment, type VerifierConfig, verifierConfig } from "@countersign/auth";
import { findUriFault } from "@countersign/mongo";
import { SAMPLERS, type TracingConfig } from "@countersign/tracing";
import { z } from "zod";

const port = z.coerce.number("expected a port number").int("expected a port number").min(0).max(65_535);
const host = z.string().regex(/^[\w.:-]{1,253}$/, "expected a host name or an IP address");
const milliseconds = (max: number) =>
  z.coerce.number("expected milliseconds").int("expected whole milliseconds").min(0).max(max);

const PROXY_RANGES = new Set(["loopback", "linklocal", "uniquelocal"]);

/** Whether the text is an address, a range in CIDR notation, or one of proxy-addr's names for ranges. */
function isProxyRange(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  if (PROXY_RANGES.has(text)) return true;
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return (
    bits > 0 && rest.length === 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && +prefix <= bits))
  );
}

const proxyRanges = z
  .string()
  .max(4096)
  .refine((list) => list.split(",").every((range) => isProxyRange(range.trim())), {
    error: "expected addresses or ranges like 10.0.0.0/8, separated by commas",
  })
  .optional();

const count = (min: number, max: number) =>
  z.coerce.number("expected a number").int("expected a whole number").min(min).max(max);

const nameValueList = z
  .string()
  .max(4096)
  .regex(/^\s*[^=,]+=[^,]*(,\s*[^=,]+=[^,]*)*$/, "expected name=value pairs, separated by commas");

/** OpenTelemetry's own variables. The headers and the attributes are read by its SDK. */
const tracingEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: "expected an http:// URL" }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: nameValueList.optional(),
  OTEL_RESOURCE_ATTRIBUTES: nameValueList.optional(),
  OTEL_SERVICE_NAME: z
    .string()
    .regex(/^[\w.-]{1,100}$/, "expected a name")
    .optional(),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number("expected a share from 0 to 1").min(0).max(1).default(1),
};

/** A variable that is `on` or `off`, as a boolean. */
export const onOff = (defaultValue: boolean) =>
  z
    .enum(["on", "off"])
    .default(defaultValue ? "on" : "off")
    .transform((value) => value === "on");

/** The variables that every service has (contract, "Processes"), without its ports. */
export const baseEnvironment = {
  HOST: host.default("127.0.0.1"),
  INTERNAL_HOST: host.default("127.0.0.1"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  MONGODB_URI: z
    .string("expected a mongodb:// URI")
    .regex(/^mongodb(\+srv)?:\/\/\S+$/, { error: "expected a mongodb:// URI of a replica set", abort: true })
    .superRefine((uri, context) => {
      const fault = findUriFault(uri);
      if (fault)
        context.addIssue({ code: "custom", message: `expected a mongodb:// URI of a replica set: ${fault}` });
    }),
  MONGODB_DB: z
    .string()
    .regex(/^[\w-]{1,38}$/, "expected a database name")
    .default("countersign"),
  NATS_URL: z
    .string()
    .regex(/^(nats|tls):\/\/\S+$/, "expected nats:// URLs, separated by commas")
    .optional(),
  NATS_CREDS: z
    .string()
    .max(4096)
    .regex(/-----BEGIN NATS USER JWT-----[^]+-----BEGIN USER NKEY SEED-----/, {
      error: "expected the content of a credentials file, as nsc makes it",
      abort: true,
    })
    .optional(),
  NATS_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_-]{0,32}$/, "expected up to 32 letters, digits, - and _")
    .default(""),
  /** How long the service still accepts requests after its readiness turned false, so that balancers notice. */
  DRAIN_DELAY_MS: milliseconds(60_000).default(0),
  /** How long requests in flight may take to finish once nothing new is accepted. */
  SHUTDOWN_TIMEOUT_MS: milliseconds(300_000).default(10_000),
  /** Connections of the internal port: probes, metrics, operators. */
  INTERNAL_MAX_CONNECTIONS: count(1, 1_000_000).default(1_000),
  /** Proxies whose `X-Forwarded-For` is trusted. */
  TRUSTED_PROXIES: proxyRanges,
  /** Requests without a valid token that one address may send in a minute; 0: any number. */
  ANONYMOUS_REQUESTS_PER_MINUTE: count(0, 1_000_000).default(1_000),
  /** Requests that one user may send in a minute; 0: any number. */
  REQUESTS_PER_MINUTE: count(0, 1_000_000).default(0),
  ...authEnvironment,
  ...tracingEnvironment,
};

/**
 * The schema of a service's environment: the base, its ports with their defaults, and variables of its own.
 * For {@link loadConfig}; pass the result to {@link serviceConfig}.
 */
export function serviceEnvironment<Own extends z.core.$ZodLooseShape>(
  defaults: { port: number; internalPort: number; maxConnections?: number },
  ownVariables: Own,
) {
  return z
    .object({
      ...baseEnvironment,
      PORT: port.default(defaults.port),
      INTERNAL_PORT: port.default(defaults.internalPort),
      MAX_CONNECTIONS: count(1, 1_000_000).default(defaults.maxConnections ?? 10_000),
      ...ownVariables,
    })
    .refine(hasOneKeySource, {
      path: [KEY_SOURCES.join(" | ")],
      error: "expected exactly one of them",
      // Also when other variables are wrong, so that all faults are reported at once.
      when: () => true,
    })
    .refine(hasSecretForPrevious, {
      path: ["AUTH_SECRET_PREVIOUS"],
      error: "expected with AUTH_SECRET or AUTH_SECRET_FILE",
    })
    .refine(hasBrokerForCredentials, { path: ["NATS_URL"], error: "expected with NATS_CREDS" });
}

function hasSecretForPrevious(env: Readonly<Record<string, unknown>>): boolean {
  if (env["AUTH_SECRET_PREVIOUS"] === undefined) return true;
  return env["AUTH_SECRET"] !== undefined || env["AUTH_SECRET_FILE"] !== undefined;
}

function hasBrokerForCredentials(env: Readonly<Record<string, unknown>>): boolean {
  return env["NATS_CREDS"] === undefined || env["NATS_URL"] !== undefined;
}

const KEY_SOURCES = ["AUTH_JWKS_URL", "AUTH_PUBLIC_KEY", "AUTH_SECRET", "AUTH_SECRET_FILE"];

function hasOneKeySource(env: Readonly<Record<string, unknown>>): boolean {
  return KEY_SOURCES.filter((name) => env[name] !== undefined).length === 1;
}

/** The checked variables that every service has. */
export type ServiceEnvironment = z.output<z.ZodObject<typeof baseEnvironment>> & {
  PORT: number;
  INTERNAL_PORT: number;
  MAX_CONNECTIONS: number;
};

/** Where a service listens and how it stops. */
export interface ListenConfig {
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** Open connections at a time; further ones are closed at once. */
  maxConnections: number;
  internalHost: string;
  internalPort: number;
  internalMaxConnections: number;
  drainDelayMs: number;
  shutdownTimeoutMs: number;
}

/** The edge between the clients and the public port. */
export interface EdgeConfig {
  /** Addresses and ranges, separated by commas, whose `X-Forwarded-For` is trusted. */
  trustedProxies?: string;
  /** Requests without a valid token that one address may send in a minute; 0: any number. */
  anonymousPerMinute: number;
  /** Requests that one user may send in a minute; 0: any number. */
  requestsPerMinute: number;
}

/** The part of the configuration that every service has. */
export interface ServiceConfig {
  listen: ListenConfig;
  edge: EdgeConfig;
  logLevel: string;
  mongodb: { uri: string; dbName: string };
  /** Without a broker the service uses the in-process bus. */
  nats: { servers: string[]; credentials?: string } | undefined;
  natsPrefix: string;
  auth: VerifierConfig;
  /** Without it no trace is recorded. */
  tracing: TracingConfig | undefined;
}

/** Maps checked variables to the configuration that the code uses. */
export function serviceConfig(env: ServiceEnvironment): ServiceConfig {
  const auth = verifierConfig(env);
  if (auth === undefined) throw new TypeError("the environment was not checked by serviceEnvironment");
  return {
    listen: {
      host: env.HOST,
      port: env.PORT,
      maxConnections: env.MAX_CONNECTIONS,
      internalHost: env.INTERNAL_HOST,
      internalPort: env.INTERNAL_PORT,
      internalMaxConnections: env.INTERNAL_MAX_CONNECTIONS,
      drainDelayMs: env.DRAIN_DELAY_MS,
      shutdownTimeoutMs: env.SHUTDOWN_TIMEOUT_MS,
    },
    edge: {
      ...(env.TRUSTED_PROXIES !== undefined && { trustedProxies: env.TRUSTED_PROXIES }),
      anonymousPerMinute: env.ANONYMOUS_REQUESTS_PER_MINUTE,
      requestsPerMinute: env.REQUESTS_PER_MINUTE,
    },
    logLevel: env.LOG_LEVEL,
    mongodb: { uri: env.MONGODB_URI, dbName: env.MONGODB_DB },
    nats: env.NATS_URL === undefined ? undefined : natsConfig(env.NATS_URL, env.NATS_CREDS),
    natsPrefix: env.NATS_PREFIX,
    auth,
    tracing: tracingConfig(env),
  };
}

function tracingConfig(env: ServiceEnvironment): TracingConfig | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: serviceName } = env;
  if (endpoint === undefined) return undefined;
  const { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: samplerRatio } = env;
  return { endpoint, sampler, samplerRatio, ...(serviceName !== undefined && { serviceName }) };
}

function natsConfig(url: string, credentials: string | undefined) {
  return { servers: url.split(","), ...(credentials !== undefined && { credentials }) };
}

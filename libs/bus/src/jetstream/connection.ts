import { repeat } from "@countersign/concurrency";
import type { Logger } from "@countersign/service-kit";
import { connect, credsAuthenticator, Events, type ConnectionOptions, type NatsConnection } from "nats";
import { BusUnavailable } from "../bus.ts";

export interface ConnectionSettings {
  servers: string | readonly string[];
  credentials?: string;
  name?: string;
  /** How long the first connection is tried, in milliseconds. */
  connectTimeoutMs: number;
  logger: Pick<Logger, "info" | "warn" | "error">;
}

/** A connection that comes back by itself, for ever. */
export interface BrokerConnection {
  readonly nats: NatsConnection;
  /** `false` while the broker is away. */
  readonly connected: boolean;
  /** Calls back after each reconnection, until the returned function is called. */
  onReconnect(callback: () => void): () => void;
}

const ATTEMPT_TIMEOUT_MS = 2_000;
const RETRY_MS = 250;

/**
 * Connects to NATS.
 *
 * @throws BusUnavailable when no server answered within `connectTimeoutMs`, or at once when the credentials are refused
 */
export async function connectToBroker(settings: ConnectionSettings): Promise<BrokerConnection> {
  const { logger } = settings;
  const nats = await connectWithin(settings);
  const callbacks = new Set<() => void>();
  let isConnected = true;

  const watch = async () => {
    for await (const status of nats.status()) {
      if (status.type === Events.Disconnect) {
        isConnected = false;
        logger.warn("the connection to the broker is lost");
      } else if (status.type === Events.Reconnect) {
        isConnected = true;
        logger.info("the connection to the broker is back");
        for (const callback of callbacks) callback();
      } else if (status.type === Events.Error) {
        logger.error({ fault: status.data }, "the broker reports an error");
      }
    }
    isConnected = false;
  };
  void watch();

  return {
    nats,
    get connected() {
      return isConnected;
    },
    onReconnect(callback) {
      callbacks.add(callback);
      return () => callbacks.delete(callback);
    },
  };
}

/** Whether trying again is of no use. */
const isRefused = (error: unknown): boolean =>
  error instanceof Error && /authorization|authentication|bad_creds/iu.test(error.message);

async function connectWithin(settings: ConnectionSettings): Promise<NatsConnection> {
  const options = optionsOf(settings);
  const addresses = urlsOf(options.servers).map((url) => parseUrl(url).host);
  const deadline = performance.now() + settings.connectTimeoutMs;
  try {
    return await repeat(() => connect(options), {
      waitMs: (_failures, error) =>
        isRefused(error) || performance.now() + RETRY_MS >= deadline ? undefined : RETRY_MS,
      failed: (_error, _waitMs, failures) => {
        if (failures === 1) settings.logger.warn({ addresses }, "the broker does not answer yet");
      },
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BusUnavailable(`NATS at ${addresses.join(",")} (NATS_URL) cannot be reached: ${reason}`, {
      cause: error,
    });
  }
}

function optionsOf({ servers, credentials, name }: ConnectionSettings): ConnectionOptions {
  const urls = urlsOf(servers);
  return {
    servers: urls,
    ...userOf(urls),
    ...(credentials === undefined
      ? {}
      : { authenticator: credsAuthenticator(new TextEncoder().encode(credentials)) }),
    ...(name === undefined ? {} : { name }),
    timeout: ATTEMPT_TIMEOUT_MS,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_MS,
    pingInterval: 10_000,
    maxPingOut: 2,
  };
}

const urlsOf = (servers: string | readonly string[] = []): string[] =>
  typeof servers === "string" ? servers.split(",").map((url) => url.trim()) : [...servers];

const parseUrl = (url: string): URL => new URL(url.includes("://") ? url : `nats://${url}`);

/** User and password of a URL, which the client itself does not read. */
function userOf(urls: readonly string[]): Pick<ConnectionOptions, "user" | "pass"> {
  for (const url of urls) {
    const { username, password } = parseUrl(url);
    if (username !== "") return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  }
  return {};
}

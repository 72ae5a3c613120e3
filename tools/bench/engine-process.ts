import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { createDevelopmentIssuer, type DevelopmentClaims } from "@countersign/auth";
import { START_LINE } from "@countersign/service-kit";

const MAIN = new URL("../../apps/approval-engine/src/main.ts", import.meta.url).pathname;
const AUTH = {
  secret: "a secret of the benchmarks, over 32 bytes",
  issuer: "https://bench.test",
  audience: "bench",
};
const METRICS = { residentBytes: "process_resident_memory_bytes" } as const;

/** The approval engine as it is shipped, in a process of its own. */
export interface EngineProcess {
  url: string;
  bearer(claims: DevelopmentClaims): Promise<string>;
  /** @throws Error with the answer when it has errors */
  graphql<T>(authorization: string, query: string, variables?: Record<string, unknown>): Promise<T>;
  residentMegabytes(): Promise<number>;
  stop(): Promise<void>;
}

/** What an engine works with; without a broker's address messages stay in its process. */
export interface EngineSurroundings {
  uri: string;
  dbName: string;
  natsUrl?: string | undefined;
}

/** @throws Error when the service ends before it listens */
export async function startEngineProcess({
  uri,
  dbName,
  natsUrl,
}: EngineSurroundings): Promise<EngineProcess> {
  const issuer = createDevelopmentIssuer(AUTH);
  const child = spawn(process.execPath, [...START_LINE, MAIN], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      MONGODB_URI: uri,
      MONGODB_DB: dbName,
      ...(natsUrl !== undefined && { NATS_URL: natsUrl }),
      AUTH_SECRET: AUTH.secret,
      AUTH_ISSUER: AUTH.issuer,
      AUTH_AUDIENCE: AUTH.audience,
      PORT: "0",
      INTERNAL_PORT: "0",
    },
  });
  const ended = once(child, "exit");
  const { publicUrl: url, internalUrl } = await Promise.race([
    listening(child.stdout),
    ended.then(() => {
      throw new Error("the approval engine ended before it listened");
    }),
  ]);
  return {
    url,
    bearer: async (claims) => `Bearer ${await issuer.sign(claims)}`,
    async graphql<T>(authorization: string, query: string, variables = {}) {
      const response = await fetch(`${url}/graphql`, {
        method: "POST",
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify({ query, variables }),
      });
      const { data, errors } = (await response.json()) as { data: T; errors?: unknown };
      if (errors !== undefined) throw new Error(JSON.stringify(errors));
      return data;
    },
    async residentMegabytes() {
      const text = await (await fetch(`${internalUrl}/metrics`)).text();
      const [, bytes] = new RegExp(`^${METRICS.residentBytes}\\S* (\\S+)$`, "m").exec(text) ?? [];
      return Number(bytes) / 1_048_576;
    },
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Reads the log until the service says where it listens, and goes on reading so that the pipe never fills. */
async function listening(log: NodeJS.ReadableStream): Promise<{ publicUrl: string; internalUrl: string }> {
  const { promise, resolve } = Promise.withResolvers<{ publicUrl: string; internalUrl: string }>();
  createInterface(log).on("line", (line) => {
    const entry = JSON.parse(line) as { publicUrl?: string; internalUrl?: string };
    if (entry.publicUrl && entry.internalUrl) {
      resolve({ publicUrl: entry.publicUrl, internalUrl: entry.internalUrl });
    }
  });
  return await promise;
}

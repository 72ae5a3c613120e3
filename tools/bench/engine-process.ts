import { fileURLToPath } from "node:url";
import { startServiceReplica, testEnvironment, testTokens, type TestTokens } from "@countersign/testing";

const MAIN = fileURLToPath(import.meta.resolve("@countersign/approval-engine/main"));
const METRICS = { residentBytes: "process_resident_memory_bytes" } as const;

/** The approval engine as shipped, in a process of its own. */
export interface EngineProcess {
  url: string;
  pid: number;
  bearer: TestTokens["bearer"];
  /** @throws Error with the answer when it has errors */
  graphql<T>(authorization: string, query: string, variables?: Record<string, unknown>): Promise<T>;
  residentMegabytes(): Promise<number>;
  stop(): Promise<void>;
}

/** Store and broker of an engine; without a broker messages stay in its process. */
export interface EngineSurroundings {
  uri: string;
  dbName: string;
  natsUrl?: string | undefined;
}

/** With `BENCH_PROFILE`, the folder that gets a CPU profile of the process when it ends. */
export function profileOptions(): { NODE_OPTIONS?: string } {
  const folder = process.env["BENCH_PROFILE"];
  return folder ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` } : {};
}

/** @throws Error when the service ends before it listens */
export async function startEngineProcess({
  uri,
  dbName,
  natsUrl,
}: EngineSurroundings): Promise<EngineProcess> {
  const {
    publicUrl: url,
    internalUrl,
    pid,
    stop,
  } = await startServiceReplica(MAIN, {
    ...testEnvironment({ uri, dbName }),
    // As in its image.
    NODE_ENV: "production",
    ...(natsUrl !== undefined && { NATS_URL: natsUrl }),
    ...profileOptions(),
  });
  return {
    url,
    pid,
    bearer: testTokens().bearer,
    async graphql<T>(authorization: string, query: string, variables = {}) {
      const response = await fetch(`${url}/graphql`, {
        method: "POST",
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify({ query, variables }),
      });
      if (!response.ok) throw new Error(`the engine answered ${response.status}: ${await response.text()}`);
      const { data, errors } = (await response.json()) as { data: T; errors?: unknown };
      if (errors !== undefined) throw new Error(JSON.stringify(errors));
      return data;
    },
    async residentMegabytes() {
      const text = await (await fetch(`${internalUrl}/metrics`)).text();
      const [, bytes] = new RegExp(`^${METRICS.residentBytes}\\S* (\\S+)$`, "m").exec(text) ?? [];
      return Number(bytes) / 1_048_576;
    },
    stop,
  };
}

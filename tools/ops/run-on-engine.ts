import { CONTRACT_PORTS } from "../dev/start/platform-ports.ts";
import { readRunningPlatform } from "../dev/start/running-platform.ts";
import { readOrExplain } from "../usage.ts";
import { TOKEN_HINT } from "./token-hint.ts";
import { DEFAULT_DATA_DIR } from "../workspace.ts";
import { type EngineClient, createEngineClient } from "./workflows/engine-client.ts";
import { Drift, Fault } from "./workflows/fault.ts";

const ENGINE = "approval-engine";
const USUAL = `http://127.0.0.1:${CONTRACT_PORTS.services[ENGINE].public}`;
const FAULT = 1;
const DRIFT = 2;

/** Where a command finds the engine. */
interface Place {
  url?: string | undefined;
  data?: string | undefined;
}

/** A command that speaks to the approval engine. */
export interface EngineCommand<Command extends Place> {
  usage: string;
  /** @throws UsageError */
  parse: (args: string[]) => Command;
  /**
   * @returns the exit code
   * @throws Fault, Drift
   */
  run: (command: Command, client: EngineClient) => Promise<number>;
}

/**
 * Runs a command with this process's arguments on the engine of `--url`, `ENGINE_URL`, or the platform that runs here, as
 * whoever the token `COUNTERSIGN_TOKEN` names. Sets the exit code: 1 for a fault, 2 for drift.
 */
export async function runOnEngine<Command extends Place>({
  usage,
  parse,
  run,
}: EngineCommand<Command>): Promise<void> {
  const command = await readOrExplain(usage, parse, FAULT);
  if (command === undefined) return;
  const running = readRunningPlatform(command.data ?? DEFAULT_DATA_DIR)?.services[ENGINE]?.public;
  const url = command.url ?? (process.env["ENGINE_URL"] || running || USUAL);
  const token = process.env["COUNTERSIGN_TOKEN"];
  if (!token) {
    console.error(`COUNTERSIGN_TOKEN is missing: expected a token of the engine's audience. ${TOKEN_HINT}`);
    process.exitCode = FAULT;
    return;
  }
  const client = createEngineClient(url, token);
  try {
    process.exitCode = await run(command, client);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    console.error(error.message);
    process.exitCode = error instanceof Drift ? DRIFT : FAULT;
  }
}

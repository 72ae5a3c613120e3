import { CONTRACT_PORTS } from "../dev/start/platform-ports.ts";
import { readRunningPlatform } from "../dev/start/running-platform.ts";
import { readOrExplain } from "../usage.ts";
import { DEFAULT_DATA_DIR } from "../workspace.ts";
import { noAddress, nothingAnswers, tokenMissing, tokenRefused } from "./what-is-missing.ts";
import { type EngineClient, createEngineClient } from "./workflows/engine-client.ts";
import { Drift, Fault, TokenRefused, Unanswered } from "./workflows/fault.ts";

const ENGINE = "approval-engine";
const USUAL = `http://127.0.0.1:${CONTRACT_PORTS.services[ENGINE].public}`;
const FAULT = 1;
/** Of wrong arguments and of drift; standard error says which. */
const WRONG_OR_DRIFT = 2;

/** Where a command finds the engine. */
interface Place {
  url?: string | undefined;
  data?: string | undefined;
}

/** A command that speaks to the approval engine. */
export interface EngineCommand<Command extends Place> {
  /** Its name among the scripts of package.json. */
  name: string;
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
 * whoever the token `COUNTERSIGN_TOKEN` names. Sets the exit code: 1 for a fault, 2 for wrong arguments and for drift.
 */
export async function runOnEngine<Command extends Place>({
  name,
  usage,
  parse,
  run,
}: EngineCommand<Command>): Promise<void> {
  const command = await readOrExplain(usage, parse);
  if (command === undefined) return;
  const runningAddress = readRunningPlatform(command.data ?? DEFAULT_DATA_DIR)?.services[ENGINE]?.public;
  const url = command.url ?? (process.env["ENGINE_URL"] || runningAddress || USUAL);
  const token = process.env["COUNTERSIGN_TOKEN"];
  const askingCommand = {
    name,
    service: "engine",
    addressVariable: "ENGINE_URL",
    platform: runningAddress === undefined ? undefined : { data: command.data },
  };
  if (!URL.canParse("/graphql", url)) return end(WRONG_OR_DRIFT, noAddress(url, USUAL));
  if (!token) return end(FAULT, tokenMissing(askingCommand));
  try {
    process.exitCode = await run(command, createEngineClient(url, token));
  } catch (error) {
    if (error instanceof Unanswered) return end(FAULT, nothingAnswers(askingCommand, url));
    if (error instanceof TokenRefused) return end(FAULT, tokenRefused(askingCommand, error.message));
    if (!(error instanceof Fault)) throw error;
    end(error instanceof Drift ? WRONG_OR_DRIFT : FAULT, error.message);
  }
}

function end(exitCode: number, line: string): void {
  console.error(line);
  process.exitCode = exitCode;
}

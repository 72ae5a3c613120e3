/** `npm run workflows`: workflows as a file, read from and published to the approval engine (contract-3, ROUTE-5). */
import { CONTRACT_PORTS } from "../../dev/start/platform-ports.ts";
import { readRunningPlatform } from "../../dev/start/running-platform.ts";
import { readOrExplain } from "../../usage.ts";
import { DEFAULT_DATA_DIR } from "../../workspace.ts";
import { createEngineClient } from "./engine-client.ts";
import { Drift, Fault } from "./fault.ts";
import { runWorkflows } from "./run-workflows.ts";
import { WORKFLOWS_USAGE, parseWorkflowsArguments } from "./workflows-command.ts";

const ENGINE = "approval-engine";
const USUAL = `http://127.0.0.1:${CONTRACT_PORTS.services[ENGINE].public}`;
const FAULT = 1;
const DRIFT = 2;

const command = await readOrExplain(WORKFLOWS_USAGE, parseWorkflowsArguments, FAULT);
if (command !== undefined) {
  const running = readRunningPlatform(command.data ?? DEFAULT_DATA_DIR)?.services[ENGINE]?.public;
  const url = command.url ?? (process.env["ENGINE_URL"] || running || USUAL);
  const client = createEngineClient(url, process.env["COUNTERSIGN_TOKEN"] ?? "");
  try {
    process.exitCode = await runWorkflows(command, client, console.log);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    console.error(error.message);
    process.exitCode = error instanceof Drift ? DRIFT : FAULT;
  }
}

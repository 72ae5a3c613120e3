/** `npm run workflows`: workflows as a file, read from and published to the approval engine (contract-3, ROUTE-5). */
import { runOnEngine } from "../run-on-engine.ts";
import { runWorkflows } from "./run-workflows.ts";
import { WORKFLOWS_USAGE, parseWorkflowsArguments } from "./workflows-command.ts";

await runOnEngine({
  name: "workflows",
  usage: WORKFLOWS_USAGE,
  parse: parseWorkflowsArguments,
  run: (command, client) => runWorkflows(command, client, console.log, console.error),
});

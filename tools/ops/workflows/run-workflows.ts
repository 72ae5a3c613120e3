import { differencesOf, lineOf } from "./compare-content.ts";
import { type DirectoryNames, createDirectoryNames } from "./directory-names.ts";
import type { EngineClient } from "./engine-client.ts";
import { Drift, Fault } from "./fault.ts";
import { findingsOf, isRefused, leavesNobody, publish } from "./publish.ts";
import { readWorkflowFile } from "./read-file.ts";
import { type StoredWorkflow, listWorkflows, readWorkflow, theWorkflow } from "./stored-workflows.ts";
import { type WorkflowContent, contentOfFile, contentOfStored, fileOf } from "./workflow-content.ts";
import type { WorkflowsCommand } from "./workflows-command.ts";
import { writeWorkflowFile } from "./write-file.ts";

export type Say = (line: string) => void;

/**
 * Runs a command on workflows.
 *
 * @param warn - writes to standard error
 * @returns the exit code: 0, or 2 where `diff` has found differences
 * @throws Fault, Drift
 */
export async function runWorkflows(
  command: WorkflowsCommand,
  client: EngineClient,
  say: Say,
  warn: Say,
): Promise<0 | 2> {
  if (command.do === "export") {
    await exportWorkflows(command, client, say);
    return 0;
  }
  const plans = await plansOf(command, client);
  if (command.do === "diff") {
    for (const plan of plans) sayPlan(plan, say);
    const changedCount = plans.filter(isChange).length;
    if (changedCount > 0) warn(`drift: ${changedCount} of ${plans.length} differ from the file`);
    return changedCount > 0 ? 2 : 0;
  }
  await apply(command, plans, client, say);
  return 0;
}

async function exportWorkflows(
  { file, only }: WorkflowsCommand & { do: "export" },
  client: EngineClient,
  say: Say,
): Promise<void> {
  const listedWorkflows = await listWorkflows(client);
  const wantedWorkflows =
    only.length === 0 ? listedWorkflows : only.map((givenName) => wantedBy(givenName, listedWorkflows));
  if (wantedWorkflows.length === 0) throw new Fault("the company has no workflow");
  const storedWorkflows = await Array.fromAsync(wantedWorkflows, ({ _id }) => readWorkflow(client, _id));
  const names = createDirectoryNames(client, storedWorkflows);
  const workflows = await Array.fromAsync(storedWorkflows, (storedWorkflow) =>
    fileOf(storedWorkflow._id, contentOfStored(storedWorkflow), names),
  );
  writeWorkflowFile(file, { workflows });
  say(`${file}: ${workflows.map(({ name }) => name).join(", ")}`);
}

function wantedBy(givenName: string, listedWorkflows: Awaited<ReturnType<typeof listWorkflows>>) {
  const foundWorkflow =
    listedWorkflows.find(({ _id }) => _id === givenName.toLowerCase()) ??
    theWorkflow(listedWorkflows, { name: givenName });
  if (foundWorkflow === undefined) throw new Fault(`${givenName}: the company has no such workflow`);
  return foundWorkflow;
}

/** A workflow of the file beside the one of the company. */
interface Plan {
  stored: StoredWorkflow | undefined;
  content: WorkflowContent;
  lines: string[];
}

const isChange = ({ stored, lines }: Plan): boolean => stored === undefined || lines.length > 0;

/** @throws Drift at another version than the expected one; Fault */
async function plansOf(
  { file, expectVersion }: WorkflowsCommand & { do: "diff" | "apply" },
  client: EngineClient,
): Promise<Plan[]> {
  const { workflows } = readWorkflowFile(file);
  if (expectVersion !== undefined && workflows.length > 1) {
    throw new Fault(`${file}: expected one workflow beside --expect-version, found ${workflows.length}`);
  }
  const listedWorkflows = await listWorkflows(client);
  const foundIds = workflows.map((fileWorkflow) => theWorkflow(listedWorkflows, fileWorkflow)?._id);
  refuseTwins(file, workflows, foundIds);
  const storedWorkflows = await Array.fromAsync(foundIds, async (id) =>
    id === undefined ? undefined : readWorkflow(client, id),
  );
  if (expectVersion !== undefined) refuseDrift(storedWorkflows[0], expectVersion);
  const names = createDirectoryNames(
    client,
    storedWorkflows.filter((storedWorkflow) => storedWorkflow !== undefined),
  );
  return Array.fromAsync(workflows, (fileWorkflow, place) =>
    planOf(fileWorkflow, storedWorkflows[place], names),
  );
}

async function planOf(
  fileWorkflow: Parameters<typeof contentOfFile>[0],
  storedWorkflow: StoredWorkflow | undefined,
  names: DirectoryNames,
): Promise<Plan> {
  const content = await contentOfFile(fileWorkflow, storedWorkflow, names);
  const differences = await differencesOf(storedWorkflow && contentOfStored(storedWorkflow), content, names);
  return { stored: storedWorkflow, content, lines: differences.map(lineOf) };
}

function refuseTwins(
  file: string,
  workflows: readonly { name: string }[],
  ids: readonly (string | undefined)[],
): void {
  const seenKeys = new Set<string>();
  for (const [place, { name }] of workflows.entries()) {
    const key = ids[place] ?? `new ${name}`;
    if (seenKeys.has(key))
      throw new Fault(`${file}: workflows.${place}: expected each workflow once, found ${name} again`);
    seenKeys.add(key);
  }
}

function refuseDrift(storedWorkflow: StoredWorkflow | undefined, expected: number): void {
  const version = storedWorkflow?.version ?? 0;
  if (version !== expected) throw new Drift(`the workflow is at version ${version}, expected ${expected}`);
}

function sayPlan({ stored, content, lines }: Plan, say: Say): void {
  if (stored === undefined) say(`${content.name}: new`);
  else say(`${content.name} (version ${stored.version}): ${lines.length === 0 ? "unchanged" : "changed"}`);
  for (const line of lines) say(`  ${line}`);
}

/** Publishes what differs, once the engine has judged all of it. */
async function apply(
  { expectVersion, dryRun, allow }: WorkflowsCommand & { do: "apply" },
  plans: readonly Plan[],
  client: EngineClient,
  say: Say,
): Promise<void> {
  const faults: string[] = [];
  const unattendedStages: string[] = [];
  for (const plan of plans) {
    sayPlan(plan, say);
    if (!isChange(plan)) continue;
    for (const finding of await findingsOf(client, plan.stored?._id, plan.content)) {
      say(`  ! ${finding.message} (${finding.code})`);
      const line = `${plan.content.name}: ${finding.message}`;
      if (isRefused(finding)) faults.push(line);
      if (leavesNobody(finding)) unattendedStages.push(line);
    }
  }
  if (faults.length > 0) throw new Fault([...faults, "nothing was published"].join("\n"));
  if (unattendedStages.length > 0 && !allow) {
    const hint = "nothing was published; --allow publishes stages that nobody can decide, too";
    throw new Fault([...unattendedStages, hint].join("\n"));
  }
  if (dryRun) {
    say("dry run: nothing was published");
    return;
  }
  for (const { stored, content } of plans.filter(isChange)) {
    const { workflowId, version } = await publish(
      client,
      stored?._id,
      content,
      expectVersion ?? stored?.version,
    );
    say(`${content.name}: version ${version} of ${workflowId} published`);
  }
}

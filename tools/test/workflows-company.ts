import { join } from "node:path";
import { newId, toObjectId } from "@countersign/mongo";
import { type TestStore, testTokens } from "@countersign/testing";
import { type EngineClient, createEngineClient } from "../ops/workflows/engine-client.ts";
import { Drift, Fault } from "../ops/workflows/fault.ts";
import { runWorkflows } from "../ops/workflows/run-workflows.ts";
import { parseWorkflowsArguments } from "../ops/workflows/workflows-command.ts";
import { WORKSPACE_ROOT } from "../workspace.ts";

/** The worked example of workflows as code. */
export const EXAMPLE = join(WORKSPACE_ROOT, "examples/workflows/purchase-order.yaml");
const PEOPLE = ["ines", "helen", "priya", "ada"] as const;

/** A company with the people of the example, and somebody who keeps its workflows as a file. */
export interface WorkflowsCompany {
  companyId: string;
  token: string;
  client: EngineClient;
  ids: Record<(typeof PEOPLE)[number], string>;
  /** Runs a command. @returns its exit code and lines, or the fault with the lines before it */
  run: (...args: string[]) => Promise<{ code: 0 | 1 | 2; said: string[]; fault?: string }>;
  addPerson: (name: string, fields?: { email?: string; active?: boolean }) => Promise<string>;
}

/** @param engineUrl - public address of an engine on the store */
export async function aWorkflowsCompany(
  { db }: Pick<TestStore, "db">,
  engineUrl: string,
): Promise<WorkflowsCompany> {
  const companyId = newId();
  const token = await testTokens().sign({ sub: newId(), companyId, privileged: true });
  const client = createEngineClient(engineUrl, token);
  const addPerson: WorkflowsCompany["addPerson"] = async (name, fields = {}) => {
    const id = newId();
    const email = `${name}@harbour-lane.example`;
    await db
      .collection("users")
      .insertOne({ _id: toObjectId(id), companyId: toObjectId(companyId), name, email, ...fields });
    return id;
  };
  const ids = Object.fromEntries(
    await Array.fromAsync(PEOPLE, async (name) => [name, await addPerson(name)]),
  ) as WorkflowsCompany["ids"];
  const run: WorkflowsCompany["run"] = async (...args) => {
    const printedLines: string[] = [];
    try {
      const code = await runWorkflows(
        parseWorkflowsArguments(args),
        client,
        (line) => printedLines.push(line),
        () => undefined,
      );
      return { code, said: printedLines };
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return { code: error instanceof Drift ? 2 : 1, said: printedLines, fault: error.message };
    }
  };
  return { companyId, token, client, ids, run, addPerson };
}

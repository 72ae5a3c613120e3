import type { ApproverSource } from "@countersign/contracts";

import type { EngineClient } from "./engine-client.ts";
import { Fault } from "./fault.ts";
import { LADDER, type StoredLadder } from "./stored-ladder.ts";
import type { FileStage, FileWorkflow } from "./workflow-file.ts";

/** A workflow, as the engine has it. */
export interface StoredWorkflow {
  _id: string;
  ref: string | null;
  name: string;
  description: string | null;
  status: NonNullable<FileWorkflow["status"]>;
  version: number;
  facts: { key: string; type: NonNullable<FileWorkflow["facts"]>[number]["type"]; required: boolean }[];
  stages: StoredStage[];
}

export interface StoredStage extends StoredLadder {
  key: string;
  name: string;
  order: number;
  status: NonNullable<FileStage["status"]>;
  when: string | null;
  approveBy: NonNullable<FileStage["approveBy"]>;
  quorum: number | null;
  rejectBy: NonNullable<FileStage["rejectBy"]>;
  bulk: boolean;
  approvers: StoredApprover[];
}

export interface StoredApprover {
  approverId: string | null;
  approver: { email: string | null } | null;
  source: { [Field in SourceField]?: unknown } | null;
  groups: string[];
}

type SourceField = ApproverSource extends infer Source
  ? Source extends unknown
    ? keyof Source
    : never
  : never;

const PAGE = 100;

const STAGE = `key name order status when approveBy quorum rejectBy bulk ${LADDER} approvers { approverId approver { email } groups
  source { groupId submitterManager { levels untilLimit } departmentHead { of } fact previousApproverManager } }`;
const FIND = `query FindWorkflow($id: ID!) { findWorkflow(input: { _id: $id }) {
  _id ref name description status version facts { key type required } stages { ${STAGE} } } }`;
const LIST = `query ListWorkflows($skip: Int!) { workflowPage(input: { skip: $skip, take: ${PAGE} }) {
  total data { _id name } } }`;

/** A workflow's id and name. */
export interface ListedWorkflow {
  _id: string;
  name: string;
}

/** All workflows of the company, by name. */
export async function listWorkflows({ ask }: EngineClient): Promise<ListedWorkflow[]> {
  const workflowsById = new Map<string, ListedWorkflow>();
  for (let skip = 0; ; skip += PAGE) {
    const { workflowPage } = await ask<{ workflowPage: { total: number; data: ListedWorkflow[] } }>(LIST, {
      skip,
    });
    for (const workflow of workflowPage.data) workflowsById.set(workflow._id, workflow);
    if (skip + PAGE >= workflowPage.total) break;
  }
  return [...workflowsById.values()].toSorted((left, right) => compareBy(left, right));
}

function compareBy(left: ListedWorkflow, right: ListedWorkflow): number {
  if (left.name !== right.name) return left.name < right.name ? -1 : 1;
  return left._id < right._id ? -1 : 1;
}

/** @throws Fault for one that was deleted meanwhile */
export async function readWorkflow({ ask }: EngineClient, id: string): Promise<StoredWorkflow> {
  const { findWorkflow } = await ask<{ findWorkflow: StoredWorkflow | null }>(FIND, { id });
  if (findWorkflow === null) throw new Fault(`workflow ${id} is not known`);
  return findWorkflow;
}

/**
 * The workflow that a name or an id means.
 *
 * @returns nothing for a name that no workflow has
 * @throws Fault for an id that no workflow has, and for a name that several have
 */
export function theWorkflow(
  listedWorkflows: readonly ListedWorkflow[],
  { id, name }: { id?: string | undefined; name: string },
): ListedWorkflow | undefined {
  if (id !== undefined) {
    const foundWorkflow = listedWorkflows.find(({ _id }) => _id === id);
    if (foundWorkflow) return foundWorkflow;
    throw new Fault(
      `${name}: the company has no workflow ${id}; without an id, it is found by its name or created`,
    );
  }
  const namesakes = listedWorkflows.filter((workflow) => workflow.name === name);
  if (namesakes.length <= 1) return namesakes[0];
  const ids = namesakes.map(({ _id }) => _id).join(", ");
  throw new Fault(`${name}: ${namesakes.length} workflows have this name; expected id, one of ${ids}`);
}

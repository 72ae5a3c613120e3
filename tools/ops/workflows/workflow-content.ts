import type { ApproverSource } from "@countersign/contracts";
import { stageKeys } from "@countersign/domain/routing";

import type { DirectoryNames } from "./directory-names.ts";
import type { StoredApprover, StoredStage, StoredWorkflow } from "./stored-workflows.ts";
import { ladderOfFile, ladderToFile } from "./stage-ladder.ts";
import { type ContentLadder, type StoredLadder, ladderOfStored } from "./stored-ladder.ts";
import type { FileApprover, FileStage, FileWorkflow } from "./workflow-file.ts";

/** A workflow with everything that a file can say of it, people and groups by their ids. */
export interface WorkflowContent {
  name: string;
  description: string | null;
  status: StoredWorkflow["status"];
  facts: StoredWorkflow["facts"];
  stages: ContentStage[];
}

export interface ContentStage extends Omit<StoredStage, "approvers" | keyof StoredLadder>, ContentLadder {
  approvers: ContentApprover[];
}

export type ContentApprover = { groups: string[] } & ({ approverId: string } | { source: ApproverSource });

/** The content of a workflow that the engine has. */
export function contentOfStored({
  name,
  description,
  status,
  facts,
  stages,
}: StoredWorkflow): WorkflowContent {
  return {
    name,
    description: description || null,
    status,
    facts: facts.map(({ key, type, required }) => ({ key, type, required })),
    stages: stages.map((stage) =>
      Object.assign({}, stage, ladderOfStored(stage), { approvers: stage.approvers.map(approverOfStored) }),
    ),
  };
}

function approverOfStored({ approverId, source, groups }: StoredApprover): ContentApprover {
  if (approverId !== null) return { approverId, groups };
  return { source: withoutNulls(source ?? {}) as ApproverSource, groups };
}

/** GraphQL answers null for the fields of a source that it does not have. */
function withoutNulls(record: object): Record<string, unknown> {
  const present = Object.entries(record).filter(([, value]) => value !== null);
  return Object.fromEntries(
    present.map(([name, value]) => [name, typeof value === "object" ? withoutNulls(value as object) : value]),
  );
}

/**
 * The content that a file asks for. States that it leaves out stay as they are; everything else that it leaves out has its
 * default.
 *
 * @param storedWorkflow - the workflow of now; nothing for a new one
 * @throws Fault for people and groups that the company does not have
 */
export async function contentOfFile(
  { name, description, status, facts = [], stages }: FileWorkflow,
  storedWorkflow: StoredWorkflow | undefined,
  names: DirectoryNames,
): Promise<WorkflowContent> {
  const keys = stageKeys(stages);
  const statusOf = new Map(storedWorkflow?.stages.map((stage) => [stage.key, stage.status]));
  return {
    name,
    description: description || null,
    status: status ?? storedWorkflow?.status ?? "DRAFT",
    facts: facts.map(({ key, type, required = false }) => ({ key, type, required })),
    stages: await Array.fromAsync(stages, async (stage, place): Promise<ContentStage> => {
      const key = keys[place] ?? "";
      const approvers = await Array.fromAsync(stage.approvers, (fileApprover) =>
        approverOfFile(fileApprover, names),
      );
      return {
        ...rulesOf(stage, place),
        ...(await ladderOfFile(stage, names)),
        key,
        status: stage.status ?? statusOf.get(key) ?? "DRAFT",
        approvers,
      };
    }),
  };
}

function rulesOf(
  { name, order, when, approveBy = "ANY", quorum, rejectBy = "VETO", bulk = true }: FileStage,
  place: number,
): Omit<ContentStage, "key" | "status" | "approvers" | keyof ContentLadder> {
  return {
    name,
    order: order ?? place + 1,
    when: when ?? null,
    approveBy,
    quorum: quorum ?? null,
    rejectBy,
    bulk,
  };
}

async function approverOfFile(fileApprover: FileApprover, names: DirectoryNames): Promise<ContentApprover> {
  const { groups = [] } = fileApprover;
  if ("person" in fileApprover) {
    return { approverId: await names.personId({ name: fileApprover.person, id: fileApprover.id }), groups };
  }
  if ("group" in fileApprover) {
    return {
      source: { groupId: await names.groupId({ name: fileApprover.group, id: fileApprover.id }) },
      groups,
    };
  }
  const { groups: _groups, ...source } = fileApprover;
  return { source, groups };
}

/** A workflow as a file has it. */
export async function fileOf(
  id: string,
  content: WorkflowContent,
  names: DirectoryNames,
): Promise<FileWorkflow> {
  const { name, description, status, facts, stages } = content;
  return {
    id,
    name,
    ...(description && { description }),
    status,
    ...(facts.length > 0 && { facts: facts.map(factOfContent) }),
    stages: await Array.fromAsync(stages, (stage, place) => stageOfContent(stage, place, names)),
  };
}

function factOfContent({ key, type, required }: WorkflowContent["facts"][number]) {
  return required ? { key, type, required } : { key, type };
}

async function stageOfContent(stage: ContentStage, place: number, names: DirectoryNames): Promise<FileStage> {
  const { key, name, order, status, when, approveBy, quorum, rejectBy, bulk, approvers } = stage;
  return {
    key,
    name,
    ...(order !== place + 1 && { order }),
    ...(status !== "DRAFT" && { status }),
    ...(when !== null && { when }),
    approveBy,
    ...(quorum !== null && { quorum }),
    ...(rejectBy !== "VETO" && { rejectBy }),
    ...(!bulk && { bulk }),
    approvers: await Array.fromAsync(approvers, (contentApprover) =>
      approverOfContent(contentApprover, names),
    ),
    ...(await ladderToFile(stage, names)),
  };
}

async function approverOfContent(
  contentApprover: ContentApprover,
  names: DirectoryNames,
): Promise<FileApprover> {
  const labels = contentApprover.groups.length > 0 ? { groups: contentApprover.groups } : {};
  if ("approverId" in contentApprover) {
    const { approverId: id } = contentApprover;
    const email = names.emailOf(id);
    return email === undefined ? { person: id, ...labels } : { person: email, id, ...labels };
  }
  const { source } = contentApprover;
  if (!("groupId" in source)) return { ...source, ...labels };
  const { groupId: id } = source;
  const group = await names.groupName(id);
  return group === undefined ? { group: id, ...labels } : { group, id, ...labels };
}

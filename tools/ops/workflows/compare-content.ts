import { canonicalJson } from "@countersign/domain/canonical-json";
import { type VersionDifference, versionDifferences } from "@countersign/domain/routing";

import type { DirectoryNames } from "./directory-names.ts";
import { shownLadder } from "./stage-ladder.ts";
import type { ContentApprover, WorkflowContent } from "./workflow-content.ts";

const NOTHING: WorkflowContent = { name: "", description: null, status: "DRAFT", facts: [], stages: [] };

/**
 * The differences that a file makes to a workflow. The order of a stage's approvers, and of their labels, is no difference.
 *
 * @param before - the workflow of now; nothing for a new one
 */
export async function differencesOf(
  before: WorkflowContent | undefined,
  after: WorkflowContent,
  names: DirectoryNames,
): Promise<VersionDifference[]> {
  const has = await showContent(after, names);
  const earlierContent = await showContent(before ?? { ...NOTHING, name: after.name }, names);
  const ownDifferences = (["description", "status"] as const)
    .filter((field) => earlierContent[field] !== has[field])
    .map((field) => ({ path: field, before: earlierContent[field], after: has[field] }));
  return [...ownDifferences, ...versionDifferences(earlierContent, has)];
}

/** A difference on one line. */
export function lineOf({ path, before, after }: VersionDifference): string {
  if (before === null) return `+ ${path}: ${valueText(after)}`;
  if (after === null) return `- ${path}: ${valueText(before)}`;
  return `~ ${path}: ${valueText(before)} → ${valueText(after)}`;
}

const valueText = (value: unknown): string => JSON.stringify(value);

async function showContent(content: WorkflowContent, names: DirectoryNames) {
  const stages = await Array.fromAsync(content.stages, async ({ approvers, ...stage }) => {
    const { calendarId, dueIn, remind, escalate, atEnd, endAfter, ...rule } = stage;
    const ladder = { calendarId, dueIn, remind, escalate, atEnd, endAfter };
    const labels = await Array.fromAsync(approvers, (approver) => approverText(approver, names));
    const shownRule = { ...withoutNulls(rule), ...(await shownLadder(ladder, names)) };
    return { ...shownRule, key: stage.key, approvers: labels.toSorted() };
  });
  return { ...content, stages };
}

/** A stage without a condition has none, rather than null. */
function withoutNulls(record: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}

/** Such as `ann@example.com (5eed…)` and `group Directors (5eed…) as legal, board`. */
async function approverText(approver: ContentApprover, names: DirectoryNames): Promise<string> {
  const labels = approver.groups.length > 0 ? ` as ${approver.groups.toSorted().join(", ")}` : "";
  if ("approverId" in approver) {
    const { approverId: id } = approver;
    const email = names.emailOf(id);
    return `${email === undefined ? id : `${email} (${id})`}${labels}`;
  }
  const { source } = approver;
  if (!("groupId" in source)) return `${canonicalJson(source)}${labels}`;
  return `group ${(await names.groupName(source.groupId)) ?? ""} (${source.groupId})${labels}`;
}

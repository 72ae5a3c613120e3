import type { Grant, WorkflowTaskKind, WorkflowTaskStatus } from "@countersign/domain/approval";

import { askedText } from "./lists.ts";

/** The only tasks with approvers to decide. */
const ACTIVE: WorkflowTaskStatus = "AWAITING_APPROVAL";

/**
 * The texts by which tasks are found that wait for somebody whom a user may represent; where the search names the kinds,
 * one for all kinds is enough.
 */
export function representedTexts(
  grants: readonly Grant[],
  { status = ACTIVE, kinds = [] }: { status?: WorkflowTaskStatus; kinds?: readonly WorkflowTaskKind[] } = {},
): string[] {
  if (status !== ACTIVE) return [];
  const texts = grants.flatMap(({ principalId, kinds: covered }) => {
    if (covered.length === 0) return [askedText(principalId)];
    const wanted = kinds.length === 0 ? covered : covered.filter((kind) => kinds.includes(kind));
    return wanted.map((kind) => askedText(principalId, kind));
  });
  return [...new Set(texts)];
}

import type { Id } from "@countersign/domain/approval";
import { listLimitOf } from "@countersign/graphql";

import { usersEscalatedTo } from "../ladders/index.ts";
import type { ApprovalRule } from "./rule-view.ts";
import { LISTS } from "./sdl.ts";

const MOST = listLimitOf(LISTS, "ApprovalRule", "people");

/** Those whom the stages of a rule and of its draft name, each once. */
export function peopleOf({ stages, draft }: Pick<ApprovalRule, "stages" | "draft">): Id[] {
  const all = [...stages, ...(draft?.stages ?? [])];
  const namedIds = all.flatMap(({ approvers = [] }) => approvers.map(({ approverId }) => approverId));
  return [...new Set([...namedIds, ...usersEscalatedTo(all)])].slice(0, MOST);
}

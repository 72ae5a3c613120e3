import { type Text, text } from "@countersign/texts";
import { assertLadder, assertSources, quorumFault, tallyOf } from "../approval/index.ts";
import { DomainError } from "../errors/index.ts";
import type { HrApprovalKind, HrApprovalPolicy, HrApprovalRole, PolicyLevel } from "./types.ts";

const LINE: readonly HrApprovalRole[] = ["MANAGER", "HEAD_OF_DEPARTMENT", "HR"];

/** The policies a company starts with (specification: "Default policies"). */
export const DEFAULT_POLICIES: readonly HrApprovalPolicy[] = [
  defaultPolicy("LEAVE", LINE),
  defaultPolicy("CLAIM", LINE),
  defaultPolicy("LOAN", LINE),
  defaultPolicy("ADVANCE", ["MANAGER", "HR"]),
];

function defaultPolicy(kind: HrApprovalKind, roles: readonly HrApprovalRole[]): HrApprovalPolicy {
  return { kind, levels: roles.map((role, index) => ({ role, order: index + 1, approveBy: "ANY" })) };
}

/**
 * Refuses the levels of a policy that break a rule (specification: "Limits"): at least one level; each order a
 * positive integer; orders and roles unique, so that there are never more levels than roles; ladders that ascend.
 *
 * @throws DomainError `INVALID_INPUT`, naming the field
 */
export function assertLevels(levels: readonly PolicyLevel[]): void {
  if (levels.length === 0) {
    throw new DomainError("INVALID_INPUT", text("policy.noLevel"), { field: "levels" });
  }
  const orders = new Set<number>();
  const roles = new Set<HrApprovalRole>();
  for (const [index, level] of levels.entries()) {
    const { order, role } = level;
    if (!Number.isSafeInteger(order) || order < 1) {
      refuse(index, "order", text("policy.orderNotPositive"));
    }
    if (orders.has(order)) {
      refuse(index, "order", text("policy.orderTwice", { order }));
    }
    if (roles.has(role)) {
      refuse(index, "role", text("policy.roleTwice", { role }));
    }
    assertQuorum(level, index);
    assertLadder(level, `levels.${index}`);
    orders.add(order);
    roles.add(role);
  }
  const stages = levels.map(({ role, order, approvers = [] }) => ({
    name: role,
    order,
    sources: approvers.filter((approver) => "source" in approver),
  }));
  assertSources(stages, (index) => `levels.${index}.approvers`);
}

/**
 * A role has one holder, who carries no groups: more approvals than theirs and those of whom the level names beside them
 * can never be reached (contract-2, PPL-4). How many a source yields is known when it is asked.
 */
function assertQuorum(level: PolicyLevel, index: number): void {
  const { approvers = [] } = level;
  const fault = quorumFault(level);
  if (fault !== undefined) refuse(index, "quorum", fault);
  if (approvers.some((approver) => "source" in approver)) return;
  const groups = [...new Set(approvers.flatMap((approver) => approver.groups ?? []))];
  const otherSeats = approvers.map((approver) => ({
    status: "PENDING" as const,
    groups: approver.groups ?? [],
  }));
  const { isReachable } = tallyOf({ ...level, groups }, [{ status: "PENDING" }, ...otherSeats]);
  if (!isReachable) refuse(index, "quorum", text("workflow.quorumUnreachable", { stage: level.role }));
}

function refuse(index: number, name: keyof PolicyLevel, why: Text): never {
  throw new DomainError("INVALID_INPUT", why, { field: `levels.${index}.${name}` });
}

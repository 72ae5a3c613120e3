import { quorumToSend } from "./stage-rule.ts";
import type { HrApprovalPolicyLevelInput } from "../graphql/generated/documents.ts";
import type { Role, RuleStage } from "./rule.ts";
import { approverToSend } from "./stored-rule.ts";
import { timeToSend } from "./stage-time.ts";

const ROLES: readonly Role[] = ["MANAGER", "HEAD_OF_DEPARTMENT", "HR"];

/** The role that a level of a policy asks first. */
const roleOf = ({ approvers }: Pick<RuleStage, "approvers">): Role | undefined =>
  approvers.flatMap(({ asked }) => (asked.by === "role" ? [asked.role] : []))[0];

/** The roles that no level of a policy asks. */
export const freeRoles = (stages: readonly RuleStage[]): Role[] =>
  ROLES.filter((role) => !stages.some((stage) => roleOf(stage) === role));

/** The stages of a policy as the engine takes them: levels, each of a role and those who are asked beside it. */
export const levelsToSend = (stages: readonly RuleStage[]): HrApprovalPolicyLevelInput[] =>
  stages.map(levelToSend);

function levelToSend(stage: RuleStage, index: number): HrApprovalPolicyLevelInput {
  return {
    role: roleOf(stage) ?? "MANAGER",
    order: index + 1,
    approveBy: stage.approveBy,
    quorum: quorumToSend(stage.quorum) ?? null,
    rejectBy: stage.rejectBy,
    bulk: stage.bulk,
    approvers: stage.approvers.filter(({ asked }) => asked.by !== "role").map(approverToSend),
    ...(stage.time && timeToSend(stage.time)),
  };
}

/** The name that the engine has for a field of a policy's stage: its approvers are those beside the role. */
export function levelField(field: string): string {
  const [, stage, rest = ""] = /^stages(\.\d+)?(.*)$/u.exec(field) ?? [];
  const [, place, part = ""] = /^\.approvers\.(\d+)(.*)$/u.exec(rest) ?? [];
  return `levels${stage ?? ""}${place === undefined ? rest : `.approvers.${Number(place) - 1}${part}`}`;
}

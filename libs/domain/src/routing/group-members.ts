import { MAX_ASKED_MEMBERS, type UserGroup } from "../approval/people.ts";
import type { Id, SourcedSeats, StageInput } from "../approval/types.ts";

/** A stage without its sources. */
export interface NamedMembers {
  stage: StageInput;
  /** Whether everybody whom it asks is among its approvers: they do not depend on the document. */
  isWhole: boolean;
}

/** The stage with the members of its groups among its approvers, as far as these can be asked (contract-3, SRC-2). */
export function withMembers(stage: StageInput, groups: ReadonlyMap<Id, UserGroup>): NamedMembers {
  const { sources = [], ...namedStage } = stage;
  if (sources.length === 0) return { stage, isWhole: true };
  const labels = new Map(namedStage.approverIds.map((id) => [id, new Set(namedStage.groups?.[id])]));
  let isWhole = true;
  for (const { source, groups: ownGroups = [] } of sources) {
    const members = membersOf(source, groups);
    if (members === undefined) isWhole = false;
    for (const id of members ?? []) labels.set(id, new Set([...(labels.get(id) ?? []), ...ownGroups]));
  }
  const carriedGroups = [...labels].flatMap(([id, ownLabels]) =>
    ownLabels.size > 0 ? [[id, [...ownLabels]] as const] : [],
  );
  const { groups: _groups, ...rule } = namedStage;
  const approvers = {
    approverIds: [...labels.keys()],
    ...(carriedGroups.length > 0 && { groups: Object.fromEntries(carriedGroups) }),
  };
  return { stage: { ...rule, ...approvers }, isWhole };
}

function membersOf(
  source: SourcedSeats["source"],
  groups: ReadonlyMap<Id, UserGroup>,
): readonly Id[] | undefined {
  const group = "groupId" in source ? groups.get(source.groupId) : undefined;
  if (group === undefined || group.active === false) return undefined;
  const { memberIds } = group;
  return memberIds.length > 0 && memberIds.length <= MAX_ASKED_MEMBERS ? memberIds : undefined;
}

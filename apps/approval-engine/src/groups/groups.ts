import { type Change, asRead, groupMadeBy, leaverChangesAmong } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { toObjectId } from "@countersign/mongo";
import { text } from "@countersign/texts";

import { refuseUnknown } from "../approval-settings/index.ts";
import { assertPrivilegedPerson, changeBy } from "../shared/caller.ts";
import { peopleAmong } from "../shared/people.ts";
import type { RecordOf } from "../shared/record-of.ts";
import { type RecordDependencies, withChanges, createRecordUseCases } from "../shared/record-use-cases.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { createUserGroupInput, updateUserGroupInput } from "./inputs.ts";
import { type UserGroupRecord, isOfDirectory, versionOf } from "./records.ts";
import { GROUPS, createGroups } from "./repositories.ts";

type KeptGroup = RecordOf<UserGroupRecord>;

/**
 * `createUserGroup`, `updateUserGroup` and `deleteUserGroup`, by privileged people (contract-3, SRC-2). A group of the
 * directory is changed by the directory alone.
 */
export function createGroupUseCases({
  transact,
  noteChange,
}: Pick<RecordDependencies, "transact" | "noteChange">) {
  return createRecordUseCases<KeptGroup, typeof createUserGroupInput, typeof updateUserGroupInput>(
    { transact, noteChange, authorize: assertPrivilegedPerson },
    {
      missingText: "missing.group",
      collection: GROUPS,
      series: "UG",
      storeOf: createGroups,
      versions: { of: versionOf, changedText: "group.hasChanged" },
      createInput: createUserGroupInput,
      updateInput: updateUserGroupInput,
      build: async (scope, companyId, { name, memberIds }, caller) => {
        await assertOnlyOne(scope, companyId, name);
        await assertKnown(scope, companyId, memberIds);
        const madeBy = groupMadeBy(undefined, { memberIds }, changeBy(caller, scope.now));
        return { name, memberIds, changes: 1, ...(madeBy && { madeBy }) };
      },
      change: async (scope, record, input, caller) => {
        assertKeptHere(record);
        if (input.name !== undefined && asRead(input.name) !== asRead(record.name)) {
          await assertOnlyOne(scope, record.companyId, input.name);
        }
        await assertKnown(scope, record.companyId, input.memberIds ?? [], record.memberIds);
        const after = withChanges(record, input);
        const by = changeBy(caller, scope.now);
        const leaverChanges = await leaverChangesOf(scope, record, after.memberIds);
        const madeBy = groupMadeBy(record, after, by, leaverChanges) ?? null;
        return withChanges(after, { madeBy, changes: versionOf(record) + 1 });
      },
      // The deletion itself is in the base fields.
      removed: async (scope, record) => {
        const leaverChanges = await leaverChangesOf(scope, record, []);
        const madeBy = groupMadeBy(record, { memberIds: [] }, undefined, leaverChanges);
        return withChanges(record, { madeBy: madeBy ?? null });
      },
      afterRemove: async (_scope, _caller, record) => assertKeptHere(record),
      asked: (before, input) => {
        // No rule asks by a group that is about to be made.
        if (before === undefined) return {};
        const { _id } = before;
        const memberIds = input === undefined ? [] : (input.memberIds ?? before.memberIds);
        return { id: _id, organisation: { group: { _id, memberIds } } };
      },
    },
  );
}

/** The changes that marked those as leavers whom a group loses. */
async function leaverChangesOf(
  scope: TransactionScope,
  { companyId, memberIds }: KeptGroup,
  idsLeft: readonly string[],
): Promise<Change[]> {
  const lostIds = memberIds.filter((userId) => !idsLeft.includes(userId));
  return lostIds.length === 0
    ? []
    : leaverChangesAmong(lostIds, await peopleAmong(scope, companyId, lostIds));
}

export type GroupUseCases = ReturnType<typeof createGroupUseCases>;

/** @throws DomainError `CONFLICT` for a group of the directory */
function assertKeptHere(group: KeptGroup): void {
  if (!isOfDirectory(group)) return;
  throw new DomainError("CONFLICT", text("group.ofDirectory", { name: group.name || group._id }), {
    field: "id",
  });
}

/** Of two simultaneous groups of one name the unique index lets one pass. */
async function assertOnlyOne(scope: TransactionScope, companyId: string, name: string): Promise<void> {
  const { collection } = createGroups(scope);
  const ofName = { companyId: toObjectId(companyId), nameAsRead: asRead(name) };
  const options = { session: scope.session, projection: { _id: 1 } };
  if ((await collection.findOne(ofName, options)) !== null) {
    throw new DomainError("CONFLICT", text("group.exists", { name }), { field: "name" });
  }
}

/** Refuses members whom the directory does not know, as `refuseUnknown` does; those who are members already stay. */
async function assertKnown(
  scope: TransactionScope,
  companyId: string,
  memberIds: readonly string[],
  before: readonly string[] = [],
): Promise<void> {
  const stay = new Set(before);
  const members = memberIds.map((userId, index) => ({ field: `memberIds.${index}`, userId }));
  await refuseUnknown(
    scope,
    companyId,
    members.filter(({ userId }) => !stay.has(userId)),
  );
}

import { asRead } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { toObjectId } from "@countersign/mongo";
import { text } from "@countersign/texts";

import { refuseUnknown } from "../approval-settings/index.ts";
import { assertPrivilegedPerson } from "../shared/caller.ts";
import type { RecordOf } from "../shared/record-of.ts";
import { changed, createRecordUseCases } from "../shared/record-use-cases.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import { createUserGroupInput, updateUserGroupInput } from "./inputs.ts";
import { type UserGroupRecord, isOfDirectory } from "./records.ts";
import { GROUPS, createGroups } from "./repositories.ts";

type KeptGroup = RecordOf<UserGroupRecord>;

/**
 * `createUserGroup`, `updateUserGroup` and `deleteUserGroup`, by privileged people (contract-3, SRC-2). A group of the
 * directory is changed by the directory alone.
 */
export function createGroupUseCases(transact: Transact) {
  return createRecordUseCases<KeptGroup, typeof createUserGroupInput, typeof updateUserGroupInput>(
    { transact, authorize: assertPrivilegedPerson },
    {
      missingText: "missing.group",
      collection: GROUPS,
      series: "UG",
      storeOf: createGroups,
      createInput: createUserGroupInput,
      updateInput: updateUserGroupInput,
      build: async (scope, companyId, { name, memberIds }) => {
        await assertOnlyOne(scope, companyId, name);
        await assertKnown(scope, companyId, memberIds);
        return { name, memberIds };
      },
      change: async (scope, record, input) => {
        assertKeptHere(record);
        if (input.name !== undefined && asRead(input.name) !== asRead(record.name)) {
          await assertOnlyOne(scope, record.companyId, input.name);
        }
        await assertKnown(scope, record.companyId, input.memberIds ?? [], record.memberIds);
        return changed(record, input);
      },
      removed: async (_scope, _caller, record) => assertKeptHere(record),
    },
  );
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
  const alike = { companyId: toObjectId(companyId), nameAsRead: asRead(name) };
  const options = { session: scope.session, projection: { _id: 1 } };
  if ((await collection.findOne(alike, options)) !== null) {
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
  const named = memberIds.map((userId, index) => ({ field: `memberIds.${index}`, userId }));
  await refuseUnknown(
    scope,
    companyId,
    named.filter(({ userId }) => !stay.has(userId)),
  );
}

import type { KindRegistry } from "@countersign/contracts";
import { type ApprovalLimit as DomainLimit, limitMadeBy } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { toObjectId } from "@countersign/mongo";
import { text } from "@countersign/texts";

import { refuseUnknown } from "../approval-settings/index.ts";
import { groupsAmong } from "../groups/index.ts";
import { assertPrivilegedPerson, changeBy } from "../shared/caller.ts";
import { peopleAmong } from "../shared/people.ts";
import { type RecordDependencies, withChanges, createRecordUseCases } from "../shared/record-use-cases.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { type LimitInputs, limitInputsOf } from "./inputs.ts";
import type { ApprovalLimit } from "./records.ts";
import { LIMITS_COLLECTION, createLimits } from "./repositories.ts";

type Holder = Pick<ApprovalLimit, "userId" | "groupId">;

/** `createApprovalLimit`, `updateApprovalLimit` and `deleteApprovalLimit`, by privileged people (contract-3, SRC-3). */
export function createLimitUseCases({
  transact,
  noteChange,
  kinds,
}: Pick<RecordDependencies, "transact" | "noteChange"> & { kinds: KindRegistry }) {
  const inputs = limitInputsOf(kinds);
  return createRecordUseCases<ApprovalLimit, LimitInputs["create"], LimitInputs["update"]>(
    { transact, noteChange, authorize: assertPrivilegedPerson },
    {
      missingText: "missing.limit",
      collection: LIMITS_COLLECTION,
      series: "AL",
      storeOf: createLimits,
      versions: { of: ({ changes }) => changes, changedText: "limit.hasChanged" },
      createInput: inputs.create,
      updateInput: inputs.update,
      build: async (scope, companyId, { userId, groupId, kind, currency, upTo }, caller) => {
        const holder = await holderOf(scope, companyId, { userId, groupId });
        const limit = { ...holder, kind, currency, upTo };
        await assertOnlyOne(scope, companyId, limit);
        const madeBy = limitMadeBy(undefined, limit, changeBy(caller, scope.now));
        return withMarks({ ...limit, changes: 1 }, madeBy);
      },
      change: async (scope, record, { userId, groupId, ...otherFields }, caller) => {
        const isMoved = userId !== undefined || groupId !== undefined;
        const { userId: _user, groupId: _group, madeBy: _by, ...limit } = withChanges(record, otherFields);
        const { userId: beforeUser, groupId: beforeGroup } = record;
        const holder = isMoved
          ? await holderOf(scope, record.companyId, { userId, groupId })
          : presentHolder({ userId: beforeUser, groupId: beforeGroup });
        const after = { ...limit, ...holder, changes: record.changes + 1 };
        await assertOnlyOne(scope, record.companyId, after);
        return withMarks(after, limitMadeBy(record, after, changeBy(caller, scope.now)));
      },
      did: async (scope, { before, after }) => ({
        code: after.deletedAt !== null ? "limitTaken" : before === undefined ? "limitGiven" : "limitChanged",
        params: {
          holder: await holderName(scope, after),
          upTo: after.upTo,
          currency: after.currency,
        },
      }),
      asked: (before, input) => {
        const { _id } = before ?? {};
        const after = input && limitAfter(before, input);
        return { id: _id, organisation: { limit: { _id, after } } };
      },
    },
  );
}

export type LimitUseCases = ReturnType<typeof createLimitUseCases>;

/** A limit as an update would leave it; undefined where the update is refused. */
function limitAfter(
  before: ApprovalLimit | undefined,
  input: Partial<Record<"userId" | "groupId" | "kind" | "currency" | "upTo", string | undefined>>,
): Omit<DomainLimit, "giving" | "takings" | "gone"> | undefined {
  const isMoved = input.userId !== undefined || input.groupId !== undefined;
  const { userId, groupId } = isMoved ? input : (before ?? {});
  const { kind = before?.kind, currency = before?.currency, upTo = before?.upTo } = input;
  if (kind === undefined || currency === undefined || upTo === undefined) return undefined;
  return { ...presentHolder({ userId, groupId }), kind, currency, upTo };
}

/** The name of a limit's holder as it is now. */
async function holderName(
  scope: TransactionScope,
  { companyId, userId, groupId }: Holder & { companyId: string },
): Promise<string> {
  if (userId !== undefined)
    return (await peopleAmong(scope, companyId, [userId])).get(userId)?.name ?? userId;
  return (groupId && (await groupsAmong(scope, companyId, [groupId])).get(groupId)?.name) ?? "–";
}

const withMarks = <L extends object>(limit: L, madeBy: ApprovalLimit["madeBy"]) =>
  madeBy === undefined ? limit : { ...limit, madeBy };

const presentHolder = ({ userId, groupId }: { [Key in keyof Holder]: Holder[Key] | undefined }): Holder => ({
  ...(userId !== undefined && { userId }),
  ...(groupId !== undefined && { groupId }),
});

/** @throws DomainError `INVALID_INPUT` for none or both */
export function assertOneHolder(
  { userId, groupId }: { userId?: string | undefined; groupId?: string | undefined },
  field: string,
): void {
  if ((userId === undefined) !== (groupId === undefined)) return;
  throw new DomainError("INVALID_INPUT", text("limit.oneHolder"), { field });
}

/**
 * The one holder that an input names.
 *
 * @throws DomainError `INVALID_INPUT` for none, both, and a user who has to be known and is not; `NOT_FOUND` for a group
 */
async function holderOf(
  scope: TransactionScope,
  companyId: string,
  { userId, groupId }: { userId: string | undefined; groupId: string | undefined },
): Promise<Holder> {
  assertOneHolder({ userId, groupId }, "userId");
  if (userId !== undefined) await refuseUnknown(scope, companyId, [{ field: "userId", userId }]);
  if (groupId !== undefined && !(await groupsAmong(scope, companyId, [groupId])).has(groupId)) {
    throw new DomainError("NOT_FOUND", text("missing.group"), { field: "groupId" });
  }
  return presentHolder({ userId, groupId });
}

/** Of two simultaneous limits of a holder the unique index lets one pass. */
async function assertOnlyOne(
  scope: TransactionScope,
  companyId: string,
  { _id, userId, groupId, kind, currency }: Holder & { _id?: string; kind: string; currency: string },
): Promise<void> {
  const { collection } = createLimits(scope);
  const holderId = toObjectId((userId ?? groupId) as string);
  const sameLimit = { companyId: toObjectId(companyId), kind, holderId, currency, deletedAt: null };
  const existing = await collection.findOne(sameLimit, { session: scope.session, projection: { _id: 1 } });
  if (existing !== null && existing._id.toHexString() !== _id) {
    throw new DomainError("CONFLICT", text("limit.exists", { kind, currency }), { field: "kind" });
  }
}

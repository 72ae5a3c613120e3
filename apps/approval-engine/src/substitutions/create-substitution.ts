import type { KindRegistry } from "@countersign/contracts";
import {
  type Id,
  assertSubstitutable,
  instantsOf,
  type InstantWindow,
  type Substitution,
} from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import { DomainError } from "@countersign/domain/errors";
import { toObjectId } from "@countersign/mongo";
import { text } from "@countersign/texts";

import { refuseUnknown } from "../approval-settings/index.ts";
import { baseFields } from "../shared/base-fields.ts";
import { type Caller, assertPrivileged, stampOf } from "../shared/caller.ts";
import { assertPresent } from "../shared/leavers.ts";
import { parseInput } from "../shared/parse-input.ts";
import { recordFacts } from "../shared/record-facts.ts";
import { auditOf, nextRefs, numberFields } from "../shared/record-use-cases.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import { type CreateSubstitutionInput, createSubstitutionInputOf } from "./inputs.ts";
import { openTasksOf } from "./open-tasks.ts";
import { peopleAmong } from "../shared/people.ts";
import { assertGrantable } from "./assert-grantable.ts";
import { assertWithinReach } from "./reach.ts";
import type { StoredSubstitution } from "./records.ts";
import { changeOf, substitutionNotifications } from "./substitution-notification.ts";
import { BY_END, COLLECTION, createSubstitutions, toSubstitution } from "./substitutions-repository.ts";

/** Series of the records' numbers, such as `SU-000001`. */
const SERIES = "SU";

/**
 * `createSubstitution` (contract-2, PPL-1 and PPL-2): by the principal, or by a privileged user who gives a reason. The
 * substitute gets a notification with its first day and the number of open tasks, and the principal one of who stands in
 * for them (contract-3, SAFE-14).
 *
 * @throws DomainError `FORBIDDEN` for another's substitution and for oneself as the substitute, `INVALID_INPUT` naming the
 *   field, `CONFLICT` when it would close a circle, its substitute would stand in for too many at a time, or its principal
 *   has too many
 */
export function createCreateSubstitution({ kinds, transact }: { kinds: KindRegistry; transact: Transact }) {
  const schema = createSubstitutionInputOf(kinds);
  return async (caller: Caller, input: CreateSubstitutionInput): Promise<StoredSubstitution> => {
    const { principalId = caller.userId, ...givenFields } = parseInput(schema, input);
    if (principalId !== caller.userId) assertMayNameAnother(caller, givenFields.reason);
    const window = instantsOf(givenFields);
    const wantedPlace = { ...givenFields, kinds: [...new Set(givenFields.kinds)], principalId, ...window };
    const { companyId } = caller;
    return transact(async (scope) => {
      // The company's transactions conflict here, so that two cannot close a circle together, unseen by each other.
      const [ref = ""] = await nextRefs(scope, companyId, SERIES, 1);
      const people = await peopleAmong(scope, companyId, [
        caller.userId,
        principalId,
        givenFields.substituteId,
      ]);
      assertPresent(caller, people);
      await refuseUnknown(scope, companyId, [{ field: "principalId", userId: principalId }], { people });
      const otherSubstitutions = await holdingIn(scope, companyId, window);
      assertSubstitutable(wantedPlace, otherSubstitutions, { nowMs: scope.now.getTime(), people });
      await assertGrantable(scope, caller, wantedPlace, people);
      assertWithinReach(
        wantedPlace,
        otherSubstitutions.filter(({ substituteId }) => substituteId === wantedPlace.substituteId),
      );
      const { fromMs, untilMs, ...fields } = wantedPlace;
      const stamp = stampOf(caller, scope.now);
      const record = defined<StoredSubstitution>({
        ...baseFields(stamp, { ...numberFields(SERIES, ref), canUpdate: false, canDelete: false }),
        ...fields,
        from: new Date(fromMs),
        until: new Date(untilMs),
        _id: scope.newId(),
      });
      const open = await openTasksOf(scope, companyId, principalId, wantedPlace.kinds);
      const actorName = caller.name ?? people.get(caller.userId)?.name;
      await createSubstitutions(scope).insert([record]);
      await recordFacts(scope, {
        notifications: substitutionNotifications(scope, record, { people, open, stamp, actorName }),
        audit: [auditOf(scope, caller, { entity: COLLECTION, action: "create", after: record })],
        changed: changeOf(scope, record),
      });
      return record;
    }, `substitutions ${companyId}`);
  };
}

function assertMayNameAnother(caller: Caller, reason: string | undefined): void {
  assertPrivileged(caller);
  if (!reason?.trim()) {
    throw new DomainError("INVALID_INPUT", text("substitution.needsReason"), {
      field: "reason",
    });
  }
}

/** The company's substitutions that hold at some instant of the window; revoked ones left out. */
async function holdingIn(
  scope: TransactionScope,
  companyId: Id,
  { fromMs, untilMs }: InstantWindow,
): Promise<Substitution[]> {
  const substitutions = createSubstitutions(scope);
  const heldRows = await substitutions.collection
    .find(
      {
        companyId: toObjectId(companyId),
        until: { $gt: new Date(fromMs) },
        from: { $lt: new Date(untilMs) },
        deletedAt: null,
      },
      { session: scope.session, hint: BY_END },
    )
    .toArray();
  return heldRows
    .map((row) => toSubstitution(substitutions.read(row)))
    .filter(({ revokedAtMs }) => !revokedAtMs);
}

import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";

import { updateStamp } from "../shared/base-fields.ts";
import { type Caller, stampOf } from "../shared/caller.ts";
import { idInput } from "../shared/inputs.ts";
import { refuseLeaver } from "../shared/leavers.ts";
import { parseInput } from "../shared/parse-input.ts";
import { recordFacts } from "../shared/record-facts.ts";
import { auditOf } from "../shared/record-use-cases.ts";
import type { Transact } from "../shared/transact.ts";
import type { StoredSubstitution } from "./records.ts";
import { changeOf } from "./substitution-notification.ts";
import { COLLECTION, createSubstitutions } from "./substitutions-repository.ts";

/**
 * `revokeSubstitution` (contract-2, PPL-1): by the principal or a privileged user; it covers nothing from then on.
 * Revoking twice does no harm.
 *
 * @throws DomainError `NOT_FOUND` unless the caller may see it, `FORBIDDEN` for the substitute
 */
export function createRevokeSubstitution({ transact }: { transact: Transact }) {
  return async (caller: Caller, id: string): Promise<StoredSubstitution> => {
    const substitutionId = parseInput(idInput("id"), id);
    return transact(async (scope) => {
      await refuseLeaver(scope, caller);
      const substitutions = createSubstitutions(scope);
      const before = await substitutions.find(caller.companyId, substitutionId);
      assertMayRevoke(caller, before);
      if (before.revokedAt !== undefined) return before;
      const after = { ...before, ...updateStamp(stampOf(caller, scope.now)), revokedAt: scope.now };
      await substitutions.replace([after]);
      const audit = auditOf(scope, caller, { entity: COLLECTION, action: "revoke", before, after });
      await recordFacts(scope, { audit: [audit], changed: changeOf(scope, after) });
      return after;
    });
  };
}

function assertMayRevoke(
  { userId, privileged }: Caller,
  substitution: StoredSubstitution | undefined,
): asserts substitution is StoredSubstitution {
  const isMine =
    substitution !== undefined && [substitution.principalId, substitution.substituteId].includes(userId);
  if (substitution === undefined || (!isMine && !privileged)) {
    throw new DomainError("NOT_FOUND", text("missing.substitution"), { field: "id" });
  }
  if (!privileged && substitution.principalId !== userId) {
    throw new DomainError("FORBIDDEN", text("substitution.notYours"));
  }
}

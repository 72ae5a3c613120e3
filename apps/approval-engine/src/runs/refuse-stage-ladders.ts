import type { Id, StageInput } from "@countersign/domain/approval";

import { refuseReferences } from "../ladders/index.ts";
import type { TransactionScope } from "../shared/transact.ts";

/**
 * Refuses inline stages whose ladders name what the company does not have (contract-3, TIME-3).
 *
 * @throws DomainError `INVALID_INPUT` naming the field
 */
export async function refuseStageLadders(
  scope: TransactionScope,
  companyId: Id,
  dynamicStages: readonly Pick<StageInput, "ladder">[] = [],
): Promise<void> {
  const ladders = dynamicStages.map(({ ladder }, index) => ({ field: `dynamicStages.${index}`, ladder }));
  await refuseReferences(scope, companyId, ladders);
}

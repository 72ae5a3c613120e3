import { DEFAULT_POLICIES } from "@countersign/domain/hr";

import { type BaseFields, baseFields } from "../shared/base-fields.ts";
import { idInput } from "../shared/inputs.ts";
import { parseInput } from "../shared/parse-input.ts";
import { POLICY_SERIES } from "./policies.ts";
import { recordFacts } from "../shared/record-facts.ts";
import { nextRefs, numberFields } from "../shared/record-use-cases.ts";
import type { Transact, TransactionScope } from "../shared/transact.ts";
import type { HrApprovalPolicy } from "./records.ts";
import { createPolicies } from "./policies-repository.ts";
import { publishPolicy } from "./policy-content.ts";

/**
 * Seeds the default HR policies of a new company, once (specification: "Default policies"; contract: "A second
 * `company.created` never brings a deleted policy back"). Deleted records stay in the store, so earlier policies are
 * known.
 *
 * @throws DomainError `INVALID_INPUT`
 */
export function createSeedCompany({ transact }: { transact: Transact }) {
  return async (input: string): Promise<void> => {
    const companyId = parseInput(idInput("companyId"), input);
    await transact(async (scope) => seed(scope, companyId));
  };
}

async function seed(scope: TransactionScope, companyId: string): Promise<void> {
  const { newId, now } = scope;
  const policies = createPolicies(scope);
  const ever = await policies.listEver(companyId, {});
  // Only the platform writes policies without an author.
  if (ever.some(({ createdBy }) => createdBy === undefined)) return;
  const kinds = new Set(ever.map(({ kind }) => kind));
  const missingPolicies = DEFAULT_POLICIES.filter(({ kind }) => !kinds.has(kind));
  if (missingPolicies.length === 0) return;
  const refs = await nextRefs(scope, companyId, POLICY_SERIES, missingPolicies.length);
  const seededPolicies = missingPolicies.map((policy, index) =>
    policyRecord(
      policy,
      newId(),
      baseFields({ companyId, now }, numberFields(POLICY_SERIES, refs[index] ?? "")),
    ),
  );
  for (const policy of seededPolicies) await publishPolicy(scope, { companyId }, policy);
  await policies.insert(seededPolicies);
  const about = { companyId, action: "seed", entity: "hr_approval_policies", at: now };
  const audit = seededPolicies.map((after) => Object.assign({ entityId: after._id, after }, about));
  await recordFacts(scope, { audit });
}

function policyRecord(
  { kind, levels }: (typeof DEFAULT_POLICIES)[number],
  _id: string,
  base: BaseFields,
): HrApprovalPolicy {
  return { ...base, _id, kind, levels: [...levels], version: 1 };
}

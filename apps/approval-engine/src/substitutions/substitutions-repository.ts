import type { Substitution } from "@countersign/domain/approval";
import type { IndexPlan, Scope } from "@countersign/mongo";

import { PAGE } from "../shared/record-reader.ts";
import { type Derived, type RecordRepository, createRecordRepository } from "../shared/record-repository.ts";
import type { StoredSubstitution, SubstitutionRecord } from "./records.ts";

export const COLLECTION = "approval_substitutions";

const PEOPLE: Derived<SubstitutionRecord> = {
  fields: ["peopleIds"],
  of: ({ principalId, substituteId }) => ({ peopleIds: [principalId, substituteId] }),
};

export function createSubstitutions(scope: Scope): RecordRepository<SubstitutionRecord> {
  return createRecordRepository<SubstitutionRecord>(
    scope,
    COLLECTION,
    ["principalId", "substituteId"],
    PEOPLE,
  );
}

/** The index of a company's substitutions by their end. */
export const BY_END = "by_end";

export const SUBSTITUTION_INDEXES: readonly IndexPlan[] = [
  {
    collection: COLLECTION,
    indexes: [
      { key: { companyId: 1, principalId: 1, until: 1 }, name: "by_principal" },
      { key: { companyId: 1, substituteId: 1, until: 1 }, name: "by_substitute" },
      // Those that have not ended, of a whole company: a new one must not close a circle with them.
      { key: { companyId: 1, until: 1, from: 1 }, name: BY_END },
      { key: { peopleIds: 1, companyId: 1, createdAt: -1, _id: -1 }, name: "of_person" },
      { key: PAGE },
    ],
  },
];

/** A stored substitution as the rules see it. */
export function toSubstitution(storedSubstitution: StoredSubstitution): Substitution {
  const { _id: id, principalId, substituteId, kinds, from, until, createdBy, revokedAt } = storedSubstitution;
  return {
    id,
    principalId,
    substituteId,
    kinds,
    fromMs: from.getTime(),
    untilMs: until.getTime(),
    ...(createdBy !== undefined && { createdById: createdBy }),
    ...(revokedAt !== undefined && { revokedAtMs: revokedAt.getTime() }),
  };
}

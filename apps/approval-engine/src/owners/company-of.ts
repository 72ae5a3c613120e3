import type { ServicePrincipal } from "@countersign/auth";
import type { Id } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";

import { type ServiceCompanies, createCompanyFence } from "../shared/company-fence.ts";

/**
 * Finds the company that a service speaks for (contract-4, WEB-1): the token's, else the one that the request names, else the
 * only one that `SERVICE_COMPANIES` gives the owner, whose entry there is its name in upper case.
 *
 * @returns throws DomainError `INVALID_INPUT` where nothing names a company, and `FORBIDDEN` where two are named, or one that
 *   `SERVICE_COMPANIES` does not give the owner
 */
export function createCompanyOf(companies: ServiceCompanies | undefined) {
  const fence = createCompanyFence(companies);
  return (
    { owner, companyId: ofToken }: Pick<ServicePrincipal, "owner" | "companyId">,
    ofRequest: readonly (Id | undefined)[],
  ): Id => {
    const account = owner.toUpperCase();
    const namedCompanies = new Set([ofToken, ...ofRequest].filter((id) => id !== undefined));
    const [companyId = onlyOne(companies?.get(account)), ...otherCompanies] = namedCompanies;
    if (companyId === undefined) {
      throw new DomainError("INVALID_INPUT", text("input.required", { field: "companyId" }), {
        field: "companyId",
      });
    }
    if (otherCompanies.length > 0) {
      throw new DomainError("FORBIDDEN", text("person.serviceForCompany"), { field: "companyId" });
    }
    fence(account, companyId);
    return companyId;
  };
}

function onlyOne(companies: "*" | ReadonlySet<Id> | undefined): Id | undefined {
  if (companies === undefined || companies === "*" || companies.size !== 1) return undefined;
  const [companyId] = companies;
  return companyId;
}

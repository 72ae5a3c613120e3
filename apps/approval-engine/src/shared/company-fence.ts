import { MalformedMessage } from "@countersign/bus";
import type { KindRegistry, Owner } from "@countersign/contracts";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";
import { z } from "zod";

/** The companies that an account of the broker may speak for. */
export type ServiceCompanies = ReadonlyMap<string, "*" | ReadonlySet<string>>;

/**
 * Checks whether an account may speak for a company.
 *
 * @param account - as the broker vouches for it
 * @throws DomainError `FORBIDDEN` when the account may not speak for the company
 */
export type CompanyFence = (account: string | undefined, companyId: string) => void;

const ENTRY = /^([\w-]{1,64})=(\*|[0-9a-fA-F]{24}(?:,[0-9a-fA-F]{24})*)$/u;

/** `HR=* INVENTORY=<id>,<id>`, as a map; `docs/nats/accounts.md`. */
export const serviceCompanies = z
  .string()
  .max(65_536)
  .transform((text, context): ServiceCompanies => {
    const companies = new Map<string, "*" | ReadonlySet<string>>();
    for (const entry of text.split(/\s+/u).filter(Boolean)) {
      const [, account, ids] = ENTRY.exec(entry) ?? [];
      if (account === undefined || ids === undefined || companies.has(account)) {
        context.addIssue("expected <account>=* or <account>=<companyId>,… for each account, once");
        return z.NEVER;
      }
      companies.set(account, ids === "*" ? ids : new Set(ids.toLowerCase().split(",")));
    }
    return companies;
  });

/**
 * The owner that an account speaks for: the one it is named after, in any case of letters. An account of another name,
 * and a message without one, may speak for any.
 */
export function ownerOfAccount(
  { owners }: Pick<KindRegistry, "owners">,
  account: string | undefined,
): Owner | undefined {
  return owners.find((owner) => owner === account?.toLowerCase());
}

/**
 * Lets an account speak for documents of its own owner only.
 *
 * @throws DomainError `FORBIDDEN`
 */
export function assertOwner(
  kinds: Pick<KindRegistry, "owners">,
  account: string | undefined,
  owner: Owner | undefined,
): void {
  if ((ownerOfAccount(kinds, account) ?? owner) === owner) return;
  throw new DomainError("FORBIDDEN", text("person.serviceForOwner", { owner: owner ?? "" }), {
    field: "kind",
  });
}

/** Makes the fence. Without a map, the broker's permissions alone decide who may speak. */
export function createCompanyFence(companies: ServiceCompanies | undefined): CompanyFence {
  return (account, companyId) => {
    if (companies === undefined) return;
    const allowedCompanies = account === undefined ? undefined : companies.get(account);
    if (allowedCompanies === "*" || allowedCompanies?.has(companyId)) return;
    throw new DomainError("FORBIDDEN", text("person.serviceForCompany"), { field: "companyId" });
  };
}

/** The same fence for messages without an answer: one for a foreign company is a dead letter. */
export function deadLetterFence(fence: CompanyFence): CompanyFence {
  return (account, companyId) => {
    try {
      fence(account, companyId);
    } catch (error) {
      throw new MalformedMessage((error as Error).message, { cause: error });
    }
  };
}

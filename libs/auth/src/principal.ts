import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";

/** The caller, read from a verified token. */
export interface Principal {
  /** Issuer of the token (`iss`). */
  issuer: string;
  /** User id (`sub`), 24 hexadecimal characters. */
  userId: string;
  companyId: string;
  branchId?: string;
  name?: string;
  privileged: boolean;
  /** A program acts with the user's token (claims `agent` and `act`). */
  isAgent?: true;
  /** Name of that program (claim `act.name`). */
  client?: string;
  /** Scopes of the token (claims `scope` and `scp`); absent where it names none. */
  scopes?: readonly string[];
  /** Reads everything of the company and changes nothing (claim `auditor`; contract-3, AUD-1). */
  isAuditor?: true;
  /** When the token ends, in whole seconds since 1970 (`exp`). */
  expiresAt: number;
}

/** A business service, read from a verified token (contract-3, WEB-1). */
export interface ServicePrincipal {
  /** Issuer of the token (`iss`). */
  issuer: string;
  /** The owner of the documents that it may submit (claim `owner`). */
  owner: string;
  /** The one company of the token; absent: its requests name theirs. */
  companyId?: string;
  /** When the token ends, in whole seconds since 1970 (`exp`). */
  expiresAt: number;
}

/** The key of a service, likewise; one of several companies counts once for all. */
export function serviceKey({ issuer, owner, companyId = "" }: Omit<ServicePrincipal, "expiresAt">): string {
  return `${issuer}\n${owner}\n${companyId}`;
}

/** The key of a user, the same wherever somebody's work, requests or places are counted. */
export function userKey({ issuer, userId }: Pick<Principal, "issuer" | "userId">): string {
  return `${issuer}\n${userId}`;
}

/**
 * Refuses a program that acts with a user's token where only people act (contract-3, SAFE-15).
 *
 * @throws DomainError `FORBIDDEN`
 */
export function assertPerson({ isAgent }: Pick<Principal, "isAgent">): void {
  if (isAgent) throw new DomainError("FORBIDDEN", text("run.duty", { duty: "agent" }));
}

/**
 * Refuses an auditor where something changes, whatever else the token says (contract-3, AUD-1). Callers ask before they look
 * at input or records.
 *
 * @throws DomainError `FORBIDDEN`
 */
export function assertNoAuditor({ isAuditor }: Pick<Principal, "isAuditor">): void {
  if (isAuditor) throw new DomainError("FORBIDDEN", text("person.auditor"));
}

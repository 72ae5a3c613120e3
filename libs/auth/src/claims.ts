import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";
import { z } from "zod";
import type { Principal } from "./principal.ts";

const objectId = z
  .string()
  .regex(/^[0-9a-f]{24}$/i)
  .transform((value) => value.toLowerCase());

const MAX_SCOPES = 100;
/** Scopes as text with blanks between them (RFC 8693), or as a list. */
const scopes = z
  .union([
    z
      .string()
      .max(4_000)
      .transform((text) => text.split(" ")),
    z.array(z.string().max(200)).max(MAX_SCOPES),
  ])
  .transform((all) => all.filter((scope) => scope !== ""));

/** The claims of a token (contract, "Identity"); others are ignored. */
const claimsSchema = z.object({
  iss: z.string(),
  sub: objectId,
  companyId: objectId,
  branchId: objectId.optional(),
  name: z.string().max(200).optional(),
  privileged: z.boolean().optional(),
  agent: z.boolean().optional(),
  /** The program that acts with the user's token (RFC 8693). */
  act: z.object({ sub: z.string().min(1).max(200), name: z.string().max(200).optional() }).optional(),
  auditor: z.boolean().optional(),
  scope: scopes.optional(),
  /** The same as other issuers write it. */
  scp: scopes.optional(),
  exp: z.number(),
});

/**
 * Reads the principal from the claims of a verified token.
 *
 * @throws DomainError `UNAUTHENTICATED` naming the claim that is missing or has the wrong shape
 */
export function claimsToPrincipal(claims: unknown): Principal {
  const parsed = claimsSchema.safeParse(claims);
  if (!parsed.success) {
    const claim = parsed.error.issues[0]?.path.join(".") ?? "";
    throw new DomainError("UNAUTHENTICATED", text("person.tokenClaimMissing", { claim }));
  }
  const {
    iss,
    sub,
    companyId,
    branchId,
    name,
    privileged,
    agent,
    auditor,
    act,
    exp,
    scope,
    scp = scope,
  } = parsed.data;
  return {
    issuer: iss,
    userId: sub,
    companyId,
    ...(branchId !== undefined && { branchId }),
    ...(name !== undefined && { name }),
    privileged: privileged ?? false,
    ...((agent === true || act !== undefined) && { isAgent: true }),
    ...(act?.name !== undefined && { client: act.name }),
    ...(scp !== undefined && { scopes: scp }),
    ...(auditor === true && { isAuditor: true }),
    expiresAt: exp,
  };
}

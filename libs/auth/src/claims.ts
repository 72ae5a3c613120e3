import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";
import { z } from "zod";
import type { Principal, ServicePrincipal } from "./principal.ts";

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

/** The claims of a service's token (contract-3, WEB-1); others are ignored. */
const serviceClaimsSchema = claimsSchema
  .pick({ iss: true, agent: true, act: true, auditor: true, exp: true })
  .extend({ owner: z.string().min(1).max(100), companyId: objectId.optional() });

/** Whether the claims are those of a service: its token acts for its documents, and nowhere else (WEB-1). */
const isOfService = (claims: unknown): boolean =>
  typeof claims === "object" && claims !== null && "owner" in claims && claims.owner !== undefined;

/** @throws DomainError `UNAUTHENTICATED` */
function readClaims<S extends z.ZodType>(schema: S, claims: unknown): z.output<S> {
  const parsedClaims = schema.safeParse(claims);
  if (parsedClaims.success) return parsedClaims.data;
  const claim = parsedClaims.error.issues[0]?.path.join(".") ?? "";
  throw new DomainError("UNAUTHENTICATED", text("person.tokenClaimMissing", { claim }));
}

/**
 * Reads the service from the claims of a verified token.
 *
 * @throws DomainError `FORBIDDEN` for a person's, an agent's or an auditor's token; `UNAUTHENTICATED` naming the claim that has the wrong
 *   shape
 */
export function claimsToService(claims: unknown): ServicePrincipal {
  if (!isOfService(claims)) throw new DomainError("FORBIDDEN", text("person.notService"));
  const { iss, owner, companyId, agent, act, auditor, exp } = readClaims(serviceClaimsSchema, claims);
  if (auditor === true) throw new DomainError("FORBIDDEN", text("person.auditor"));
  if (agent === true || act !== undefined) {
    throw new DomainError("FORBIDDEN", text("run.duty", { duty: "agent" }));
  }
  return { issuer: iss, owner, ...(companyId !== undefined && { companyId }), expiresAt: exp };
}

/**
 * Reads the principal from the claims of a verified token.
 *
 * @throws DomainError `UNAUTHENTICATED` naming the claim that is missing or has the wrong shape; `FORBIDDEN` for a service's
 *   token
 */
export function claimsToPrincipal(claims: unknown): Principal {
  if (isOfService(claims)) throw new DomainError("FORBIDDEN", text("person.serviceToken"));
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
  } = readClaims(claimsSchema, claims);
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

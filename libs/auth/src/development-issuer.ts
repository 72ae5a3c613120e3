import { createSecretKey } from "node:crypto";
import { DomainError } from "@countersign/domain/errors";
import { SignJWT } from "jose";
import { claimsToPrincipal, claimsToService } from "./claims.ts";

/** Claims of a development token; ids are 24 hexadecimal characters. */
export interface DevelopmentClaims {
  sub: string;
  companyId: string;
  branchId?: string;
  name?: string;
  privileged?: boolean;
  /** A program's token (contract-3, AGT-2). */
  agent?: boolean;
  /** The program that acts with the user's token. */
  act?: { sub: string; name?: string };
  /** The token's scopes, separated by blanks (MCP-4). */
  scope?: string;
  /** Reads everything of the company and changes nothing (contract-3, AUD-1). */
  auditor?: boolean;
}

/** Claims of a service's development token (contract-3, WEB-1). */
export interface ServiceClaims {
  /** The owner of the documents that it may submit. */
  owner: string;
  /** Left out: its requests name theirs. */
  companyId?: string;
}

export interface DevelopmentIssuer {
  /**
   * Signs a token (HS256).
   *
   * @param expiresIn a number and a unit: `45s`, `30m`, `1h`, `7d`. Default: one hour
   * @throws DomainError `INVALID_INPUT` for a malformed claim or duration
   */
  sign: (claims: DevelopmentClaims | ServiceClaims, expiresIn?: string) => Promise<string>;
}

const SECONDS_BY_UNIT: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** @throws DomainError `INVALID_INPUT` */
function seconds(duration: string): number {
  const [, amount, unit = ""] = /^([1-9]\d{0,5})([smhd])$/.exec(duration) ?? [];
  const factor = SECONDS_BY_UNIT[unit];
  if (amount === undefined || factor === undefined) {
    throw new DomainError("INVALID_INPUT", "expires: expected a number and s, m, h or d, such as 1h", {
      field: "expires",
    });
  }
  return Number(amount) * factor;
}

/** An issuer for development and tests: anybody with the secret can sign. Production has its own identity provider. */
export function createDevelopmentIssuer(config: {
  secret: string;
  issuer: string;
  audience: string | readonly string[];
}): DevelopmentIssuer {
  const key = createSecretKey(Buffer.from(config.secret));
  return {
    sign: async (claims, expiresIn = "1h") => {
      const issuedAt = Math.floor(Date.now() / 1000);
      const expiresAt = issuedAt + seconds(expiresIn);
      const verifiedClaims = { ...claims, iss: config.issuer, exp: expiresAt };
      try {
        if ("owner" in claims) claimsToService(verifiedClaims);
        else claimsToPrincipal(verifiedClaims);
      } catch (error) {
        throw new DomainError("INVALID_INPUT", (error as DomainError).message);
      }
      return new SignJWT({ ...claims })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .setIssuer(config.issuer)
        .setAudience(typeof config.audience === "string" ? config.audience : [...config.audience])
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key);
    },
  };
}

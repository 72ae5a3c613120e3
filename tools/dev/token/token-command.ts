import { resolve } from "node:path";
import {
  AGENT_AUDIENCES,
  createDevelopmentIssuer,
  type DevelopmentClaims,
  PERSON_AUDIENCES,
  type ServiceClaims,
  audienceOf,
} from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import type { AuthVariables } from "../identity/development-identity.ts";
import { readOptions, UsageError } from "../../usage.ts";
import { DEFAULT_DATA_DIR } from "../../workspace.ts";

export const TOKEN_USAGE = `Prints a development token that the services of "npm start" accept.

usage: npm run --silent token -- --sub <hex> --company <hex> [options]
       npm run --silent token -- --owner <name> [--company <hex>] [options]

  --sub <hex>       user id, 24 hexadecimal characters
  --company <hex>   company id, 24 hexadecimal characters
  --branch <hex>    branch id, 24 hexadecimal characters
  --name <text>     the user's name
  --privileged      a privileged user: sees the whole company's inbox, may change settings
  --agent           a program's token: for the journal, and for asking for approvals
  --audience <a,b>  for these services alone: countersign-journal, countersign-approvals, countersign-gate
  --scope <text>    what the token is for, such as "journal:read journal:draft"
  --owner <name>    a service's token: submits the documents of that owner under /api/v1 (docs/integration.md)
  --auditor         an auditor's token: reads everything of the company, and changes nothing
  --expires <time>  how long it lives, such as 45s, 30m, 1h (the default) or 7d
  --data <dir>      data directory of that "npm start", if it was given one`;

/** A token to sign. */
export type TokenRequest = (DevelopmentClaims | ServiceClaims) & {
  expires: string;
  /** The services that take it; default: those of `AUTH_AUDIENCE`, else the service's, agent's or person's. */
  audience?: readonly string[];
};

/** The parsed arguments of the command. */
export interface TokenArguments {
  request: TokenRequest;
  /** Holds the development secret. */
  dataDir: string;
}

/**
 * Reads the arguments of `npm run token`.
 *
 * @throws UsageError
 */
export function parseTokenArguments(args: string[]): TokenArguments {
  const { values } = readOptions({
    args,
    options: {
      sub: { type: "string" },
      company: { type: "string" },
      branch: { type: "string" },
      name: { type: "string" },
      privileged: { type: "boolean", default: false },
      agent: { type: "boolean", default: false },
      audience: { type: "string" },
      scope: { type: "string" },
      owner: { type: "string" },
      auditor: { type: "boolean", default: false },
      expires: { type: "string", default: "1h" },
      data: { type: "string", default: DEFAULT_DATA_DIR },
    },
  });
  const { expires, data, audience } = values;
  const claims = values.owner === undefined ? personClaims(values) : serviceClaims(values.owner, values);
  const request: TokenRequest = {
    ...claims,
    expires,
    ...(audience !== undefined && { audience: audiencesIn(audience) }),
  };
  return { request, dataDir: resolve(data) };
}

/** The options of a token, as they were given. */
interface ClaimOptions {
  sub?: string | undefined;
  company?: string | undefined;
  branch?: string | undefined;
  name?: string | undefined;
  scope?: string | undefined;
  privileged: boolean;
  agent: boolean;
  auditor: boolean;
}

/** @throws UsageError */
function personClaims(options: ClaimOptions): DevelopmentClaims {
  const { sub, company, branch, name, scope, privileged, agent, auditor } = options;
  if (sub === undefined) throw new UsageError("--sub is missing");
  if (company === undefined) throw new UsageError("--company is missing");
  return {
    sub,
    companyId: company,
    ...(branch !== undefined && { branchId: branch }),
    ...(name !== undefined && { name }),
    privileged,
    ...(agent && { agent }),
    ...(scope !== undefined && { scope }),
    ...(auditor && { auditor }),
  };
}

/** @throws UsageError for options of people: a service is nobody */
function serviceClaims(owner: string, { company, ...ofPeople }: ClaimOptions): ServiceClaims {
  const { sub, branch, name, scope, privileged, agent, auditor } = ofPeople;
  const [option] = Object.entries({ sub, branch, name, scope, privileged, agent, auditor }).find(
    ([, value]) => value !== undefined && value !== false,
  ) ?? [undefined];
  if (option !== undefined) throw new UsageError(`--owner: the token of a service has no --${option}`);
  return { owner, ...(company !== undefined && { companyId: company }) };
}

function audiencesIn(text: string): string[] {
  const audiences = text.split(",").map((audience) => audience.trim());
  if (audiences.includes("")) throw new UsageError("--audience: expected names, separated by commas");
  return audiences;
}

function audiencesOf(claims: DevelopmentClaims | ServiceClaims): string | readonly string[] {
  if ("owner" in claims) return audienceOf("approval-engine");
  return claims.agent ? AGENT_AUDIENCES : PERSON_AUDIENCES;
}

/**
 * Signs the requested token.
 *
 * @throws UsageError for a malformed claim of the token, or when the services trust another issuer's key
 */
export async function signToken(request: TokenRequest, auth: AuthVariables): Promise<string> {
  if (auth.AUTH_SECRET === undefined) {
    throw new UsageError("AUTH_JWKS_URL or AUTH_PUBLIC_KEY is set: tokens come from your identity provider");
  }
  const { expires, audience, ...claims } = request;
  const issuer = createDevelopmentIssuer({
    secret: auth.AUTH_SECRET,
    issuer: auth.AUTH_ISSUER,
    audience: audience ?? auth.AUTH_AUDIENCE ?? audiencesOf(claims),
  });
  try {
    return await issuer.sign(claims, expires);
  } catch (error) {
    if (error instanceof DomainError) throw new UsageError(error.message);
    throw error;
  }
}

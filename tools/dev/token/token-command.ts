import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { createDevelopmentIssuer } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import type { AuthVariables } from "../identity/development-identity.ts";
import { DEFAULT_DATA_DIR } from "../../workspace.ts";

export const TOKEN_USAGE = `Prints a development token that the services of "npm start" accept.

usage: npm run --silent token -- --sub <hex> --company <hex> [options]

  --sub <hex>       user id, 24 hexadecimal characters
  --company <hex>   company id, 24 hexadecimal characters
  --branch <hex>    branch id, 24 hexadecimal characters
  --name <text>     the user's name
  --privileged      a privileged user: sees the whole company's inbox, may change settings
  --expires <time>  how long it lives, such as 45s, 30m, 1h (the default) or 7d
  --data <dir>      data directory of that "npm start", if it was given one`;

/** The reason why no token is printed; shown with {@link TOKEN_USAGE}. */
export class TokenUsageError extends Error {
  override readonly name = "TokenUsageError";
}

/** A token to sign. */
export interface TokenRequest {
  sub: string;
  companyId: string;
  branchId?: string;
  name?: string;
  privileged: boolean;
  expires: string;
}

/** The parsed arguments of the command. */
export interface TokenArguments {
  request: TokenRequest;
  /** Holds the development secret. */
  dataDir: string;
}

/**
 * Reads the arguments of `npm run token`.
 *
 * @throws TokenUsageError
 */
export function parseTokenArguments(args: readonly string[]): TokenArguments {
  const { sub, company, branch, name, privileged, expires, data } = parseOptions(args);
  if (sub === undefined) throw new TokenUsageError("--sub is missing");
  if (company === undefined) throw new TokenUsageError("--company is missing");
  const request: TokenRequest = {
    sub,
    companyId: company,
    ...(branch !== undefined && { branchId: branch }),
    ...(name !== undefined && { name }),
    privileged,
    expires,
  };
  return { request, dataDir: resolve(data) };
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        sub: { type: "string" },
        company: { type: "string" },
        branch: { type: "string" },
        name: { type: "string" },
        privileged: { type: "boolean", default: false },
        expires: { type: "string", default: "1h" },
        data: { type: "string", default: DEFAULT_DATA_DIR },
      },
    }).values;
  } catch (error) {
    throw new TokenUsageError((error as Error).message);
  }
}

/**
 * Signs the requested token.
 *
 * @throws TokenUsageError for a malformed claim of the token, or when the services trust another issuer's key
 */
export async function signToken(request: TokenRequest, auth: AuthVariables): Promise<string> {
  if (auth.AUTH_SECRET === undefined) {
    throw new TokenUsageError(
      "AUTH_JWKS_URL or AUTH_PUBLIC_KEY is set: tokens come from your identity provider",
    );
  }
  const issuer = createDevelopmentIssuer({
    secret: auth.AUTH_SECRET,
    issuer: auth.AUTH_ISSUER,
    audience: auth.AUTH_AUDIENCE,
  });
  const { expires, ...claims } = request;
  try {
    return await issuer.sign(claims, expires);
  } catch (error) {
    if (error instanceof DomainError) throw new TokenUsageError(error.message);
    throw error;
  }
}

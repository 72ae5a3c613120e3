import { randomBytes, randomUUID } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "@countersign/service-kit";
import { makeFolder } from "../../make-folder.ts";
import { UsageError } from "../../usage.ts";

/** Name of the file, in the data directory, that holds the shared development secret. */
export const SECRET_FILE = "development-secret";

const SECRET_BYTES = 32;
const DEFAULT_ISSUER = "countersign-development";

/** The `AUTH_*` variables that the services of `npm start` verify tokens with. */
export interface AuthVariables {
  AUTH_JWKS_URL?: string | undefined;
  AUTH_PUBLIC_KEY?: string | undefined;
  /** The signing secret; absent when another key source is configured. */
  AUTH_SECRET?: string | undefined;
  AUTH_ISSUER: string;
  /** Holds for every service; unset, each has its own (contract-3, AGT-2). */
  AUTH_AUDIENCE?: string | undefined;
}

/**
 * The `AUTH_*` variables with which `npm start` verifies tokens and `npm run token` signs them. Unset ones get
 * development defaults, with a secret that the first of the two commands makes.
 *
 * @param dataDir holds the development secret; made if absent
 * @throws UsageError where that cannot be read or made
 */
export function readAuthVariables(env: Environment, dataDir: string): AuthVariables {
  const { AUTH_JWKS_URL, AUTH_PUBLIC_KEY, AUTH_SECRET } = env;
  const hasKey = AUTH_JWKS_URL || AUTH_PUBLIC_KEY || AUTH_SECRET;
  return {
    AUTH_JWKS_URL,
    AUTH_PUBLIC_KEY,
    AUTH_SECRET: hasKey ? AUTH_SECRET || undefined : readDevelopmentSecret(dataDir),
    AUTH_ISSUER: env["AUTH_ISSUER"] || DEFAULT_ISSUER,
    AUTH_AUDIENCE: env["AUTH_AUDIENCE"] || undefined,
  };
}

/**
 * The secret in the data directory, readable by its owner only. Concurrent commands get the same secret.
 *
 * @throws UsageError where the directory cannot be read or written
 */
function readDevelopmentSecret(dataDir: string): string {
  try {
    return readOrMakeSecret(dataDir);
  } catch (error) {
    throw new UsageError(`the data directory ${dataDir} cannot be used: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function readOrMakeSecret(dataDir: string): string {
  const path = join(dataDir, SECRET_FILE);
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  makeFolder(dataDir);
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, randomBytes(SECRET_BYTES).toString("base64url"), { mode: 0o600, flag: "wx" });
  try {
    // Unlike a rename, a link never replaces a secret that another command has made meanwhile.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(path, "utf8");
}

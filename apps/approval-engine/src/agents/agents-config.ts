import type { KeyObject } from "node:crypto";
import { onOff } from "@countersign/service-kit";
import { z } from "zod";

import { derivedGrantKey, parseGrantKey } from "./grant-key.ts";

/** How agents ask people (contract-3, ASK-1). */
export interface AgentsConfig {
  /** Audience of tokens that are taken beside the engine's own. */
  audience: string;
  /** Where clients reach the engine, without a slash at its end; absent: this machine's address. */
  publicUrl: string | undefined;
  /** Where people reach the console, likewise. */
  consoleUrl: string | undefined;
  grantKey: KeyObject;
}

const httpUrl = z.url({ protocol: /^https?$/, error: "expected an http(s) URL" });

/** The variables of the agents' tools. */
export const agentsEnvironment = {
  ENGINE_MCP: onOff(false),
  ENGINE_MCP_AUDIENCE: z.string().min(1).max(500).default("countersign-ask"),
  ENGINE_PUBLIC_URL: httpUrl.optional(),
  GRANT_KEY: z
    .string()
    .transform((value, context): KeyObject => {
      try {
        return parseGrantKey(value);
      } catch {
        const message =
          "expected an Ed25519 private key in PKCS8, as PEM, base64 of DER, or the path of a file";
        context.addIssue({ code: "custom", message });
        return z.NEVER;
      }
    })
    .optional(),
};

/** The checked variables that the configuration depends on. */
interface AgentsEnvironment {
  ENGINE_MCP: boolean;
  ENGINE_MCP_AUDIENCE: string;
  ENGINE_PUBLIC_URL?: string | undefined;
  CONSOLE_PUBLIC_URL?: string | undefined;
  GRANT_KEY?: KeyObject | undefined;
  AUTH_SECRET?: string | undefined;
  AUTH_SECRET_FILE?: string | undefined;
}

/** The faults of the variables together. */
export function findAgentsFaults(env: AgentsEnvironment): { path: string[]; message: string }[] {
  if (!env.ENGINE_MCP || keyOf(env) !== undefined) return [];
  const message = "expected with ENGINE_MCP, because there is no AUTH_SECRET to derive it from";
  return [{ path: ["GRANT_KEY"], message }];
}

/** The configuration; absent where agents ask nobody. */
export function agentsConfig(env: AgentsEnvironment): AgentsConfig | undefined {
  const grantKey = keyOf(env);
  if (!env.ENGINE_MCP || grantKey === undefined) return undefined;
  return {
    audience: env.ENGINE_MCP_AUDIENCE,
    publicUrl: env.ENGINE_PUBLIC_URL?.replace(/\/+$/u, ""),
    consoleUrl: env.CONSOLE_PUBLIC_URL?.replace(/\/+$/u, ""),
    grantKey,
  };
}

/** The given key, or in development one that follows from the secret of tokens. */
function keyOf({
  GRANT_KEY: givenKey,
  AUTH_SECRET,
  AUTH_SECRET_FILE,
}: AgentsEnvironment): KeyObject | undefined {
  const secret = AUTH_SECRET ?? AUTH_SECRET_FILE;
  return givenKey ?? (secret === undefined ? undefined : derivedGrantKey(secret));
}

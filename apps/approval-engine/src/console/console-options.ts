import { type VerifierConfig, createDevelopmentIssuer } from "@countersign/auth";

import type { ConsoleConfig } from "./console-config.ts";
import type { CountWaiting, DevelopmentLogIn } from "./development-login.ts";

/** The options of the console's routes. */
export interface ConsoleOptions {
  config: ConsoleConfig;
  /** Present where developers log in as somebody of their choice. */
  logIn?: DevelopmentLogIn | undefined;
  /** For the order of that list. Default: nothing waits for anybody. */
  countWaiting?: CountWaiting;
}

/** The console of a service's configuration; undefined where none is served. */
export function consoleOptionsOf({
  console: config,
  auth: { key, issuer, audience },
}: {
  console: ConsoleConfig | undefined;
  auth: VerifierConfig;
}): ConsoleOptions | undefined {
  if (config === undefined) return undefined;
  if (config.auth.kind !== "development" || key.kind !== "secret") return { config };
  const signing = createDevelopmentIssuer({ secret: key.secret, issuer, audience });
  return { config, logIn: { people: config.people, issuer: signing } };
}

import type { Environment } from "@countersign/service-kit";
import type { AuthVariables } from "../identity/development-identity.ts";
import { buildConsole } from "../../release/console/build-console.ts";
import { DEMO_COMPANY, DEMO_PEOPLE } from "./demo-company.ts";

const LOOPBACK_HOSTS = new Set(["127.0.0.1", "::1", "localhost"]);

/** The variables with which the approval engine of `npm start` serves the console. */
export interface ConsoleVariables {
  CONSOLE: "on" | "off";
  CONSOLE_DIR?: string;
  CONSOLE_AUTH?: string;
  CONSOLE_DEVELOPMENT_PEOPLE?: string;
}

/**
 * Builds the console, unless `CONSOLE` is `off` or `CONSOLE_DIR` names a build. On this machine alone, and with the demo
 * company, one logs in by a click on a name; else with a token.
 */
export async function consoleVariables(
  env: Environment,
  { auth, demoCompany }: { auth: AuthVariables; demoCompany: boolean },
): Promise<ConsoleVariables> {
  if (env["CONSOLE"] === "off") return { CONSOLE: "off" };
  const directory = env["CONSOLE_DIR"] || (await buildConsole()).directory;
  const isLocal = LOOPBACK_HOSTS.has(env["HOST"] || "127.0.0.1") && env["NODE_ENV"] !== "production";
  const byClick = demoCompany && isLocal && auth.AUTH_SECRET !== undefined;
  return {
    CONSOLE: "on",
    CONSOLE_DIR: directory,
    CONSOLE_AUTH: env["CONSOLE_AUTH"] || (byClick ? "development" : "token"),
    ...(byClick && { CONSOLE_DEVELOPMENT_PEOPLE: JSON.stringify(demoPeople()) }),
  };
}

function demoPeople() {
  return Object.values(DEMO_PEOPLE).map(({ userId, name, role, privileged }) => ({
    userId,
    companyId: DEMO_COMPANY.id,
    name,
    role,
    privileged,
  }));
}

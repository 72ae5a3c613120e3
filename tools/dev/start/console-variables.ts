import type { Environment } from "@countersign/service-kit";
import type { AuthVariables } from "../identity/development-identity.ts";
import { startConsoleBuild } from "../../release/console/build-console.ts";
import { DEMO_COMPANY, DEMO_PEOPLE } from "./demo-company.ts";

const LOOPBACK_HOSTS = new Set(["127.0.0.1", "::1", "localhost"]);

/** The variables with which the approval engine of `npm start` serves the console. */
export interface ConsoleVariables {
  CONSOLE: "on" | "off";
  CONSOLE_DIR?: string;
  CONSOLE_BUILDING?: "on" | "off";
  CONSOLE_AUTH?: string;
  CONSOLE_DEVELOPMENT_PEOPLE?: string;
  CONSOLE_DEVELOPMENT_MAILS?: string;
}

/** The console of a platform that starts. */
export interface StartedConsole {
  variables: ConsoleVariables;
  /** Settles once its files are there, or cannot be built. */
  built: Promise<void>;
  /** Ends a build that is under way. */
  stop: () => void;
}

/**
 * Builds the console beside the start of the other parts, unless `CONSOLE` is `off` or `CONSOLE_DIR` names a build. On
 * this machine alone, and with the demo company, one logs in by a click on a name; else with a token.
 */
export function startConsole(
  env: Environment,
  {
    auth,
    demoCompany,
    mailsUrl,
  }: { auth: AuthVariables; demoCompany: boolean; mailsUrl?: string | undefined },
): StartedConsole {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  if (env["CONSOLE"] === "off") return { variables: { CONSOLE: "off" }, built: Promise.resolve(), stop };
  const givenDirectory = env["CONSOLE_DIR"];
  const { directory, cached, done } = givenDirectory
    ? { directory: givenDirectory, cached: true, done: Promise.resolve() }
    : startConsoleBuild(stopping.signal);
  const isLocal = LOOPBACK_HOSTS.has(env["HOST"] || "127.0.0.1") && env["NODE_ENV"] !== "production";
  const byClick = demoCompany && isLocal && auth.AUTH_SECRET !== undefined;
  const logIn = env["CONSOLE_AUTH"] || (byClick ? "development" : "token");
  const variables: ConsoleVariables = {
    CONSOLE: "on",
    CONSOLE_DIR: directory,
    CONSOLE_BUILDING: cached ? "off" : "on",
    CONSOLE_AUTH: logIn,
    ...(logIn === "development" && mailsUrl !== undefined && { CONSOLE_DEVELOPMENT_MAILS: mailsUrl }),
    ...(byClick && { CONSOLE_DEVELOPMENT_PEOPLE: JSON.stringify(demoPeople()) }),
  };
  return { variables, built: done, stop };
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

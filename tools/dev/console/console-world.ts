import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { DEMO_COMPANY, DEMO_PEOPLE, type DemoPerson } from "../start/demo-company.ts";
import { FREE_PORTS, type ServiceName } from "../start/platform-ports.ts";
import { type Platform, startPlatform } from "../start/start-platform.ts";
import { readAuthVariables } from "../identity/development-identity.ts";
import { signToken } from "../token/token-command.ts";
import { startBrowser } from "./browser.ts";

/** One started platform, one browser, and people who use both. */
export interface ConsoleWorld {
  browser: Browser;
  platform: Platform;
  /** Address of the console, with a slash at its end. */
  url: string;
  /** Opens the console as somebody, in a context of their own. */
  openAs: (person: DemoPerson, options?: BrowserContextOptions) => Promise<Page>;
  /** Sends a GraphQL request as somebody. @throws Error for a refusal */
  ask: <T>(person: DemoPerson, query: string, variables?: Record<string, unknown>) => Promise<T>;
  /** Submits a leave request of the employee. */
  submitLeave: (leave?: {
    from?: string;
    to?: string;
    reason?: string;
  }) => Promise<{ _id: string; ref: string }>;
  /** What browsers wrote to their consoles, and errors that nothing caught. */
  complaints: string[];
  close: () => Promise<void>;
}

/** Starts the platform with the demo company, and a browser. */
export async function startConsoleWorld(env: Readonly<Record<string, string>> = {}): Promise<ConsoleWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-console-world-"));
  const [platform, browser] = await Promise.all([
    startPlatform({ env: { LOG_LEVEL: "silent", ...env }, dataDir, ports: FREE_PORTS, demoCompany: true }),
    startBrowser(),
  ]);
  const complaints: string[] = [];
  const url = platform.consoleUrl ?? "";
  const addressOf = (name: ServiceName) =>
    platform.services.find((service) => service.name === name)!.publicUrl;
  const tokenOf = ({ userId: sub, name, privileged }: DemoPerson) => {
    const request = { sub, companyId: DEMO_COMPANY.id, name, privileged, expires: "1h" };
    return signToken(request, readAuthVariables({}, dataDir));
  };
  const post = async (person: DemoPerson, address: string, body: object): Promise<unknown> => {
    const headers = { authorization: `Bearer ${await tokenOf(person)}`, "content-type": "application/json" };
    const response = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
    return response.json();
  };

  return {
    browser,
    platform,
    url,
    complaints,
    openAs: async (person, options = {}) => {
      const context = await browser.newContext({ viewport: { width: 1360, height: 860 }, ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(10_000);
      page.on("console", (message) => {
        if (["warning", "error"].includes(message.type())) complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(error.message));
      await page.goto(url);
      await page.getByRole("button", { name: person.name }).click();
      await page.locator("main#page").waitFor();
      return page;
    },
    ask: async <T>(person: DemoPerson, query: string, variables: Record<string, unknown> = {}) => {
      const answer = await post(person, `${addressOf("approval-engine")}/graphql`, { query, variables });
      const { data, errors } = answer as { data: T; errors?: { message: string }[] };
      if (errors) throw new Error(errors.map(({ message }) => message).join("; "));
      return data;
    },
    submitLeave: async ({ from = "2027-03-01", to = "2027-03-05", reason = "Sailing" } = {}) => {
      const leave = { employeeId: DEMO_PEOPLE.employee.employeeId, from, to, reason };
      const answer = await post(DEMO_PEOPLE.employee, `${addressOf("hr-service")}/api/leaves`, leave);
      return answer as { _id: string; ref: string };
    },
    close: async () => {
      await browser.close();
      await platform.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

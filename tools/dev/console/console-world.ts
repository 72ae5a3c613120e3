import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { DEMO_COMPANY, DEMO_PEOPLE, type DemoPerson } from "../start/demo-company.ts";
import { FREE_PORTS, keptPort, type ServiceName } from "../start/platform-ports.ts";
import { type Platform, startPlatform } from "../start/start-platform.ts";
import { readAuthVariables } from "../identity/development-identity.ts";
import { signToken } from "../token/token-command.ts";
import { browserOfTests, collectComplaints, startBrowser } from "./browser.ts";

/** One started platform, a browser, and people who use both. */
export interface ConsoleWorld {
  platform: Platform;
  /** Address of the console, with a slash at its end. */
  url: string;
  /**
   * Opens the console as somebody who is logged in already. Pages without options are tabs of one browser context, which
   * has the files in its cache and opens them in a third of the time; each begins with the preferences of a new reader.
   * With options, even `{}`, the page has a context of its own.
   */
  openAs: (person: DemoPerson, options?: BrowserContextOptions, path?: string) => Promise<Page>;
  /**
   * Opens the log-in in a tab of the same context, which forgets who was logged in, at the console's address unless told
   * otherwise. A page that leads to a provider navigates by itself: going to another address meanwhile would race with it.
   */
  openLogIn: (address?: string) => Promise<Page>;
  /** Sends a GraphQL request as somebody. @throws Error for a refusal */
  ask: <T>(person: DemoPerson, query: string, variables?: Record<string, unknown>) => Promise<T>;
  /** Sends a REST request to an owner as somebody. @throws Error for a refusal */
  send: (
    person: DemoPerson,
    service: ServiceName,
    method: string,
    path: string,
    body: object,
  ) => Promise<object>;
  /** Submits a leave request of the employee. */
  submitLeave: (leave?: {
    from?: string;
    to?: string;
    reason?: string;
  }) => Promise<{ _id: string; ref: string }>;
  /** A token of somebody, for an hour unless told otherwise. */
  tokenOf: (person: DemoPerson, expires?: string) => Promise<string>;
  /** A token of a service that owns documents, for an hour. */
  tokenOfOwner: (owner: string) => Promise<string>;
  /** Stops the platform and starts it again with the same data, the console at the same address. */
  restart: () => Promise<void>;
  /** Complaints of pages since the last call, such as a refusal that a test provokes. */
  takeComplaints: () => string[];
  close: () => Promise<void>;
}

/** As in `npm start`, but for verdicts that are sent at once: tests of the grace set their own. */
const SETTINGS = JSON.stringify({
  companyName: DEMO_COMPANY.name,
  runReaders: "INVOLVED",
  returnUsesCurrentDefinition: false,
  unknownPeople: "REFUSE",
  graceSeconds: 0,
});
const VIEWPORT = { width: 1360, height: 860 };
const PAGE_TIMEOUT_MS = 10_000;
const START_TIMEOUT_MS = 60_000;

/**
 * Starts the platform with the demo company, and a browser of its own unless one is given.
 *
 * @param openWork whether documents wait, as after `npm start`
 * @param mail whether notifications go out by mail, as with `npm start -- --mail`
 */
export async function startConsoleWorld(
  env: Readonly<Record<string, string>> = {},
  givenBrowser?: Promise<Browser>,
  { openWork = false, mail = false }: { openWork?: boolean; mail?: boolean } = {},
): Promise<ConsoleWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-console-world-"));
  const services = {
    ...FREE_PORTS.services,
    "approval-engine": { public: await keptPort("127.0.0.1"), internal: 0 },
  };
  const start = () =>
    startPlatform({
      // One person makes more documents in a test than anybody does by hand.
      env: {
        LOG_LEVEL: "silent",
        APPROVAL_SETTINGS_DEFAULTS: SETTINGS,
        PERSON_RUNS_PER_MINUTE: "0",
        ...env,
      },
      dataDir,
      ports: { ...FREE_PORTS, services },
      demoCompany: true,
      openWork,
      mail,
    });
  const [first, browser] = await Promise.all([start(), givenBrowser ?? startBrowser()]);
  let platform = first;
  await platform.consoleBuilt;
  const complaints: string[] = [];
  const url = platform.consoleUrl ?? "";
  const addressOf = (name: ServiceName) =>
    platform.services.find((service) => service.name === name)!.publicUrl;
  const tokenOf = ({ userId: sub, name, privileged }: DemoPerson, expires = "1h") => {
    const request = { sub, companyId: DEMO_COMPANY.id, name, privileged, expires };
    return signToken(request, readAuthVariables(env, dataDir));
  };
  const tokenOfOwner = (owner: string) =>
    signToken({ owner, companyId: DEMO_COMPANY.id, expires: "1h" }, readAuthVariables(env, dataDir));
  const send: ConsoleWorld["send"] = async (person, service, method, path, body) => {
    const headers = { authorization: `Bearer ${await tokenOf(person)}`, "content-type": "application/json" };
    const address = `${addressOf(service)}${path}`;
    const response = await fetch(address, { method, headers, body: JSON.stringify(body) });
    const answer = (await response.json()) as object;
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const openContext = (options: BrowserContextOptions) =>
    browser.newContext({ viewport: VIEWPORT, ...options });
  const openTab = async (context: BrowserContext): Promise<Page> => {
    const page = await context.newPage();
    page.setDefaultTimeout(PAGE_TIMEOUT_MS);
    collectComplaints(page, complaints);
    return page;
  };
  let oneContext: Promise<BrowserContext> | undefined;
  const sharedContext = () => (oneContext ??= openContext({}));

  return {
    platform,
    url,
    send,
    tokenOf,
    tokenOfOwner,
    restart: async () => {
      await platform.stop();
      platform = await start();
    },
    takeComplaints: () => complaints.splice(0),
    openAs: async (person, options, path = "") => {
      const page = await openTab(await (options ? openContext(options) : sharedContext()));
      // As a reload finds it. The window's name tells the tab's first page from later ones.
      await page.addInitScript(
        `if (window.name === "") {
           window.name = "opened";
           localStorage.clear();
           sessionStorage.setItem("countersign.person", "${person.userId}");
         }`,
      );
      await page.goto(`${url}${path}`, { waitUntil: "commit" });
      await page.locator("main#page").waitFor();
      return page;
    },
    openLogIn: async (address = url) => {
      const context = await sharedContext();
      await context.clearCookies();
      const page = await openTab(context);
      await page.goto(address);
      return page;
    },
    ask: async <T>(person: DemoPerson, query: string, variables: Record<string, unknown> = {}) => {
      const answer = await send(person, "approval-engine", "POST", "/graphql", { query, variables });
      const { data, errors } = answer as { data: T; errors?: { message: string }[] };
      if (errors) throw new Error(errors.map(({ message }) => message).join("; "));
      return data;
    },
    submitLeave: async ({ from = "2027-03-01", to = "2027-03-05", reason = "Sailing" } = {}) => {
      const leave = { employeeId: DEMO_PEOPLE.employee.employeeId, from, to, reason };
      const answer = await send(DEMO_PEOPLE.employee, "hr-service", "POST", "/api/leaves", leave);
      return answer as { _id: string; ref: string };
    },
    close: async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
      if (givenBrowser === undefined) await browser.close();
      await platform.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/**
 * A world for the tests of a file, or of one `describe`: started before them, closed after them. A test fails when a
 * page complained of something in it, unless it took the complaint.
 */
export function useConsoleWorld(
  env: Readonly<Record<string, string>> = {},
  options: { mail?: boolean } = {},
): ConsoleWorld {
  const world = {} as ConsoleWorld;
  beforeAll(async () => {
    Object.assign(world, await startConsoleWorld(env, browserOfTests(), options));
  }, START_TIMEOUT_MS);
  afterEach(() => expect(world.takeComplaints(), "what pages complained of").toEqual([]));
  afterAll(() => world.close());
  return world;
}

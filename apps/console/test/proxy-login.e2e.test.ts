import { once } from "node:events";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DEMO_PEOPLE, type DemoPerson } from "@countersign/tools/demo-company";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { logOut, openReaderMenu, tellsOf } from "./layout.ts";
import { type ProxyWorld, startProxy } from "./proxy-world.ts";
import { createWorkflow, submitTo } from "./submit.ts";

const { manager, head } = DEMO_PEOPLE;
const LOG_OUT_URL = "/log-out";
/** The browser's console message for a request that the engine refuses. */
const REFUSED = "Failed to load resource: the server responded with a status of 401 (Unauthorized)";

const inbox = (page: Page) => page.getByRole("heading", { name: "Inbox" });
const proxyLogIn = (page: Page) => page.getByRole("heading", { name: "The proxy's log-in" });

describe("a log-in that a proxy keeps", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld({ CONSOLE_AUTH: "proxy", CONSOLE_LOGOUT_URL: LOG_OUT_URL });
  let proxy: ProxyWorld;
  let tokenSeconds = 3_600;
  beforeAll(async () => {
    proxy = await startProxy({
      consoleUrl: world.url,
      tokenOf: (person) => world.tokenOf(person, `${tokenSeconds}s`),
      // Before the token expires.
      tokenMs: () => (tokenSeconds - 2) * 1_000,
    });
  });
  beforeEach(() => {
    tokenSeconds = 3_600;
    proxy.admit(manager);
  });
  afterAll(() => proxy.close());

  /** Opens the console behind the proxy, for a reader whom it does not know yet. */
  const open = (place = "") => world.openLogIn(`${proxy.url}${place}`);

  /** Opens a new document there that two people may decide on, and types half of a rejection's reason. */
  async function openHalfRejected(title: string): Promise<Page> {
    const workflowId = await createWorkflow(world, [{ name: "Budget", approvers: [manager, head] }]);
    const page = await open(`inbox/${await submitTo(world, workflowId, { title })}`);
    await page.getByRole("button", { name: "Reject", exact: true }).click();
    await page.getByRole("textbox", { name: "Note" }).fill("Half a sentence");
    return page;
  }

  it("opens the console as the proxy's reader, with live updates over the socket [CON-4] [CON-7]", async () => {
    const before = proxy.sockets();
    const page = await open();
    await page.getByText(manager.name).first().waitFor();
    await inbox(page).waitFor();
    await expect.poll(proxy.sockets).toBe(before + 1);
    const { ref } = await world.submitLeave({ reason: "Live" });
    await tellsOf(page, ref);
    await page.close();
  });

  it("outlives its token, which the proxy renews, and live updates go on [CON-7]", async () => {
    tokenSeconds = 4;
    const before = proxy.sockets();
    const page = await open();
    await inbox(page).waitFor();
    // The engine ends the socket with its token; the next one comes with another.
    await expect.poll(proxy.sockets, { timeout: 10_000 }).toBeGreaterThan(before + 1);
    const { ref } = await world.submitLeave({ reason: "Renewed" });
    await tellsOf(page, ref);
    await page.close();
  });

  it("ends where the proxy has its log-out, and what was typed is forgotten [CON-7]", async () => {
    const page = await openHalfRejected("Log-out");
    // Parts that the page loads ahead have come before the proxy lets nobody in.
    await page.waitForLoadState("networkidle");
    proxy.admit(undefined);
    await logOut(page, manager);
    await proxyLogIn(page).waitFor();
    expect(await page.evaluate<string>("JSON.stringify(sessionStorage)")).not.toContain("countersign");
    await page.goto(proxy.url);
    await proxyLogIn(page).waitFor();
    await page.close();
  });

  it("that has ended elsewhere says so over the page, and leads back to it [CON-7]", async () => {
    const page = await openHalfRejected("Elsewhere");
    const address = page.url();
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Confirm rejection" }).press("Enter");
    await page.getByRole("heading", { name: "Your session has ended" }).waitFor();
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("button", { name: "Reject", exact: true }).click();
    expect(page.url()).toBe(address);
    expect(await page.getByRole("textbox", { name: "Note" }).inputValue()).toBe("Half a sentence");
    await page.close();
  });

  it("that becomes somebody else's decides nothing in their name, and goes on with its reader [CON-7]", async () => {
    const page = await openHalfRejected("Two people");
    const refId = new URL(page.url()).pathname.split("/").at(-1);
    const logInElsewhere = async (person: DemoPerson) => {
      proxy.admit(person);
      await page.context().request.get(new URL(LOG_OUT_URL, proxy.url).href);
    };
    const comeBack = () => page.evaluate("dispatchEvent(new Event('focus'))");
    const verdicts = async () => {
      const { workflowEvents } = await world.ask<{ workflowEvents: { event: string; actorId: string }[] }>(
        manager,
        "query Events($refId: ID!) { workflowEvents(refId: $refId) { event actorId } }",
        { refId },
      );
      return workflowEvents.filter(({ event }) => event === "REJECTED");
    };
    const replaced = page.getByRole("heading", { name: "Somebody else has logged in" });
    const reject = page.getByRole("button", { name: "Confirm rejection" });
    await logInElsewhere(head);
    await reject.press("Enter");
    await replaced.waitFor();
    expect(await verdicts()).toEqual([]);
    await logInElsewhere(manager);
    await comeBack();
    await replaced.waitFor({ state: "detached" });
    expect(await page.getByRole("textbox", { name: "Note" }).inputValue()).toBe("Half a sentence");
    await reject.press("Enter");
    await page.getByRole("status").filter({ hasText: "Rejected" }).waitFor();
    expect(await verdicts()).toEqual([{ event: "REJECTED", actorId: manager.userId }]);
    // The page notices this before it sends a request.
    await logInElsewhere(head);
    await comeBack();
    await replaced.waitFor();
    await page.getByRole("button", { name: "Open the other person's console" }).click();
    await page.getByText(head.name).first().waitFor();
    expect(new Set(world.takeComplaints())).toEqual(new Set([REFUSED]));
    await page.close();
  });

  it("gives a page of another origin no socket of its reader [CON-8]", async () => {
    const page = await open();
    await inbox(page).waitFor();
    const [cookie] = await page.context().cookies();
    const address = new URL("/graphql", proxy.url.replace("http", "ws"));
    const closedFor = async (origin: string) => {
      const socket = new WebSocket(address, {
        protocols: ["graphql-transport-ws"],
        headers: { cookie: `${cookie!.name}=${cookie!.value}`, origin },
      });
      socket.addEventListener("open", () => socket.send(`{"type":"connection_init"}`));
      const first = await Promise.race([once(socket, "message"), once(socket, "close")]);
      socket.close();
      return first[0] instanceof CloseEvent ? first[0].code : "let in";
    };
    expect(await closedFor("https://elsewhere.example.com")).toBe(4401);
    expect(await closedFor(new URL(proxy.url).origin)).toBe("let in");
    await page.close();
  });

  it("is not possible without the proxy, and the page says where to go [CON-7]", async () => {
    const page = await world.openLogIn();
    await page.getByText("Your company's proxy logs you in.").waitFor();
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByText("Your company's proxy logs you in.").waitFor();
    expect(await page.getByRole("heading", { name: "Log in" }).count()).toBe(1);
    const body = JSON.stringify({ query: "{ viewer { userId } }" });
    const headers = { "content-type": "application/json" };
    const answer = await fetch(new URL("/graphql", world.url), { method: "POST", headers, body });
    expect(answer.status).toBe(401);
    expect(world.takeComplaints().join()).toContain("401");
    await page.close();
  });
});

describe("a proxy that has no log-out", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld({ CONSOLE_AUTH: "proxy" });
  let proxy: ProxyWorld;
  beforeAll(async () => {
    proxy = await startProxy({
      consoleUrl: world.url,
      tokenOf: (person) => world.tokenOf(person, "3600s"),
      tokenMs: () => 3_600_000,
    });
    proxy.admit(manager);
  });
  afterAll(() => proxy.close());

  it("is offered neither in the reader's menu nor among the commands [CON-7] [CON-14]", async () => {
    const page = await world.openLogIn(proxy.url);
    await inbox(page).waitFor();
    await openReaderMenu(page, manager);
    await page.getByRole("button", { name: "Keyboard shortcuts" }).waitFor();
    expect(await page.getByRole("button", { name: "Log out" }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    const box = page.getByRole("dialog").getByRole("combobox");
    // Both commands have an "o".
    await box.fill("o");
    await page.getByRole("option", { name: /^Keyboard shortcuts/u }).waitFor();
    expect(await page.getByRole("option", { name: /^Log out/u }).count()).toBe(0);
    await page.close();
  });
});

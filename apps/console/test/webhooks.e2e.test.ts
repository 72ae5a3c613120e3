import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { violationsOn } from "./axe.ts";
import { isFocused, sidewaysOn } from "./layout.ts";

const { admin, employee } = DEMO_PEOPLE;

const answers = { status: 204 };
const bodies: string[] = [];
const take = async (request: IncomingMessage, response: ServerResponse) => {
  bodies.push(await text(request));
  response.writeHead(answers.status).end();
};
const receiver = createServer((request, response) => void take(request, response));
await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
const host = `127.0.0.1:${(receiver.address() as { port: number }).port}`;
const secrets = [`whsec_${Buffer.alloc(32, 7).toString("base64")}`];

describe("the page of webhooks", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld({
    DOCUMENT_KINDS: "legal:Contract yard:Rent",
    OWNER_WEBHOOKS: JSON.stringify({
      legal: {
        url: `http://${host}/secret-path`,
        secrets,
        notifications: { format: "teams", url: `http://${host}/secret-path` },
      },
      yard: {
        url: `http://${host}/secret-path`,
        secrets,
        notifications: { format: "slack", url: `http://${host}/secret-path` },
      },
    }),
    WEBHOOK_PRIVATE: "on",
  });
  let page: Page;
  beforeAll(async () => {
    page = await world.openAs(admin, {}, "settings");
  });
  afterAll(async () => {
    await page.context().close();
    receiver.closeAllConnections();
    receiver.close();
  });
  const card = (owner: string) => page.getByRole("region", { name: owner, exact: true });
  const test = (owner: string) => page.getByRole("button", { name: `Send a test to ${owner}`, exact: true });

  it("is found from the settings, and says that nothing was sent [WEB-2]", async () => {
    await page.getByRole("link", { name: "Webhooks", exact: true }).click();
    await page.getByRole("heading", { name: "Webhooks", level: 1 }).waitFor();
    await card("legal").getByText("Nothing was sent for your company yet.").waitFor();
    await card("legal").getByText("Gets through").waitFor();
    await card("legal").getByText(host).waitFor();
    await card("legal in Teams").getByText(host).waitFor();
    expect(await page.getByText("secret-path").count()).toBe(0);
  });

  it("sends a test by the keyboard, and shows by itself that it was taken [WEB-2]", async () => {
    await test("legal").focus();
    await page.keyboard.press("Enter");
    const delivery = card("legal").getByRole("listitem").filter({ hasText: "Test" });
    await delivery.getByText("taken").waitFor();
    await card("legal").getByText("nothing waits").waitFor();
    await isFocused(test("legal"));
    await card("yard").getByText("Nothing was sent for your company yet.").waitFor();
    await test("legal").click();
    await card("legal").getByRole("alert").waitFor();
    expect(world.takeComplaints().length).toBeLessThanOrEqual(1);
  });

  it("sends a chat a test of its own, which opens this console [WEB-3]", async () => {
    await test("legal in Teams").click();
    await card("legal in Teams").getByRole("listitem").getByText("taken").waitFor();
    expect(await card("legal").getByRole("listitem").count()).toBe(1);
    expect(bodies.at(-1)).toContain(JSON.stringify(world.url.replace(/\/$/u, "")));
  });

  it("says of a receiver that is gone how the operator resumes it [WEB-2]", async () => {
    answers.status = 410;
    await test("yard").click();
    await card("yard").getByText("Paused").waitFor();
    await card("yard").getByText("gone (410)").waitFor();
    await card("yard").getByText("npm run outbox -- resume --owner yard").waitFor();
    await card("yard").getByText("1 event waits").waitFor();
  });

  it("says the same of a chat, by its own name [WEB-3]", async () => {
    await card("yard in Slack").getByText("Gets through").waitFor();
    await test("yard in Slack").click();
    await card("yard in Slack").getByText('npm run outbox -- resume --owner "yard chat"').waitFor();
  });

  it("breaks no rule of WCAG 2.2 AA, and fits a phone, in English and German [WEB-2, CON-6]", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violationsOn(page), colorScheme).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await sidewaysOn(page)).toEqual([]);
    await page.goto(`${world.url}webhooks?locale=de`);
    await card("yard").getByText("Angehalten").waitFor();
    await card("legal").getByText("angenommen").waitFor();
    expect(await sidewaysOn(page)).toEqual([]);
    expect(await violationsOn(page)).toEqual([]);
  });

  it("is refused to people without the right [WEB-2]", async () => {
    const other = await world.openAs(employee, {}, "webhooks");
    await other.getByRole("heading", { level: 1 }).waitFor();
    expect(await other.getByRole("button", { name: /Send a test/u }).count()).toBe(0);
    await other.context().close();
  });
});

import { call, createdId, useAgent } from "@countersign/testing/mcp-agent";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { DEMO_COMPANY, DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { connectStore, toObjectId } from "@countersign/mongo";
import { describe, expect, it, onTestFinished } from "vitest";
import { violationsOn } from "./axe.ts";
import { sidewaysOn } from "./layout.ts";

const { hr, head } = DEMO_PEOPLE;
const companyId = DEMO_COMPANY.id;

describe("the page on which a person confirms an agent's entry", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld({ MCP_CONFIRM_POST: "url", MCP_POST_APPROVAL: "off" });

  /** An agent that has drafted an entry and asked for its posting: the address that its client opened, and how to ask on. */
  async function askedFor(changes: Record<string, unknown> = {}) {
    const journal = world.platform.services.find(({ name }) => name === "mcp-journal")!;
    const opened: string[] = [];
    const agent = await useAgent(journal, {
      authorization: `Bearer ${await world.tokenOf(hr)}`,
      onAddress: ({ url }) => {
        opened.push(url);
        return { action: "accept" };
      },
    });
    const [debit, credit] = (await call(agent, "list_accounts")).data!["accounts"] as { id: string }[];
    const transactions = [
      { accountId: debit!.id, debit: 1200.5, credit: 0, remark: "Advice in March" },
      { accountId: credit!.id, debit: 0, credit: 1200.5 },
    ];
    const entry = { description: "Consulting", companyId, createdBy: hr.userId, transactions, ...changes };
    const id = createdId(await call(agent, "create_journal_entry", entry));
    const post = () => call(agent, "post_journal_entry", { id, companyId });
    expect((await post()).text).toContain("has not answered in the console yet");
    const path = opened[0]!.slice(world.url.length);
    expect(opened[0]).toBe(`${world.url}${path}`);
    return { id, path, post };
  }

  async function database() {
    const { uri } = world.platform.store;
    const store = await connectStore({ uri, dbName: "countersign", appName: "test" });
    onTestFinished(() => store.close());
    return store.db;
  }

  it("shows the entry line by line, and lets the agent post it once the person has agreed [MCP-3]", async () => {
    const { path, post } = await askedFor();
    const page = await world.openAs(hr, undefined, path);
    await page.getByRole("heading", { level: 1, name: /^Post journal entry JE-\d+\?$/u }).waitFor();
    const lines = page.getByRole("table").getByRole("row");
    expect(await lines.count()).toBe(4);
    expect(await lines.nth(1).innerText()).toMatch(/Advice in March\s+€1,200\.50/u);
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole("button", { name: "Post this entry" }).press("Enter");
    await page.getByText("You agreed").first().waitFor();
    await page.getByRole("button", { name: "Post this entry" }).waitFor({ state: "detached" });
    expect(await violationsOn(page)).toEqual([]);
    expect((await post()).text).toContain("has been posted successfully");
    await page.reload();
    await page.locator("main").getByText("You agreed").waitFor();
    await page.close();
  });

  it("keeps a draft where the person declines, in German and on a phone too [MCP-3]", async () => {
    const { path, post } = await askedFor();
    const page = await world.openAs(hr, { viewport: { width: 320, height: 700 } }, `${path}?locale=de`);
    await page.getByRole("heading", { level: 1, name: /^Buchungssatz JE-\d+ buchen\?$/u }).waitFor();
    expect(await sidewaysOn(page)).toEqual([]);
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole("button", { name: "Nicht buchen" }).press("Enter");
    await page.locator("main").getByText("Sie haben abgelehnt").waitFor();
    expect((await post()).text).toContain("The user did not confirm");
    await page.context().close();
  });

  it("tells another user that the question is not theirs, and shows nothing of it [MCP-3]", async () => {
    const { path } = await askedFor({ description: "A secret purchase" });
    for (const place of [path, `confirm/${"0".repeat(24)}`]) {
      const page = await world.openAs(head, {}, place);
      await page.getByText("This question is not yours").waitFor();
      await page.getByText(`You are logged in as ${head.name}`).waitFor();
      expect(await page.locator("main").innerText()).not.toMatch(/JE-|secret|1,200/u);
      expect(await page.locator("main").getByRole("button").count()).toBe(0);
      expect(await violationsOn(page)).toEqual([]);
      await page.context().close();
    }
  });

  it("only takes a refusal of an entry that has changed since the question [MCP-3]", async () => {
    const { id, path, post } = await askedFor();
    const db = await database();
    const page = await world.openAs(hr, undefined, path);
    await page.getByRole("button", { name: "Post this entry" }).waitFor();
    const changed = { $set: { description: "Something else" } };
    await db.collection("journal_entries").updateOne({ _id: toObjectId(id) }, changed);
    await page.getByRole("button", { name: "Post this entry" }).press("Enter");
    await page.getByText("The entry has changed since your agent asked.").waitFor();
    await page.getByText("Something else").waitFor();
    await page.getByRole("button", { name: "Post this entry" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Do not post" }).press("Enter");
    await page.locator("main").getByText("You declined").waitFor();
    expect((await post()).isError).toBe(true);
    await page.close();
  });

  it("says that the time is over, also to an answer that comes too late [MCP-3]", async () => {
    const { path } = await askedFor();
    const db = await database();
    const page = await world.openAs(hr, undefined, path);
    await page.getByRole("button", { name: "Post this entry" }).waitFor();
    const over = { $set: { "page.validUntil": new Date(Date.now() - 1) } };
    await db.collection("mcp_confirmations").updateOne({ _id: toObjectId(path.split("/").at(-1)!) }, over);
    await page.getByRole("button", { name: "Post this entry" }).press("Enter");
    await page.getByText("The time for your answer is over").waitFor();
    expect(await page.locator("main").getByRole("button").count()).toBe(0);
    await page.close();
  });
});

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { violationsOn } from "./axe.ts";
import { eachOf, goTo, tellsOf } from "./layout.ts";
import { createWorkflow, submitTo } from "./submit.ts";

const { admin, manager, head } = DEMO_PEOPLE;
const MORE = 104;

describe("an inbox is triaged", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let workflowId: string;
  let page: Page;
  beforeAll(async () => {
    workflowId = await createWorkflow(world, [{ name: "Budget", approvers: [manager] }]);
    for (const [title, amount, currency] of [
      ["Van", "87250.00", "EUR"],
      ["Desk", "450.00", "EUR"],
      ["Refit", "46180.00", "USD"],
    ] as const) {
      await submitTo(world, workflowId, {
        title,
        amount,
        currency,
        facts: [{ key: "supplier", label: "Supplier", type: "TEXT", value: `${title} works` }],
      });
    }
    await world.submitLeave({ reason: "Skiing" });
    page = await world.openAs(manager, {}, "inbox");
    await page.locator("[data-row]").nth(3).waitFor();
  });
  afterAll(() => page.context().close());
  const titles = async () =>
    (await page.locator("[data-row]").allInnerTexts()).map((text) => text.split("\n")[0]!);
  /** Titles of the documents that wait and match. */
  const waitingWith = async (keyword: string) => {
    const { inboxPage } = await world.ask<{ inboxPage: { data: { document: { title: string } }[] } }>(
      manager,
      `{ inboxPage(input: { keyword: "${keyword}", take: 100 }) { data { document { title } } } }`,
    );
    return inboxPage.data.map(({ document }) => document.title);
  };
  const choose = async (field: string, value: string) => {
    await page.getByRole("button", { name: new RegExp(`^${field}|${field}$`, "u") }).click();
    await page.getByRole("option", { name: value }).click();
  };
  const filters = () => page.getByRole("button", { name: /^Filters/u }).click();

  it("by rows of one height with amount, facts and waiting time in them [CON-13]", async () => {
    const heights = await eachOf(
      page,
      "li:has(> [data-row])",
      "Math.round(element.getBoundingClientRect().height)",
    );
    expect(new Set(heights.map(String))).toEqual(new Set(["52"]));
    const van = page.locator("[data-row]").filter({ hasText: "Van" });
    for (const text of ["€87,250.00", "Van works", "since today"]) await van.getByText(text).waitFor();
  });

  it("by order, amount and words of facts, all of it in the address [CON-13]", async () => {
    await filters();
    await choose("Sort", "Amount");
    await page.getByLabel("Amount from").fill("1000");
    await page.getByLabel("Currency").fill("eur");
    await page.keyboard.press("Escape");
    await expect.poll(titles).toEqual(["Van"]);
    const search = new URL(page.url()).searchParams;
    expect(Object.fromEntries(search)).toEqual({ order: "amount", min: "1000", currency: "EUR" });
    await page.reload();
    await expect.poll(titles).toEqual(["Van"]);
    await filters();
    // The popover belongs to its button by aria-controls, outside of every landmark.
    expect(await violationsOn(page, ["body > div:has(> [data-trigger])"])).toEqual([]);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.keyboard.press("Escape");
    await expect.poll(async () => (await titles()).length).toBe(4);
    await page.getByRole("searchbox").fill("refit works");
    await expect.poll(titles).toEqual(["Refit"]);
    await page.getByRole("searchbox").fill("");
  });

  it("by groups with counts and sums, one of them open [CON-13]", async () => {
    await goTo(page, "nowhere");
    await goTo(page, "inbox?group=kind");
    const group = (name: RegExp) => page.getByRole("button", { name });
    await group(/^Purchase requisition 3/u).waitFor();
    await group(/^Leave 1/u).waitFor();
    const sums = await group(/^Purchase requisition 3/u).innerText();
    expect(sums).toContain("€87,700.00");
    expect(sums).toContain("US$46,180.00".replace("US", ""));
    await group(/^Purchase requisition 3/u).click();
    await expect.poll(async () => (await titles()).length).toBe(3);
    expect(await violationsOn(page)).toEqual([]);
    expect(new URL(page.url()).search).toBe("?group=kind.PurchaseRequisition");
  });

  it("by what changed since its reader looked [CON-13]", async () => {
    await goTo(page, "nowhere");
    await goTo(page, "inbox");
    await world.ask(
      admin,
      "mutation { updateApprovalSettings(input: { onAmend: KEEP_VERDICTS }) { version } }",
    );
    const { _id, ref } = await world.submitLeave({ reason: "Sailing" });
    await tellsOf(page, ref);
    const fresh = page.getByRole("button", { name: /new, show/u });
    if ((await fresh.count()) > 0) await fresh.click();
    const seen = page.waitForResponse(
      (response) => response.request().postData()?.includes("mutation MarkSeen") === true,
    );
    await page.locator("[data-row]").filter({ hasText: ref }).click();
    await seen;
    const changed = { from: "2027-03-01", to: "2027-03-26", reason: "Sailing", note: "Longer" };
    await world.send(DEMO_PEOPLE.employee, "hr-service", "PUT", `/api/leaves/${_id}`, changed);
    await goTo(page, "nowhere");
    await goTo(page, "inbox?changed=1");
    await page.locator("[data-row]").filter({ hasText: ref }).getByText("Changed since you looked").waitFor();
    expect(await page.locator("[data-row]").count()).toBe(1);
  });

  describe("by deciding all that match", () => {
    beforeAll(async () => {
      await Promise.all(
        Array.from({ length: MORE }, (_, n) => submitTo(world, workflowId, { title: `Chair ${n}` })),
      );
    });

    it("those too that are not shown [CON-13]", async () => {
      await goTo(page, "nowhere");
      await goTo(page, "inbox?q=Chair");
      await page.locator("[data-row]").nth(49).waitFor();
      await page.locator("label").filter({ hasText: "Select all shown" }).click();
      await page.getByRole("button", { name: `Select all ${MORE} that match` }).click();
      await page.getByText(`${MORE} selected`).waitFor();
      // A later document is not among them.
      await submitTo(world, workflowId, { title: "Chair later" });
      await page.getByRole("button", { name: "Approve …" }).click();
      await page.getByRole("button", { name: `Approve ${MORE}` }).press("Enter");
      // A slow machine decides some of them in the time that a page has for anything.
      for (const left of [75, 50, 25]) {
        await expect
          .poll(async () => (await waitingWith("Chair")).length, { interval: 500 })
          .toBeLessThan(left);
      }
      await page
        .getByRole("status")
        .filter({ hasText: `${MORE} documents approved` })
        .waitFor();
      expect(await waitingWith("Chair")).toEqual(["Chair later"]);
    });
  });

  it("with compact rows where its reader wants them [CON-13]", async () => {
    await goTo(page, "nowhere");
    await goTo(page, "inbox");
    await page.getByRole("button", { name: manager.name, exact: true }).click();
    await choose("Rows", "Compact");
    await page.keyboard.press("Escape");
    await page.locator("[data-row]").first().waitFor();
    const heights = await eachOf(
      page,
      "li:has(> [data-row])",
      "Math.round(element.getBoundingClientRect().height)",
    );
    expect(new Set(heights.map(String))).toEqual(new Set(["36"]));
  });

  it("and a document says who decided it elsewhere, on top, with the time [CON-15]", async () => {
    const pair = await createWorkflow(world, [{ name: "Pair", approvers: [manager, head] }]);
    const refId = await submitTo(world, pair, { title: "Boat" });
    await goTo(page, `documents/${refId}`);
    await page.getByRole("button", { name: "Approve", exact: true }).waitFor();
    const { runTasks } = await world.ask<{ runTasks: { _id: string }[] }>(
      head,
      "query Run($refId: ID!) { runTasks(refId: $refId) { _id } }",
      { refId },
    );
    await world.ask(
      head,
      "mutation Decide($input: UpdateWorkflowApprovalStatusInput!) { updateWorkflowApprovalStatus(input: $input) }",
      { input: { taskId: runTasks[0]!._id, status: "APPROVED" } },
    );
    await page
      .getByRole("status")
      .filter({
        hasText: new RegExp(
          `^${head.name} approved this on \\w{3} at \\d\\d:\\d\\d\\. Nothing of yours was sent\\.$`,
          "u",
        ),
      })
      .waitFor();
  });

  it("and a document keeps its side beside it, or in tabs where there is no room [CON-15]", async () => {
    const refId = await submitTo(world, workflowId, { title: "Ladder" });
    await page.setViewportSize({ width: 1300, height: 860 });
    await goTo(page, `documents/${refId}`);
    await page.getByRole("region", { name: "History" }).waitFor();
    expect(await page.getByRole("tab").count()).toBe(0);
    await page.setViewportSize({ width: 1200, height: 860 });
    await page.getByRole("tab", { name: "History" }).click();
    await page.getByRole("region", { name: "History" }).waitFor();
    const bar = () => page.getByRole("region", { name: "Your decision" }).boundingBox();
    const before = await bar();
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await page.getByRole("button", { name: "Confirm approval" }).waitFor();
    const armed = await bar();
    expect([armed!.y, armed!.height]).toEqual([before!.y, before!.height]);
    await page.keyboard.press("Escape");
  });
});

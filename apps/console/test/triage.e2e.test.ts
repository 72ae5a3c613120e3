import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { violationsOn } from "./axe.ts";
import { eachOf, goTo, tellsOf } from "./layout.ts";
import { createWorkflow, submitAllTo, submitTo } from "./submit.ts";

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

  it("by an amount in any currency, which is read as the reader writes numbers [CON-13] [CON-21]", async () => {
    const german = await world.openAs(manager, { locale: "de-DE" }, "inbox");
    onTestFinished(() => german.context().close());
    const rows = german.locator("[data-row]");
    await rows.nth(3).waitFor();
    await german.getByRole("button", { name: /^Filter/u }).click();
    const least = german.getByLabel("Betrag von");
    await least.fill("40,000.00");
    await german.getByText("Geben Sie eine Zahl ab 0 ein").waitFor();
    expect(await least.getAttribute("aria-invalid")).toBe("true");
    await least.fill("40.000,00");
    await expect.poll(() => rows.count()).toBe(2);
    expect(new URL(german.url()).search).toBe("?min=40000");
    await german.getByLabel("Währung").fill("us");
    await german.getByText("Geben Sie drei Buchstaben ein").waitFor();
    await german.getByLabel("Währung").fill("usd");
    await expect.poll(() => rows.count()).toBe(1);
    // An address with texts that are no amount and no currency: they filter nothing, and do not count.
    await german.goto(`${world.url}inbox?min=40,000&currency=EURO`);
    await rows.nth(3).waitFor();
    await german.getByRole("button", { name: "Filter", exact: true }).click();
    await german.getByText("Geben Sie eine Zahl ab 0 ein").waitFor();
    await german.getByText("Geben Sie drei Buchstaben ein").waitFor();
  });

  it("by groups, all open, each with count, sums and a tick for its rows [CON-21]", async () => {
    await goTo(page, "nowhere");
    await goTo(page, "inbox?group=kind");
    const heads = page.locator("li").filter({ has: page.getByRole("heading", { level: 2 }) });
    const requisitions = heads.filter({ hasText: "Purchase requisition · 3" });
    await requisitions.waitFor();
    await heads.filter({ hasText: "Leave · 1" }).waitFor();
    const sums = await requisitions.innerText();
    expect(sums).toContain("€87,700.00");
    expect(sums).toContain("US$46,180.00".replace("US", ""));
    expect((await titles()).length).toBe(4);
    await page.getByLabel("Select all in Purchase requisition").press("Space");
    await page.getByRole("group", { name: "Decide on many" }).getByText("3 selected").waitFor();
    await page.getByLabel("Select all in Purchase requisition").press("Space");
    expect(await violationsOn(page)).toEqual([]);
    // The chip takes the groups away.
    await page.getByRole("button", { name: "Remove Group by: Kind" }).press("Enter");
    await heads.first().waitFor({ state: "detached" });
    expect(new URL(page.url()).search).toBe("");
  });

  it("beside its document, however narrow the window, and as wide as its reader drags it [CON-21]", async () => {
    await goTo(page, "nowhere");
    await goTo(page, "inbox");
    // The first row is chosen where there is room for it.
    await page.locator("[data-row][aria-current]").waitFor();
    const widths = () =>
      page.evaluate<number[]>(
        `[...document.querySelectorAll("main#page > div > section")].map((part) => part.getBoundingClientRect().width)`,
      );
    await page.setViewportSize({ width: 1024, height: 768 });
    const [list = 0, detail = 0] = await widths();
    expect(list).toBeLessThanOrEqual(detail);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("separator", { name: "Width of the list" }).focus();
    const [before = 0] = await widths();
    await page.keyboard.press("ArrowRight");
    await expect.poll(async () => (await widths())[0]).toBe(before + 20);
    await page.keyboard.press("ArrowLeft");
  });

  it("beside its document at an edge that a mouse drags from 380 to 640 px, and no further [CON-21]", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const edge = page.getByRole("separator", { name: "Width of the list" });
    const width = async () => Number(await edge.getAttribute("aria-valuenow"));
    const dragBy = async (distance: number) => {
      const { x, y, width: across, height } = (await edge.boundingBox())!;
      const [startX, middleY] = [x + across / 2, y + height / 2];
      await page.mouse.move(startX, middleY);
      await page.mouse.down();
      await page.mouse.move(startX + distance, middleY, { steps: 4 });
      await page.mouse.up();
      // Moves without the button are no drag.
      await page.mouse.move(startX, middleY);
    };
    const before = await width();
    await dragBy(60);
    expect(await width()).toBe(before + 60);
    const list = page.getByRole("region", { name: "Waiting for you" });
    await dragBy(500);
    expect(await width()).toBe(640);
    expect((await list.boundingBox())!.width).toBe(640);
    await dragBy(-500);
    expect(await width()).toBe(380);
    await page.reload();
    await edge.waitFor();
    expect(await width()).toBe(380);
    await edge.dblclick();
    expect(await width()).toBe(before);
  });

  it("by keys alone: from the search to the first hit, and on without a trace in the history [CON-21]", async () => {
    await goTo(page, "nowhere");
    await goTo(page, "inbox");
    await page.locator("[data-row][aria-current]").waitFor();
    const length = await page.evaluate<number>("history.length");
    await page.getByRole("searchbox").fill("e");
    await page.getByRole("searchbox").press("Enter");
    await page.locator("[data-row]:focus").first().waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    expect(await page.evaluate<number>("history.length")).toBe(length);
    await page.getByRole("searchbox").fill("");
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
      const titles = Array.from({ length: MORE }, (_, n) => `Chair ${n}`);
      await submitAllTo(world, workflowId, titles);
    });

    it("which are selected under their filter alone [CON-13]", async () => {
      await goTo(page, "nowhere");
      await goTo(page, "inbox?q=Chair");
      await page.locator("[data-row]").nth(49).waitFor();
      await page.locator("label").filter({ hasText: "Select all shown" }).click();
      await page.getByRole("button", { name: `Select all ${MORE} that match` }).click();
      await page.getByText(`${MORE} selected`).waitFor();
      // With other filters, nothing is selected that only matched the first ones.
      await page.getByRole("searchbox").fill("Chair 100");
      await page.locator("[data-row]").nth(1).waitFor({ state: "detached" });
      await page.getByText("1 selected").waitFor();
      await page.getByRole("searchbox").fill("Chair");
      await page.locator("[data-row]").nth(49).waitFor();
      await page.getByText("50 selected").waitFor();
      await page.getByRole("button", { name: `Select all ${MORE} that match` }).click();
      await page.getByText(`${MORE} selected`).waitFor();
    });

    it("those too that are not shown, and no later one [CON-13]", async () => {
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

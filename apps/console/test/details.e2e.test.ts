import type { Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { DEMO_COMPANY, DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { eachOf, goTo } from "./layout.ts";
import { createWorkflow, submitAllTo, submitTo } from "./submit.ts";

const { admin, manager } = DEMO_PEOPLE;
const DECISIONS = 40;
const LIVE_MAX_BYTES = 12 * 1024;
/** A finger on the document. */
const at = (x: number) => [{ x, y: 300 }];

describe("details of the console", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let workflowId: string;
  let page: Page;
  beforeAll(async () => {
    workflowId = await createWorkflow(world, [{ name: "Budget", approvers: [manager] }]);
    page = await world.openAs(manager, { hasTouch: true, locale: "en-GB" }, "inbox");
  });
  afterAll(() => page.context().close());
  const statusOf = async (refId: string) => {
    const { runTasks } = await world.ask<{ runTasks: { status: string }[] }>(
      admin,
      "query Run($refId: ID!) { runTasks(refId: $refId) { status } }",
      { refId },
    );
    return runTasks[0]!.status;
  };
  const button = (name: string) => page.getByRole("button", { name, exact: true });

  it("a swipe over a document arms, and never decides [CON-19]", async () => {
    const refId = await submitTo(world, workflowId, { title: "Rope" });
    await page.setViewportSize({ width: 390, height: 844 });
    await goTo(page, `inbox/${refId}`);
    await button("Approve").waitFor();
    const devtools = await page.context().newCDPSession(page);
    const swipe = async (from: number, to: number) => {
      await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(from) });
      await devtools.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(to) });
      await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    };
    for (const [from, to, confirm] of [
      [60, 300, "Confirm approval"],
      [300, 60, "Confirm rejection"],
    ] as const) {
      await swipe(from, to);
      await button(confirm).waitFor();
      await swipe(from, to);
      await button(confirm).waitFor();
      await button("Cancel").press("Enter");
      await button("Approve").waitFor();
    }
    expect(await statusOf(refId)).toBe("AWAITING_APPROVAL");
  });

  it("buttons of a document are 44 px high where fingers press them [CON-19]", async () => {
    const heights = await eachOf(
      page,
      "article section:last-of-type button",
      "Math.round(element.getBoundingClientRect().height)",
    );
    expect(heights.length).toBeGreaterThan(2);
    for (const height of heights) expect(Number(height)).toBeGreaterThanOrEqual(44);
  });

  it("paper has the document with stages and history, full dates, and no buttons [CON-19] [CON-23]", async () => {
    const refId = await submitTo(world, workflowId, { title: "Ladders" });
    await goTo(page, `inbox/${refId}`);
    await page.setViewportSize({ width: 1000, height: 860 });
    await page.getByText("You alone decide.").waitFor();
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    await page.emulateMedia({ media: "print" });
    for (const name of ["Details", "Who decides", "History"]) {
      const part = page.getByRole("region", { name });
      if (name !== "Details") await part.waitFor();
    }
    expect(await page.getByRole("navigation").isVisible()).toBe(false);
    expect(await page.locator("main button:visible").count()).toBe(0);
    const dates = await eachOf(
      page,
      "article time[data-full]",
      "getComputedStyle(element, '::after').content",
    );
    expect(dates.length).toBeGreaterThan(1);
    for (const date of dates) expect(date).toMatch(/^"\d{1,2} \w{3,4} \d{4}, \d\d:\d\d [A-Z]{3}\S*"$/u);
    const record = page.getByRole("article").getByRole("definition");
    await record.filter({ hasText: DEMO_COMPANY.name }).waitFor();
    await record.filter({ hasText: `${refId} · Revision 1` }).waitFor();
    // Its stage came after the workflow itself.
    await record.filter({ hasText: "A test's, version 2" }).waitFor();
    await record.filter({ hasText: /^Milan Cole, \d.*, \d\d:\d\d [A-Z]{3}\S*$/u }).waitFor();
    const pageRules = await page.evaluate<string>(
      `[...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]).filter((rule) => rule instanceof CSSPageRule).map(({ cssText }) => cssText).join()`,
    );
    expect(pageRules).toContain('counter(page) " / " counter(pages)');
    expect(await page.getByText("You alone decide.").count()).toBe(0);
    expect(await page.getByRole("region", { name: "Why you are asked" }).count()).toBe(0);
    await page.emulateMedia({ media: "screen" });
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
  });

  describe("of forty decisions", () => {
    let refIds: string[];
    let presses = 0;
    const press = async (key: string) => {
      presses += 1;
      await page.keyboard.press(key);
    };
    beforeAll(async () => {
      await page.setViewportSize({ width: 1360, height: 860 });
      const titles = Array.from({ length: DECISIONS }, (_, n) => `Net ${n}`);
      refIds = await submitAllTo(world, workflowId, titles);
      await goTo(page, "nowhere");
      await goTo(page, "inbox?q=Net");
      await page
        .locator("[data-row]")
        .nth(DECISIONS - 1)
        .waitFor();
      await press("j");
    });
    const decide = async (count: number) => {
      const before = await page.locator("[data-row]").count();
      for (let left = before - 1; left >= before - count; left -= 1) {
        await button("Approve").waitFor();
        await press("a");
        await press("Enter");
        await expect.poll(() => page.locator("[data-row]").count()).toBe(left);
      }
    };

    it("are no more to read when one more comes live: 12 KB at most [CON-4]", async () => {
      const sizes: Promise<number>[] = [];
      const weigh = (request: Request) =>
        void sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
      page.on("requestfinished", weigh);
      const isRead = page.waitForResponse((response) =>
        Boolean(response.request().postData()?.includes("query Inbox(")),
      );
      await submitTo(world, workflowId, { title: "Oar" });
      await (await isRead).finished();
      page.off("requestfinished", weigh);
      const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
      expect(bytes).toBeGreaterThan(0);
      expect(bytes).toBeLessThan(LIVE_MAX_BYTES);
    });

    it("the first twenty take forty-one presses [CON-5]", async () => {
      await decide(DECISIONS / 2);
      expect(presses).toBe(41);
    });

    it("all take eighty-one presses, and every document is approved [CON-5]", async () => {
      await decide(DECISIONS / 2);
      expect(presses).toBe(81);
      expect(new Set(await Promise.all(refIds.map(statusOf)))).toEqual(new Set(["APPROVED"]));
    });
  });
});

import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { eachOf, goTo, sidewaysOn } from "./layout.ts";
import { createWorkflow, submitTo } from "./submit.ts";

const { admin, employee, manager } = DEMO_PEOPLE;
const NARROW = { viewport: { width: 320, height: 700 }, locale: "de-DE", hasTouch: true };
/** Whether a line ends with dots. */
const isCut = (line: Locator) =>
  line.evaluate(
    ({ scrollWidth, clientWidth }: { scrollWidth: number; clientWidth: number }) => scrollWidth > clientWidth,
  );
const TITLE = "Erneuerung der Fährbrücke am Nordkai";

const heightOf = (selector: string, page: Page) =>
  eachOf(page, selector, "Math.round(element.getBoundingClientRect().height)");

describe("the console on a small phone", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  const pages: Page[] = [];
  const opened = async (...args: Parameters<typeof world.openAs>) => {
    const page = await world.openAs(...args);
    pages.push(page);
    return page;
  };

  beforeAll(async () => {
    const workflowId = await createWorkflow(world, [
      { name: "Betriebsleitung", approvers: [manager] },
      { name: "Verwaltung", approvers: [admin] },
    ]);
    await submitTo(world, workflowId, { ref: "PR-9001", title: TITLE, amount: "19500", currency: "EUR" });
  });
  afterAll(() => Promise.all(pages.map((page) => page.context().close())));

  it("my requests say what it is, how it stands and with whom it is [CON-16]", async () => {
    const page = await opened(employee, NARROW, "requests");
    const row = page.getByRole("main").getByRole("listitem").filter({ hasText: "PR-9001" });
    await row.getByRole("button", { name: "Erinnern" }).waitFor();
    const status = row.getByText("Wartet", { exact: true });
    // One line: a word that is broken letter by letter is as high as it has letters.
    expect((await status.boundingBox())?.height).toBeLessThan(30);
    expect((await row.getByText(TITLE).boundingBox())?.width).toBeGreaterThan(100);
    const about = row.locator("span:has(> span)").filter({ hasText: "bei Milan Cole" }).last();
    expect(await isCut(about)).toBe(false);
    expect(await sidewaysOn(page)).toEqual([]);
  });

  it("what fingers press on the pages of the company is 44 px high [CON-19]", async () => {
    const page = await opened(admin, NARROW, "rules");
    await page.getByRole("link", { name: "Bestellung", exact: true }).waitFor();
    await page.getByRole("switch").first().waitFor({ state: "attached" });
    const found: Record<string, string[]> = {};
    found["rules"] = await heightOf("main li a, main label:has([role=switch])", page);
    await goTo(page, "rules/PurchaseOrder");
    found["back"] = await heightOf("main header a", page);
    await page
      .getByRole("main")
      .getByRole("link", { name: /10\.000/u })
      .click();
    await page.locator("main details > summary").first().waitFor();
    found["rule"] = await heightOf("main details > summary", page);
    await goTo(page, "audit");
    await page.locator("main summary").first().click();
    found["audit"] = await heightOf("main details[open] > summary, main details[open] summary", page);
    await goTo(page, "settings");
    found["settings"] = await heightOf("main label:has([role=switch])", page);
    for (const [place, heights] of Object.entries(found)) {
      expect(heights.length, place).toBeGreaterThan(0);
      for (const height of heights) expect(Number(height), place).toBeGreaterThanOrEqual(44);
    }
  });

  it("the times of a stage leave room for the buttons that remove them [TIME-3]", async () => {
    const page = await opened(admin, NARROW, "rules/Leave/policy");
    const overlapsOf = async () => {
      await page.getByRole("button", { name: "Erinnerung hinzufügen" }).first().press("Enter");
      await page.getByRole("button", { name: "Eskalation hinzufügen" }).first().press("Enter");
      const gaps = [];
      for (const name of ["Erinnerung 1 nach", "Eskalieren nach"]) {
        const unit = await page.getByRole("button", { name: `${name}: Einheit` }).boundingBox();
        const remove = await page.getByRole("button", { name: `${name} entfernen` }).boundingBox();
        gaps.push(remove!.x - (unit!.x + unit!.width));
      }
      return gaps;
    };
    for (const gap of await overlapsOf()) expect(gap).toBeGreaterThanOrEqual(0);
    await goTo(page, "rules/PurchaseOrder");
    await page
      .getByRole("main")
      .getByRole("link", { name: /10\.000/u })
      .click();
    for (const gap of await overlapsOf()) expect(gap).toBeGreaterThanOrEqual(0);
    expect(await sidewaysOn(page)).toEqual([]);
  });

  it("Ctrl+K shows the whole title of what it finds [CON-14]", async () => {
    const page = await opened(manager, NARROW, "decided");
    await page.locator("main h1").waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("PR-9001");
    const found = page.getByRole("option").filter({ hasText: TITLE });
    await found.waitFor();
    expect(await isCut(found.locator(":scope > :first-child"))).toBe(false);
    expect(await sidewaysOn(page)).toEqual([]);
  });
});

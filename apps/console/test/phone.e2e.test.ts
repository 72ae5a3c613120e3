import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { TITLES, goTo, sidewaysOn } from "./layout.ts";
import { createWorkflow, submitTo } from "./submit.ts";

const { admin, employee, manager } = DEMO_PEOPLE;
const NARROW = { viewport: { width: 320, height: 700 }, locale: "de-DE", hasTouch: true };
/** Whether a line ends with dots. */
const isCut = (line: Locator) =>
  line.evaluate(
    ({ scrollWidth, clientWidth }: { scrollWidth: number; clientWidth: number }) => scrollWidth > clientWidth,
  );
const TITLE = "Erneuerung der Fährbrücke am Nordkai";

/** Targets of fingers on the page, each with its height. What only keys and screen readers reach is left out, and what stands within a sentence, as high as its line. */
const targetsOn = (page: Page) =>
  page.evaluate<[name: string, height: number][]>(`
    [...document.querySelectorAll("a[href], button, summary, input, select, textarea")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => element.closest("[aria-hidden=true], p, dd") === null && !element.matches("input[tabindex='-1']") && element.style.width !== "1px")
      // A label that encloses its field is pressed for it.
      .map((element) => [element.outerHTML.slice(0, 200), (element.closest("label") ?? element).getBoundingClientRect()])
      .filter(([, { width, bottom }]) => width > 1 && bottom > 0)
      .map(([name, { height }]) => [name, Math.round(height)])`);

describe("the console on a small phone", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  const pages: Page[] = [];
  let refId: string;
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
    refId = await submitTo(world, workflowId, {
      ref: "PR-9001",
      title: TITLE,
      amount: "19500",
      currency: "EUR",
    });
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

  it("what fingers press is 44 px high on every page, each with one title [CON-19]", async () => {
    const page = await opened(admin, NARROW, "nowhere");
    const menu = [
      "inbox",
      "requests",
      "decided",
      "documents",
      "notifications",
      "preferences",
      "people",
      "calendars",
    ];
    const rules = [
      "rules",
      "rules/PurchaseOrder",
      "rules/Leave/policy",
      "rules/workflows",
      "rules/workflows/new",
    ];
    const places = [
      ...menu,
      ...rules,
      "settings",
      "stuck",
      "audit",
      "webhooks",
      `documents/${refId}`,
      `inbox/${refId}`,
    ];
    const smallTargets: string[] = [];
    for (const place of places) {
      await goTo(page, place);
      if (place === "audit") await page.locator("main summary").first().click();
      for (const opener of await page.getByRole("button", { name: "Filter", exact: true }).all()) {
        await opener.click();
      }
      const targets = await targetsOn(page);
      expect(targets.length, place).toBeGreaterThan(0);
      smallTargets.push(
        ...targets.filter(([, height]) => height < 44).map(([name, height]) => `${place}: ${name} ${height}`),
      );
      await page.keyboard.press("Escape");
      expect(await page.locator(TITLES).count(), place).toBe(1);
    }
    expect(smallTargets).toEqual([]);
  });

  it("the first document stands in the upper half of a page, also behind the filters [CON-21]", async () => {
    const phone = { ...NARROW, viewport: { width: 390, height: 844 } };
    for (const [person, place] of [
      [manager, "inbox"],
      [manager, "documents"],
      [manager, "notifications"],
      [employee, "requests"],
    ] as const) {
      const page = await opened(person, phone, place);
      const row = page.getByRole("main").getByText(TITLE).first();
      await row.waitFor();
      const { y, height } = (await row.boundingBox())!;
      expect(y + height, place).toBeLessThan(422);
    }
  });

  it("at 200 % of a laptop's screen the document has more than half of the height [CON-21]", async () => {
    const zoomed = { viewport: { width: 720, height: 450 }, locale: "de-DE" };
    const page = await opened(manager, zoomed, `inbox/${refId}`);
    const bar = page.getByRole("region", { name: "Ihre Entscheidung" });
    await bar.waitFor();
    const { y: end } = (await bar.boundingBox())!;
    const { y: start } = (await page.locator("article header").boundingBox())!;
    expect(end - start).toBeGreaterThan(225);
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

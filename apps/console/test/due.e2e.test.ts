import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { violationsOn } from "./axe.ts";
import { dayIn, fillDay, goTo } from "./layout.ts";
import { createWorkflow, submitTo } from "./submit.ts";

const { employee, manager } = DEMO_PEOPLE;
const SECOND = { hours: 1 / 3_600 };

const rows = (page: Page) => page.locator("[data-row]");
const row = (page: Page, title: string) => rows(page).filter({ hasText: title });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const titles = async (page: Page) => (await rows(page).allInnerTexts()).map((text) => text.split("\n")[0]!);
const more = (page: Page) => page.getByRole("button", { name: "More", exact: true });
const command = async (page: Page, name: string) => {
  await more(page).click();
  await page.getByRole("menuitem", { name }).click();
};

describe("the console", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let plain: string;
  let late: string;
  beforeAll(async () => {
    plain = await createWorkflow(world, [{ name: "Budget", approvers: [manager] }]);
    const urgent = [{ name: "Budget", approvers: [manager], dueIn: SECOND }];
    const soon = [{ name: "Budget", approvers: [manager], dueIn: { hours: 30 } }];
    await submitTo(world, plain, { title: "Plain" });
    await submitTo(world, await createWorkflow(world, soon), {
      title: "Soon",
      amount: "20",
      currency: "EUR",
    });
    late = await submitTo(world, await createWorkflow(world, urgent), {
      title: "Late",
      amount: "10.50",
      currency: "EUR",
    });
  });

  it("says of each row when it is due, and shows that first where its reader wants it so [TIME-4] [CON-13]", async () => {
    const page = await world.openAs(manager, {}, "inbox?order=due");
    await expect.poll(() => titles(page)).toEqual(["Late", "Soon", "Plain"]);
    await expect
      .poll(async () => {
        await page.reload();
        return row(page, "Late").innerText();
      })
      .toMatch(/\blate$/u);
    await row(page, "Soon")
      .getByText(/^due \w{3}$/u)
      .waitFor();
    await row(page, "Plain").getByText("since today").waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.close();
  });

  it("groups by due time with counts and sums, and filters what is late [TIME-4] [CON-13]", async () => {
    const page = await world.openAs(manager, {}, "inbox?group=due");
    const head = page.locator("li").filter({ has: page.getByRole("heading", { name: "Late · 1" }) });
    await head.waitFor();
    expect(await head.innerText()).toContain("€10.50");
    expect((await titles(page))[0]).toBe("Late");
    await button(page, /^Filters/u).click();
    await button(page, "Clear filters").click();
    await page.getByText("Only what is late").click();
    await page.keyboard.press("Escape");
    await page.waitForURL(({ search }) => search === "?overdue=1");
    await expect.poll(() => titles(page)).toEqual(["Late"]);
    await page.close();
  });

  it("names the due time in the head of a document, and snoozes nothing that is late [TIME-4] [TIME-6]", async () => {
    const page = await world.openAs(manager, {}, `inbox/${late}`);
    await page.getByText(/^Late since \d\d:\d\d$/u).waitFor();
    await page.getByText("was due").waitFor();
    await more(page).click();
    await page.getByRole("menuitem").first().waitFor();
    expect(await page.getByRole("menuitem", { name: "Snooze" }).count()).toBe(0);
    await page.close();
  });
  it("takes a snoozed document off the list at once, and brings it back when it is woken [TIME-6]", async () => {
    await submitTo(world, plain, { title: "Stays" });
    const refId = await submitTo(world, plain, { title: "Rests" });
    const page = await world.openAs(manager, {}, `inbox/${refId}`);
    await command(page, "Snooze until tomorrow");
    await page
      .getByRole("status")
      .filter({ hasText: /^Snoozed until .* Rests$/u })
      .waitFor();
    await row(page, "Rests").waitFor({ state: "detached" });
    await row(page, "Stays").waitFor();
    await button(page, "Snoozed 1").click();
    await page.waitForURL(({ searchParams }) => searchParams.get("tab") === "snoozed");
    await row(page, "Rests")
      .getByText(/^until \w{3}$/u)
      .waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await row(page, "Rests").click();
    await page.getByText(/^Snoozed until \w{3} 08:00$/u).waitFor();
    await command(page, "Wake");
    await row(page, "Rests").waitFor({ state: "detached" });
    await page.getByText("Nothing is snoozed").waitFor();
    await button(page, /^To decide/u).click();
    await row(page, "Rests").waitFor();
    await page.close();
  });

  it("snoozes until a day that the reader chooses, within those that the engine takes [TIME-6]", async () => {
    const refId = await submitTo(world, plain, { title: "Chosen" });
    const page = await world.openAs(manager, {}, `inbox/${refId}`);
    await command(page, "Snooze until …");
    const day = "Until the morning of";
    const first = await dayIn(page, day);
    await fillDay(page, day, "2019-01-01");
    await page.getByText(/^Choose a day from /u).waitFor();
    expect(await page.getByRole("button", { name: "Snooze", exact: true }).isDisabled()).toBe(true);
    expect(await violationsOn(page)).toEqual([]);
    await fillDay(page, day, first);
    await page.keyboard.press("Control+Enter");
    await row(page, "Chosen").waitFor({ state: "detached" });
    await page.close();
  });

  it("lets submitters nudge once in four hours, which wakes the document [TIME-4] [TIME-6] [CON-16]", async () => {
    const refId = await submitTo(world, plain, { title: "Nudged" });
    const milan = await world.openAs(manager, {}, `inbox/${refId}`);
    await command(milan, "Snooze until tomorrow");
    await row(milan, "Nudged").waitFor({ state: "detached" });
    const nora = await world.openAs(employee, {}, "requests");
    const own = nora.getByRole("listitem").filter({ hasText: "Nudged" });
    const before = await own.getByRole("link").boundingBox();
    await own.getByRole("button", { name: "Nudge" }).click();
    await nora.getByRole("status").filter({ hasText: "Reminded: Nudged" }).waitFor();
    const again = own.getByRole("button", { name: /^Nudge again from \d\d:\d\d: Nudged$/u });
    await again.waitFor();
    expect(await again.isDisabled()).toBe(true);
    expect(await own.getByRole("link").boundingBox()).toEqual(before);
    expect(await violationsOn(nora)).toEqual([]);
    await button(milan, "1 new, show").click();
    await row(milan, "Nudged").click();
    await milan.getByText(`${employee.name} reminded of Budget`).waitFor();
    await Promise.all([nora.close(), milan.close()]);
  });

  it("snoozes in German, and on a phone [TIME-6]", async () => {
    const refId = await submitTo(world, plain, { title: "Ruht" });
    const phone = { viewport: { width: 390, height: 844 }, locale: "de-DE" };
    const page = await world.openAs(manager, phone, `inbox/${refId}`);
    await page.getByRole("button", { name: "Mehr", exact: true }).click();
    await page.getByRole("menuitem", { name: "Bis morgen zurückstellen" }).click();
    await page
      .getByRole("status")
      .filter({ hasText: /^Zurückgestellt bis .* Ruht$/u })
      .waitFor();
    await goTo(page, "nowhere");
    await goTo(page, "inbox?tab=snoozed");
    await row(page, "Ruht").getByText(/^bis /u).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.close();
  });
});

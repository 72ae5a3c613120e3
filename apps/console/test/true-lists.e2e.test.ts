import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { DEMO_PEOPLE, type DemoPerson } from "@countersign/tools/demo-company";
import { eachOf, goTo, waitForPaint } from "./layout.ts";
import { createWorkflow, submitAllTo, submitTo } from "./submit.ts";

const { admin, employee, manager, head } = DEMO_PEOPLE;
const WAITING = 63;
const PAGE = 50;
const RUN = "query Run($refId: ID!) { runTasks(refId: $refId) { _id } }";
const DECIDE =
  "mutation Decide($input: UpdateWorkflowApprovalStatusInput!) { updateWorkflowApprovalStatus(input: $input) }";
const SWITCH = "{ approvalSettings { thresholdsEnabled } }";

/** The bands below a page, from a phone to a desk. */
async function bandsOn(on: Page, place: string): Promise<string[]> {
  const found: string[] = [];
  for (const [width, height] of [
    [1440, 700],
    [1000, 600],
    [390, 700],
    [320, 600],
  ] as const) {
    await on.setViewportSize({ width, height });
    await waitForPaint(on);
    const band = await on.evaluate<number>(
      `(() => { const bottom = document.querySelector("main#page").getBoundingClientRect().bottom + scrollY;
         return document.documentElement.scrollHeight - Math.max(innerHeight, Math.ceil(bottom)); })()`,
    );
    if (band > 0) found.push(`${place} at ${width}: ${band} px`);
  }
  return found;
}

describe("lists show what is there", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let budget: string;
  let page: Page;
  const titles: string[] = [];
  beforeAll(async () => {
    budget = await createWorkflow(world, [{ name: "Budget", approvers: [manager, head] }]);
    const numbers = Array.from({ length: WAITING }, (_, index) => String(index + 1).padStart(2, "0"));
    const numbered = numbers.map((number) => `Number ${number}`);
    await submitAllTo(world, budget, numbered);
    titles.push(...(await waitingOf(manager)).map(({ document }) => document.title));
    page = await world.openAs(manager, {}, "inbox");
    await page
      .locator("[data-row]")
      .nth(PAGE - 1)
      .waitFor();
  });
  afterAll(() => page.context().close());
  const waitingOf = async (person: DemoPerson) => {
    const { inboxPage } = await world.ask<{
      inboxPage: { data: { refId: string; document: { title: string } }[] };
    }>(person, "{ inboxPage(input: { take: 100 }) { data { refId document { title } } } }");
    return inboxPage.data;
  };
  const shown = () => eachOf(page, "[data-row]", "element.querySelector('bdi').textContent");
  const tops = () => eachOf(page, "[data-row]", "element.getBoundingClientRect().top");
  const fresh = () => page.getByRole("button", { name: /new, show/u });
  const approveFirst = async () => {
    const [first] = titles.splice(0, 1);
    await page.locator("[data-row]").filter({ hasText: first! }).click();
    // Until then the document that was decided before is shown, or the next one.
    await page.getByRole("heading", { name: first!, level: 1 }).waitFor();
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await page.keyboard.press("Control+Enter");
    await page
      .getByRole("status")
      .filter({ hasText: `Approved: ${first}` })
      .waitFor();
  };

  it("is filled up after own verdicts, which are no news and move nothing [CON-4]", async () => {
    await page.locator("[data-row]").filter({ hasText: titles[2]! }).click();
    const third = titles.splice(2, 1);
    const before = (await tops()).slice(0, 2);
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await page.keyboard.press("Control+Enter");
    await page
      .getByRole("status")
      .filter({ hasText: `Approved: ${third.join()}` })
      .waitFor();
    await expect.poll(shown).toEqual(titles.slice(0, PAGE));
    expect((await tops()).slice(0, 2)).toEqual(before);
    await approveFirst();
    await expect.poll(shown).toEqual(titles.slice(0, PAGE));
    expect(await fresh().count()).toBe(0);
  });

  it("keeps its length while the reader scrolls, so that no press misses its button [CON-4]", async () => {
    const more = page.getByRole("button", { name: "Show more" });
    const length = async () => {
      await waitForPaint(page);
      const ends = await tops();
      return Number(ends.at(-1)) - Number(ends[0]);
    };
    const before = await length();
    await more.scrollIntoViewIfNeeded();
    expect(await length()).toBe(before);
    await page.locator("[data-row]").first().scrollIntoViewIfNeeded();
  });

  it("goes on without a gap after verdicts of the reader and of others [CON-4]", async () => {
    await approveFirst();
    await approveFirst();
    // Others decide on what is shown, and on what is not shown yet.
    const waiting = await waitingOf(head);
    for (const index of [5, 55]) {
      const { refId, document } = waiting[index]!;
      const { runTasks } = await world.ask<{ runTasks: { _id: string }[] }>(head, RUN, { refId });
      await world.ask(head, DECIDE, { input: { taskId: runTasks[0]!._id, status: "APPROVED" } });
      if (index === 55) titles.splice(titles.indexOf(document.title), 1);
    }
    await page.getByText(`Decided by ${head.name}`).waitFor();
    await page.getByRole("button", { name: "Show more" }).click();
    await expect.poll(shown).toEqual(titles);
    expect(await page.getByRole("button", { name: "Show more" }).count()).toBe(0);
    expect(await fresh().count()).toBe(0);
  });

  it("stays where it is when something new comes, in inbox and notifications [CON-4]", async () => {
    await page.locator("[data-row]").first().scrollIntoViewIfNeeded();
    const before = await tops();
    await submitTo(world, budget, { title: "News", amount: "1", currency: "EUR" });
    await page.getByRole("button", { name: "1 new, show" }).waitFor();
    expect(await tops()).toEqual(before);
    await page.getByRole("button", { name: "1 new, show" }).click();
    await page.locator("[data-row]").filter({ hasText: "News" }).waitFor();
    // The menu, which counts what is unread, has subscribed to it before.
    await goTo(page, "notifications");
    await page.locator("main li").first().waitFor();
    const entries = () => eachOf(page, "main li", "element.getBoundingClientRect().top");
    const still = await entries();
    await submitTo(world, budget, { title: "More news", amount: "1", currency: "EUR" });
    await page.getByRole("button", { name: "1 new, show" }).waitFor();
    expect(await entries()).toEqual(still);
  });

  it("notifications name their documents, and count those that were not read [CON-19]", async () => {
    await page.getByRole("button", { name: "1 new, show" }).click();
    const place = page.getByRole("navigation").getByRole("link", { name: /^Notifications/u });
    await page
      .getByRole("main")
      .getByRole("link", { name: /^More news .*Unread: / })
      .waitFor();
    await expect.poll(() => page.title()).toMatch(/^\(\d+\) Notifications · Countersign$/u);
    expect(await place.innerText()).toMatch(/\d/u);
    await page.getByRole("button", { name: "Mark all as read" }).click();
    await expect.poll(() => page.title()).toBe("Notifications · Countersign");
    await expect.poll(() => place.innerText()).not.toMatch(/\d/u);
    // The list is read beside the count.
    await expect.poll(() => page.getByText("Unread:").count()).toBe(0);
  });

  it("notifications of a verdict that completes are one, in list and count [CON-25]", async () => {
    const onlyStage = await createWorkflow(world, [{ name: "Budget", approvers: [head] }]);
    const refId = await submitTo(world, onlyStage, { title: "Kettle", ref: "K-1" });
    const { runTasks } = await world.ask<{ runTasks: { _id: string }[] }>(head, RUN, { refId });
    await world.ask(head, DECIDE, { input: { taskId: runTasks[0]!._id, status: "APPROVED" } });
    const nora = await world.openAs(employee, { locale: "en-GB" }, "notifications");
    const lines = nora.getByRole("main").getByRole("link").filter({ hasText: "K-1" });
    await lines
      .filter({ hasText: `K-1 was approved by ${head.name} · K-1 has been fully approved` })
      .waitFor();
    expect(await lines.count()).toBe(1);
    const { unreadNotifications: before } = await world.ask<{ unreadNotifications: number }>(
      employee,
      "{ unreadNotifications }",
    );
    await lines.click();
    await nora.locator("#document-title").waitFor();
    const place = nora.getByRole("navigation").getByRole("link", { name: /^Notifications/u });
    await place.filter({ hasText: `${before - 1}` }).waitFor();
    await nora.context().close();
  });

  it("counts a notification as read once the engine knows it, also where the count was read before [CON-19]", async () => {
    await submitTo(world, budget, { title: "Opened", amount: "1", currency: "EUR" });
    await page.getByRole("button", { name: "1 new, show" }).click();
    const place = page.getByRole("navigation").getByRole("link", { name: /^Notifications/u });
    await expect.poll(() => place.innerText()).toMatch(/\d/u);
    const isCounted = Promise.withResolvers<void>();
    await page.route("**/graphql", async (route) => {
      if (route.request().postData()?.includes("mutation MarkRead")) await isCounted.promise;
      await route.continue();
    });
    onTestFinished(async () => {
      isCounted.resolve();
      await page.unroute("**/graphql");
    });
    const counted = page.waitForResponse(
      (response) => response.request().postData()?.includes("query Unread") === true,
    );
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Opened .*Unread: / })
      .click();
    await counted;
    isCounted.resolve();
    await expect.poll(() => place.innerText()).not.toMatch(/\d/u);
    await page.goBack();
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Opened/ })
      .waitFor();
  });

  describe("of the reader's own documents", () => {
    let nora: Page;
    let refId: string;
    beforeAll(async () => {
      const long = await createWorkflow(world, [
        { name: "First", approvers: [admin] },
        { name: "Second", approvers: [admin] },
        { name: "Third", approvers: [admin] },
      ]);
      nora = await world.openAs(employee, {}, "people");
      const runs = Array.from({ length: 45 }, (_, index) => `Run ${index}`);
      await submitAllTo(world, long, runs);
      const { findMySubmissions } = await world.ask<{ findMySubmissions: { data: { refId: string }[] } }>(
        employee,
        "{ findMySubmissions(input: { take: 100 }) { data { refId } } }",
      );
      // The page of 100 stages ends within this run.
      refId = findMySubmissions.data.at(-1)!.refId;
      for (const stage of [0, 1]) {
        const { runTasks } = await world.ask<{ runTasks: { _id: string }[] }>(admin, RUN, { refId });
        await world.ask(admin, DECIDE, { input: { taskId: runTasks[stage]!._id, status: "APPROVED" } });
      }
    });
    afterAll(() => nora.context().close());

    it("never calls a waiting document approved, since it shows whole documents [CON-3]", async () => {
      await goTo(nora, "requests");
      const runs = nora.getByRole("main").getByRole("link").filter({ hasText: "Run " });
      await runs.first().waitFor();
      expect((await runs.allInnerTexts()).filter((text) => !text.includes("Waiting"))).toEqual([]);
      await runs.nth(44).waitFor();
      const texts = await runs.allInnerTexts();
      expect(texts).toHaveLength(45);
      expect(texts.filter((text) => !text.includes("Waiting"))).toEqual([]);
      expect(texts.join()).toMatch(new RegExp(`stage 3 of 3\\W*Third\\W*with ${admin.name}`, "u"));
      // Rows that the reader has added to the list stay when one of them changes.
      const rows = nora.getByRole("main").getByRole("listitem");
      await nora.getByRole("button", { name: "Show more" }).click();
      await rows.nth(50).waitFor();
      const { runTasks } = await world.ask<{ runTasks: { _id: string }[] }>(admin, RUN, { refId });
      await world.ask(admin, DECIDE, { input: { taskId: runTasks[2]!._id, status: "APPROVED" } });
      await runs.filter({ hasText: "stage 3 of 3" }).waitFor({ state: "detached" });
      expect(await rows.count()).toBeGreaterThan(50);
    });
  });

  describe("leaves no empty band", () => {
    let ada: Page;
    let places: string[];
    beforeAll(async () => {
      ada = await world.openAs(admin, {}, "people");
      const menu = await eachOf(ada, "nav a", "element.pathname");
      const refId = await submitTo(world, budget, { title: "Long", amount: "1", currency: "EUR" });
      places = [...menu.map((path) => path.replace("/console/", "")), `documents/${refId}`];
    });
    afterAll(() => ada.context().close());

    it.each(["first", "second"])("below the %s half of the pages [CON-6]", async (half) => {
      const middle = Math.ceil(places.length / 2);
      const found: string[] = [];
      for (const place of half === "first" ? places.slice(0, middle) : places.slice(middle)) {
        await goTo(ada, "nowhere");
        await goTo(ada, place);
        found.push(...(await bandsOn(ada, place)));
      }
      expect(found).toEqual([]);
    });

    it("below the longest list, and a document beside it [CON-6]", async () => {
      await goTo(page, "inbox");
      await page
        .locator("[data-row]")
        .nth(PAGE - 1)
        .waitFor();
      const found = await bandsOn(page, "inbox");
      await page.setViewportSize({ width: 1440, height: 700 });
      await page.locator("[data-row]").first().click();
      await page.locator("#document-title").waitFor();
      found.push(...(await bandsOn(page, "inbox with a document")));
      expect(found).toEqual([]);
    });
  });

  it("shows amounts as they are, and days in one form, never a time without its day [FIX-3]", async () => {
    const facts = [
      { key: "day", label: "Needed by", type: "DATE", value: "2027-03-01" },
      { key: "fee", label: "Fee", type: "MONEY", value: { amount: "0.0005", currency: "EUR" } },
      { key: "at", label: "Offer ends", type: "DATETIME", value: "2027-04-01T10:00:00Z" },
    ];
    const british = await world.openAs(admin, { locale: "en-GB", timezoneId: "Europe/London" }, "people");
    const own = await createWorkflow(world, [{ name: "Own", approvers: [admin], bulk: true }]);
    await submitTo(world, own, { title: "Yen", amount: "1234.5", currency: "JPY", facts });
    await submitTo(world, own, { title: "Cents", amount: "0.004", currency: "EUR" });
    await submitTo(world, own, { title: "More", amount: "2", currency: "EUR" });
    await goTo(british, "inbox");
    const row = (title: string) => british.locator("[data-row]").filter({ hasText: title });
    await row("Yen").filter({ hasText: "1,234.5" }).waitFor();
    await row("Cents").filter({ hasText: "€0.004" }).waitFor();
    for (const title of ["Cents", "More"]) {
      await british
        .locator("label")
        .filter({ hasText: `Select ${title}` })
        .click();
    }
    await british.getByRole("button", { name: "Approve …" }).click();
    await british.getByRole("dialog").getByRole("list", { name: "Sums" }).getByText("€2.004").waitFor();
    await british.keyboard.press("Escape");
    await row("Yen").click();
    const text = british.locator("article");
    await text.getByText("€0.0005").waitFor();
    expect(await text.locator("header").innerText()).toContain("1,234.5");
    expect(await text.innerText()).toContain("1 Mar 2027");
    const times = await eachOf(british, "time", "element.textContent");
    expect(times.length).toBeGreaterThan(3);
    const day = /^(?:since today|waits \d+ d|\d{1,2} \p{L}{3,4}(?: \d{4}(?:, \d\d:\d\d)?)?)$/u;
    expect(times.filter((time) => !day.test(time))).toEqual([]);
    await british.context().close();
  });

  it("has the switch for all amount rules on the page of rules, in both languages [CON-2]", async () => {
    const ada = await world.openAs(admin, {}, "rules");
    const rules = ada.getByRole("switch", { name: "Amount rules apply" });
    const isOn = async () =>
      (await world.ask<{ approvalSettings: { thresholdsEnabled: boolean } }>(admin, SWITCH)).approvalSettings
        .thresholdsEnabled;
    await rules.waitFor();
    expect([await rules.isChecked(), await isOn()]).toEqual([true, true]);
    await ada.getByText("Amount rules apply").click();
    await ada.getByRole("status").filter({ hasText: "Saved" }).waitFor();
    await expect.poll(() => rules.isChecked()).toBe(false);
    expect(await isOn()).toBe(false);
    await ada.reload();
    await ada.getByText("Switched off: no rule of orders and invoices asks").waitFor();
    await ada.getByText("Amount rules apply").click();
    await expect.poll(isOn).toBe(true);
    await ada.context().close();
    const german = await world.openAs(admin, {}, "rules?locale=de");
    await german.getByRole("switch", { name: "Betragsregeln gelten" }).waitFor();
    await german.context().close();
  });
});

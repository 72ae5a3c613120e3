import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { violationsOn } from "./axe.ts";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { TITLES, choose, eachOf, goTo, sidewaysOn } from "./layout.ts";
import { createWorkflow, submitTo } from "./submit.ts";

const { admin, manager, head } = DEMO_PEOPLE;
const RUN = "query Run($refId: ID!) { runTasks(refId: $refId) { _id } }";
const DECIDE =
  "mutation Decide($input: UpdateWorkflowApprovalStatusInput!) { updateWorkflowApprovalStatus(input: $input) }";
const NARROW = { width: 320, height: 640 };
/** By a key: a pointer confirms only half a second after it armed. */
const confirm = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).press("Enter");
const WIDE = { width: 1360, height: 860 };

describe("everybody can use the console", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let page: Page;
  let places: string[];
  const approve = async (refId: string, remark?: string) => {
    const { runTasks } = await world.ask<{ runTasks: { _id: string }[] }>(manager, RUN, { refId });
    await world.ask(manager, DECIDE, { input: { taskId: runTasks[0]!._id, status: "APPROVED", remark } });
  };
  beforeAll(async () => {
    const leave = await world.submitLeave({ reason: "Sailing to the islands with the whole family" });
    await approve(leave._id, "Enjoy it");
    await world.submitLeave({ reason: "Painting the house" });
    await world.submitLeave({ reason: "Moving out of it" });
    const { workflowPage } = await world.ask<{ workflowPage: { data: { _id: string }[] } }>(
      admin,
      "{ workflowPage(input: { take: 1 }) { data { _id } } }",
    );
    page = await world.openAs(admin);
    const menu = await eachOf(page, "nav a", "element.pathname");
    places = [
      "nowhere",
      ...menu.map((path) => path.replace("/console/", "")),
      `documents/${leave._id}`,
      `inbox/${leave._id}`,
      "preferences",
      "rules/PurchaseOrder",
      "rules/PurchaseOrder/new",
      "rules/Leave/policy",
      "rules/workflows",
      `rules/workflows/${workflowPage.data[0]!._id}`,
    ];
  });
  afterAll(() => page.close());

  /** Visits every page, and gathers what is found on each. */
  async function onEveryPage(
    on: Page,
    find: () => Promise<readonly string[]>,
    visited: readonly string[] = places,
  ): Promise<string[]> {
    const found: string[] = [];
    for (const place of visited) {
      await goTo(on, place);
      found.push(...(await find()).map((line) => `${place}: ${line}`));
    }
    return found;
  }

  /** Violations, and another number of titles than one. */
  const faultsOn = async () => {
    const titleCount = await page.locator(TITLES).count();
    return [...(await violationsOn(page)), ...(titleCount === 1 ? [] : [`${titleCount} titles`])];
  };

  const halfOf = (half: "first" | "second"): string[] => {
    const middle = Math.ceil(places.length / 2);
    return half === "first" ? places.slice(0, middle) : places.slice(middle);
  };

  it("visits every page of the menu", () => {
    expect(places.length).toBeGreaterThan(10);
  });

  it.each([
    ["light", "first"],
    ["light", "second"],
    ["dark", "first"],
    ["dark", "second"],
  ] as const)(
    "breaks no rule of WCAG 2.2 AA in %s on the %s half of the pages [CON-6]",
    async (theme, half) => {
      await page.emulateMedia({ colorScheme: theme });
      expect(await onEveryPage(page, faultsOn, halfOf(half))).toEqual([]);
    },
  );

  it("shows every page in 320 pixels without moving sideways [CON-6]", async () => {
    await page.setViewportSize(NARROW);
    const found = await onEveryPage(page, () => sidewaysOn(page));
    await page.setViewportSize(WIDE);
    expect(found).toEqual([]);
  });

  describe("in its dialogs", () => {
    let milan: Page;
    let [decided, waiting, another] = ["", "", ""];
    beforeAll(async () => {
      const workflowId = await createWorkflow(world, [
        { name: "Budget", approvers: [manager, head], approveBy: "ALL" },
      ]);
      decided = await submitTo(world, workflowId, { title: "Desks" });
      waiting = await submitTo(world, workflowId, { title: "Chairs", amount: "12.50", currency: "EUR" });
      another = await submitTo(world, workflowId, { title: "Lamps" });
      await approve(decided);
      milan = await world.openAs(manager);
    });
    afterAll(() => milan.close());
    const selectBoth = async () => {
      await goTo(milan, "inbox");
      for (const name of ["Chairs", "Lamps"]) {
        await milan
          .locator("label")
          .filter({ hasText: `Select ${name}` })
          .click();
      }
    };

    /** How each is opened, and its title; the last one takes its documents with it. */
    const dialogs: [string, () => Promise<Page>][] = [
      ["Keyboard shortcuts", async () => (await page.keyboard.press("?"), page)],
      [
        "Recall Chairs?",
        async () => {
          await goTo(page, `documents/${waiting}`);
          await choose(page, "Recall …");
          return page;
        },
      ],
      [
        "Give your approval to somebody else",
        async () => {
          await goTo(milan, `documents/${waiting}`);
          await choose(milan, "Reassign …");
          return milan;
        },
      ],
      [
        "Add an approver to “Budget”",
        async () => (await choose(milan, "Add an approver to “Budget” …"), milan),
      ],
      [
        "Withdraw your decision?",
        async () => {
          await goTo(milan, "nowhere");
          await goTo(milan, `documents/${decided}`);
          await choose(milan, "Withdraw your decision …");
          return milan;
        },
      ],
      [
        "Reject 2 documents?",
        async () => {
          await selectBoth();
          await milan.keyboard.press("r");
          return milan;
        },
      ],
      [
        "1 of 2 could not be decided",
        async () => {
          await milan.keyboard.press("a");
          await milan.getByRole("heading", { name: "Approve 2 documents?" }).waitFor();
          await approve(another);
          await confirm(milan, "Approve 2");
          return milan;
        },
      ],
    ];

    it.each(dialogs)(
      "breaks no rule of WCAG 2.2 AA in “%s”, and fits on a phone [CON-6]",
      async (title, open) => {
        const on = await open();
        const dialog = on.getByRole("dialog", { name: title });
        await dialog.waitFor();
        const found: string[] = [];
        for (const colorScheme of ["light", "dark"] as const) {
          await on.emulateMedia({ colorScheme });
          found.push(...(await violationsOn(on)));
        }
        await on.setViewportSize(NARROW);
        found.push(...(await sidewaysOn(on)));
        await on.setViewportSize(WIDE);
        expect(found).toEqual([]);
        await on.keyboard.press("Escape");
        await dialog.waitFor({ state: "detached" });
      },
    );
  });

  describe("from right to left", () => {
    let mirrored: Page;
    beforeAll(async () => {
      mirrored = await world.openAs(admin, undefined, "?locale=ar-XB");
    });
    afterAll(() => mirrored.close());

    it.each([
      ["wide", "first"],
      ["wide", "second"],
      ["narrow", "first"],
      ["narrow", "second"],
    ] as const)("moves nothing sideways, %s, on the %s half of the pages [CON-6]", async (width, half) => {
      await mirrored.setViewportSize(width === "wide" ? WIDE : NARROW);
      expect(await onEveryPage(mirrored, () => sidewaysOn(mirrored), halfOf(half))).toEqual([]);
    });

    it("has the menu on the right, and each row's mark at its beginning [CON-6]", async () => {
      await mirrored.setViewportSize(WIDE);
      await goTo(mirrored, "inbox");
      const menu = await mirrored.locator("nav").boundingBox();
      const content = await mirrored.locator("main#page").boundingBox();
      expect(menu!.x).toBeGreaterThanOrEqual(content!.x + content!.width);
      expect(await mirrored.getByRole("heading", { level: 1 }).innerText()).toBe("\u200FInboox\u200F");
    });
  });

  it("tells chosen, primary and stateful things apart in forced colours [CON-6]", async () => {
    const forced = await world.openAs(manager, { forcedColors: "active" });
    await forced.locator("[data-row]").first().click();
    await forced.getByRole("button", { name: "Approve", exact: true }).waitFor();
    const edge = "getComputedStyle(element).borderInlineStartColor";
    const ground = "getComputedStyle(element).backgroundColor";
    expect(new Set(await eachOf(forced, "li:has(> [data-row])", edge)).size).toBe(2);
    expect(new Set(await eachOf(forced, "nav a", ground)).size).toBe(2);
    expect(new Set(await eachOf(forced, "article button", ground)).size).toBe(2);
    expect(await violationsOn(forced)).toEqual([]);
    await forced.context().close();
  });

  it("keeps the chosen row in sight while keys move through a list that is scrolled [CON-6]", async () => {
    for (let leave = 0; leave < 4; leave += 1) await world.submitLeave();
    const keys = await world.openAs(manager, { viewport: { width: 1360, height: 320 } });
    await keys.locator("[data-row]").nth(5).waitFor();
    const hidden: number[] = [];
    for (let move = 0; move < 6; move += 1) {
      await keys.keyboard.press("j");
      await keys.locator(`li:nth-child(${move + 1}) > [data-row]:focus`).waitFor();
      await keys.locator("#document-title").waitFor();
      // The pixels out of sight: above, and below.
      const above = "Math.round(-element.getBoundingClientRect().top)";
      const below = "Math.round(element.getBoundingClientRect().bottom - innerHeight)";
      const [out] = await eachOf(keys, "[data-row]:focus", `Math.max(0, ${above}, ${below})`);
      hidden.push(Number(out));
    }
    expect(hidden).toEqual(Array(6).fill(0));
    await keys.context().close();
  });

  it("moves what appears, and nothing for those who want less motion [CON-6]", async () => {
    const durations: string[] = [];
    for (const reducedMotion of ["no-preference", "reduce"] as const) {
      await page.emulateMedia({ reducedMotion });
      await goTo(page, "settings");
      await page.getByRole("button", { name: /Somebody approved the stage just before/u }).click();
      await page.getByRole("option").last().click();
      await page.getByRole("status").filter({ hasText: "Saved" }).waitFor();
      durations.push(
        ...(await eachOf(page, "[role=status] p", "getComputedStyle(element).animationDuration")),
      );
      await goTo(page, "inbox");
    }
    expect(durations).toEqual(["0.18s", "1e-05s"]);
  });
});

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { violationsOn } from "./axe.ts";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { goTo } from "./layout.ts";

const PAGES = ["rules", "rules/PurchaseOrder", "rules/workflows", "settings", "stuck", "audit"];

describe("the pages of privileged users", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let page: Page;
  beforeAll(async () => {
    page = await world.openAs(DEMO_PEOPLE.manager);
  });
  afterAll(() => page.close());

  it.each(PAGES)("tell others what they are instead of failing: %s", async (place) => {
    await goTo(page, "nowhere");
    await goTo(page, place);
    await page.getByText("This page is for administrators").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  it("break no rule of WCAG 2.2 AA there", async () => {
    expect(await violationsOn(page)).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { DEMO_PEOPLE } from "../start/demo-company.ts";
import { violationsOn } from "./axe.ts";
import { useConsoleWorld } from "./console-world.ts";

const PAGES = ["workflows", "policies", "thresholds", "settings", "unassigned", "substitutions", "audit"];

describe("the pages of privileged users", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();

  it.each(PAGES)("tell others what they are instead of failing: %s", async (path) => {
    const page = await world.openAs(DEMO_PEOPLE.manager, undefined, path);
    await page.getByText("This page is for privileged users").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(await violationsOn(page)).toEqual([]);
    await page.close();
  });
});

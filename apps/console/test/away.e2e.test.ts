import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { violationsOn } from "./axe.ts";
import { fillDay, pickPerson } from "./layout.ts";
import { useConsoleWorld } from "@countersign/tools/console-world";

const { manager, head } = DEMO_PEOPLE;
const DAY_MS = 24 * 60 * 60 * 1000;
const dayFrom = (days: number) =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, "2026-01-01".length);

describe("the page for absences", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let page: Page;
  beforeAll(async () => {
    page = await world.openAs(manager, { timezoneId: "Europe/Berlin" }, "people");
  });
  afterAll(() => page.context().close());
  const save = () => page.getByRole("button", { name: "Save" });
  const fill = async (from: number, until: number) => {
    await fillDay(page, "From", dayFrom(from));
    await fillDay(page, "Until, this day included", dayFrom(until));
  };
  const entries = () => page.getByRole("main").getByRole("listitem");

  it("says beside the field what is wrong, and keeps the rest [CON-2]", async () => {
    await pickPerson(page, "Who decides in your place", "helen", head);
    await page.getByLabel("Reason (optional)").fill("Paternity leave 👶");
    await fill(3, 1);
    await page.getByText("The last day is before the first.").waitFor();
    expect(await save().isDisabled()).toBe(true);
    await fill(-9, -3);
    await save().click();
    const until = page.getByRole("group", { name: "Until, this day included" });
    await page.getByText("has passed", { exact: true }).waitFor();
    expect(await until.getAttribute("data-invalid")).toBe("true");
    expect(await page.getByLabel("Reason (optional)").inputValue()).toBe("Paternity leave 👶");
    expect(await violationsOn(page)).toEqual([]);
  });

  it("covers some kinds, for days of a time zone [PPL-1]", async () => {
    await page.getByText("Every kind", { exact: true }).click();
    await page.getByText("Choose at least one.").waitFor();
    expect(await save().isDisabled()).toBe(true);
    await page.getByText("Expense claim", { exact: true }).click();
    await page.getByText("Loan", { exact: true }).click();
    await fill(2, 9);
    await save().click();
    const entry = entries().filter({ hasText: `${head.name} decides for you` });
    await entry.getByText("planned").waitFor();
    const text = await entry.innerText();
    expect(text).toContain("Europe/Berlin · Expense claim, Loan · Paternity leave 👶");
    const { mySubstitutions } = await world.ask<{ mySubstitutions: object[] }>(
      head,
      "{ mySubstitutions { kinds fromDate untilDate timeZone } }",
    );
    expect(mySubstitutions).toEqual([
      { kinds: ["Claim", "Loan"], fromDate: dayFrom(2), untilDate: dayFrom(9), timeZone: "Europe/Berlin" },
    ]);
  });

  it("refuses a circle beside the person, and cancels what is planned [PPL-2]", async () => {
    await world.ask(
      head,
      "mutation Away($input: CreateSubstitutionInput!) { createSubstitution(input: $input) { _id } }",
      {
        input: {
          substituteId: manager.userId,
          fromDate: dayFrom(30),
          untilDate: dayFrom(31),
          timeZone: "UTC",
        },
      },
    );
    await page.reload();
    await pickPerson(page, "Who decides in your place", "helen", head);
    await fill(30, 31);
    await save().click();
    await page.getByText("Substitutions must not form a circle").waitFor();
    await page.getByRole("button", { name: `Cancel it (${head.name})` }).click();
    await entries()
      .filter({ hasText: `${head.name} decides for you` })
      .getByText("ended")
      .waitFor();
    await entries()
      .filter({ hasText: `You decide for ${head.name}` })
      .getByText("planned")
      .waitFor();
  });
});

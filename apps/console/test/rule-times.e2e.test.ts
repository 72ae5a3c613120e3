import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_DIRECTORS, DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { violationsOn } from "./axe.ts";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { sidewaysAt, sidewaysOn, typeInto } from "./layout.ts";

const { admin, employee, head } = DEMO_PEOPLE;
const { name: DIRECTORS } = DEMO_DIRECTORS;
const TIMES = `{ approvalRules(kind: PurchaseRequisition) {
  id stages { bulk calendarId dueIn remind escalate atEnd endAfter } draft { stages { remind } } } }`;
const CALENDAR = `mutation ($input: CreateApprovalCalendarInput!) { createApprovalCalendar(input: $input) { _id } }`;
const WEEK = (["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY"] as const).map((day) => ({
  day,
  from: "09:00",
  to: "17:00",
}));

interface TimedRule {
  id: string;
  stages: object[];
  draft: object | null;
}

describe("the times of a rule's stage", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let page: Page;
  let calendarId: string;
  beforeAll(async () => {
    const input = { name: "Office", timeZone: "Europe/Berlin", week: WEEK };
    const { createApprovalCalendar } = await world.ask<{ createApprovalCalendar: { _id: string } }>(
      admin,
      CALENDAR,
      { input },
    );
    calendarId = createApprovalCalendar._id;
    page = await world.openAs(
      admin,
      { viewport: { width: 1440, height: 900 } },
      "rules/PurchaseRequisition/new",
    );
  });
  afterAll(() => page.context().close());

  const rules = async () => (await world.ask<{ approvalRules: TimedRule[] }>(admin, TIMES)).approvalRules;
  const press = (name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();
  const fromMenu = async (menu: string, item: string) => {
    await press(menu);
    await page.getByRole("menuitem", { name: item, exact: true }).click();
  };
  /** By the keyboard: a list closes when the page moves under it. */
  const pick = async (name: string, option: string) => {
    const field = page.getByRole("combobox", { name, exact: true }).last();
    await typeInto(field, option);
    await page.getByRole("option", { name: option }).first().waitFor();
    await field.press("ArrowDown");
    await field.press("Enter");
    await page.getByRole("option").first().waitFor({ state: "detached" });
    expect(await field.inputValue()).toContain(option);
  };
  const choose = async (field: RegExp, option: string) => {
    await page.getByRole("button", { name: field }).last().click();
    await page.getByRole("option", { name: option, exact: true }).click();
  };
  const type = (field: string, text: string) =>
    page.getByRole("textbox", { name: field, exact: true }).fill(text);
  const isSound = async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violationsOn(page), colorScheme).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: "light" });
  };

  it("are set by clicks [TIME-3] [CON-17]", async () => {
    await fromMenu("Add condition", "Total above");
    await type("Amount", "100");
    await pick("Currency", "EUR");
    await fromMenu("Add stage", "Submitter’s manager");
    await type("Due after", "2");
    await page.getByText("due in 2 business days", { exact: true }).waitFor();
    await press("Add reminder");
    await page.getByRole("textbox", { name: "Reminder 1 after" }).and(page.locator(":focus")).waitFor();
    await type("Reminder 1 after", "4");
    await choose(/Reminder 1 after: unit/u, "business hours");
    await press("Add escalation");
    await type("Escalate after", "3");
    await choose(/Whom to ask then/u, "Certain people");
    await pick("Person", head.name);
    await choose(/Those who are late/u, "Can no longer decide");
    await choose(/In the end/u, "Reject the document");
    await type("Ends after", "5");
    await choose(/Calendar$/u, "Office");
    await isSound();
  });

  it("fit every width, and are said in its sentence and published [TIME-3] [CON-6] [CON-17]", async () => {
    expect(await sidewaysAt(page, ["rules", "rules/PurchaseRequisition/new"])).toEqual([]);
    await press("Publish …");
    const dialog = page.getByRole("dialog", { name: "Publish" });
    await dialog
      .getByText(
        `due in 2 business days · reminded after 4 business hours · ${head.name} asked instead after 3 business days · rejected by time after 5 business days`,
      )
      .waitFor();
    await dialog.getByRole("button", { name: "Publish" }).click();
    await page.getByText(/published version 1 of/u).waitFor();
    const [rule] = await rules();
    expect(rule!.stages).toEqual([
      {
        bulk: true,
        calendarId,
        dueIn: { businessDays: 2 },
        remind: [{ businessHours: 4 }],
        escalate: { after: { businessDays: 3 }, to: { userIds: [head.userId] }, mode: "REPLACE" },
        atEnd: "REJECT",
        endAfter: { businessDays: 5 },
      },
    ]);
  });

  it("are shown where somebody tries the rule: when the first stage is due [TIME-3] [ROUTE-2]", async () => {
    const tryIt = page.getByRole("region", { name: "Try it" });
    await tryIt.getByRole("textbox", { name: "Amount" }).fill("150");
    await typeInto(tryIt.getByRole("combobox", { name: "Submitter" }), employee.name);
    await page.getByRole("option", { name: employee.name }).first().click();
    await tryIt.getByText(/^due/u).waitFor();
  });

  it("stay as they are while others change, and say at the field what the engine refuses [TIME-3]", async () => {
    await page.reload();
    await expect.poll(() => page.getByRole("textbox", { name: "Due after" }).inputValue()).toBe("2");
    await page.getByRole("combobox", { name: "Person", exact: true }).first().waitFor();
    await press("Add reminder");
    await type("Reminder 2 after", "3");
    await press("Save draft");
    await page
      .getByText("Give a later time than", { exact: false })
      .or(page.getByText(/must be later than/u))
      .first()
      .waitFor();
    const field = page.getByRole("textbox", { name: "Escalate after" });
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    expect((await rules())[0]!.draft).toBeNull();
    await type("Reminder 2 after", "");
    await press("Save draft");
    await page.getByText("Give a number above 0; days are whole.").waitFor();
    await type("Reminder 2 after", "1");
    await choose(/Whom to ask then/u, "A group");
    await pick("Group", DIRECTORS);
    await press("Save draft");
    await page.getByText("Draft · not in force").waitFor();
    expect((await rules())[0]!.draft).toEqual({
      stages: [{ remind: [{ businessHours: 4 }, { businessDays: 1 }] }],
    });
  });

  it("read in German, on a phone too [TIME-3] [CON-6]", async () => {
    const [rule] = await rules();
    const place = `rules/PurchaseRequisition/${rule!.id}`;
    const german = await world.openAs(admin, { viewport: { width: 375, height: 800 } }, `${place}?locale=de`);
    await german.getByRole("textbox", { name: "Fällig nach" }).waitFor();
    await german
      .getByText(/fällig in 2 Arbeitstagen/u)
      .first()
      .waitFor();
    expect(await violationsOn(german)).toEqual([]);
    expect(await sidewaysOn(german)).toEqual([]);
    await german.context().close();
  });
});

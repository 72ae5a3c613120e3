import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { violationsOn } from "./axe.ts";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { goTo, sidewaysOn } from "./layout.ts";

const { admin, head } = DEMO_PEOPLE;
const TIMES = `{ hrApprovalPolicyPage(input: { kind: LOAN }) { data { levels {
  dueIn { businessDays } remind { businessHours } escalate { after { hours } to { userIds } mode } atEnd } } } }`;

describe("the rules of human resources", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let page: Page;
  beforeAll(async () => {
    page = await world.openAs(admin, undefined, "rules");
  });
  afterAll(() => page.close());
  const isSound = async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violationsOn(page), colorScheme).toEqual([]);
    }
  };
  const policyOf = async (kind: string) => {
    const { hrApprovalPolicyPage } = await world.ask<{ hrApprovalPolicyPage: { data: object[] } }>(
      admin,
      `{ hrApprovalPolicyPage(input: { kind: ${kind} }) { data { levels { role order approveBy rejectBy bulk } } } }`,
    );
    return hrApprovalPolicyPage.data;
  };

  /** Confirms the sheet of a policy, which is a rule itself. */
  const confirm = async (name: string) => {
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Note" }).waitFor();
    await dialog.getByRole("button", { name }).press("Enter");
  };

  const timesOf = async () => {
    const { hrApprovalPolicyPage } = await world.ask<{
      hrApprovalPolicyPage: { data: { levels: object[] }[] };
    }>(admin, TIMES);
    return hrApprovalPolicyPage.data[0]!.levels;
  };

  it("change the levels of a policy, which are kept until they are saved [CON-2] [CON-17]", async () => {
    await page.getByRole("link", { name: "Leave", exact: true }).click();
    await page
      .getByRole("link", { name: /^Whenever a leave request is submitted, ask the employee’s manager/u })
      .click();
    await page.getByRole("button", { name: "Move 3. Human resources up" }).click();
    await page.getByRole("button", { name: "Remove 1. Manager" }).click();
    await page.locator("summary", { hasText: "More settings" }).first().click();
    await page.getByText("May be decided together").first().click();
    await page.reload();
    await page.getByRole("group", { name: "1. Human resources" }).waitFor();
    await isSound();
    const ofRule = { approveBy: "ANY", rejectBy: "VETO" };
    await page.getByRole("button", { name: "Save" }).click();
    await confirm("Save");
    await page
      .getByRole("link", {
        name: "Whenever a leave request is submitted, ask the employee’s HR officer, then the head of the employee’s department",
      })
      .waitFor();
    expect(await policyOf("LEAVE")).toEqual([
      {
        levels: [
          { role: "HR", order: 1, ...ofRule, bulk: false },
          { role: "HEAD_OF_DEPARTMENT", order: 2, ...ofRule, bulk: true },
        ],
      },
    ]);
  });

  it("show beside a level what the engine refuses", async () => {
    await goTo(page, "rules/Loan/policy");
    await page.getByRole("button", { name: "Add reminder" }).first().click();
    await page.getByRole("textbox", { name: "Reminder 1 after" }).fill("3");
    await page.getByRole("button", { name: "Add escalation" }).first().click();
    const escalation = page.getByRole("textbox", { name: "Escalate after" });
    await escalation.fill("2");
    await page.getByRole("button", { name: "Save" }).click();
    await confirm("Save");
    await page
      .getByText(/must be later than|Give a later time than/u)
      .first()
      .waitFor();
    expect(await escalation.getAttribute("aria-invalid")).toBe("true");
    await page.getByRole("button", { name: "Discard" }).click();
  });

  it("set the times of a level, and keep those of the others as they are [TIME-3] [CON-17]", async () => {
    const save = () => page.getByRole("button", { name: "Save" }).click();
    const toRule = () => page.getByRole("link", { name: /^Whenever a loan is submitted/u });
    const untimed = { dueIn: null, remind: [], escalate: null, atEnd: "NOTHING" };
    await goTo(page, "rules/Loan/policy");
    await page.getByRole("textbox", { name: "Due after" }).first().fill("0");
    await save();
    await page.getByText("Give a number above 0; days are whole.").waitFor();
    await page.getByRole("textbox", { name: "Due after" }).first().fill("2");
    await page.getByRole("button", { name: "Add escalation" }).first().click();
    await page.getByRole("textbox", { name: "Escalate after" }).fill("30");
    await page.getByRole("button", { name: /Escalate after: unit/u }).click();
    await page.getByRole("option", { name: "hours", exact: true }).click();
    await page.getByRole("button", { name: /Whom to ask then/u }).click();
    await page.getByRole("option", { name: "Certain people" }).click();
    // By the keyboard: a list closes when the page moves under it.
    const person = page.getByRole("combobox", { name: "Person", exact: true });
    await person.fill(head.name);
    await page.getByRole("option", { name: head.name }).first().waitFor();
    await person.press("ArrowDown");
    await person.press("Enter");
    await page.getByRole("option").first().waitFor({ state: "detached" });
    expect(await person.inputValue()).toBe(head.name);
    await isSound();
    await save();
    await confirm("Save");
    await toRule().filter({ hasText: "due in 2 business days" }).waitFor();
    const escalate = { after: { hours: 30 }, to: { userIds: [head.userId] }, mode: "STAND_IN" };
    const timed = { ...untimed, dueIn: { businessDays: 2 }, escalate };
    const levels = await timesOf();
    expect(levels).toEqual([timed, ...levels.slice(1).map(() => untimed)]);

    await toRule().click();
    await page.getByRole("button", { name: "Add reminder" }).last().click();
    await page.getByRole("textbox", { name: "Reminder 1 after" }).fill("0.1");
    await page.getByRole("button", { name: /Reminder 1 after: unit/u }).click();
    await page.getByRole("option", { name: "business hours", exact: true }).click();
    await save();
    await confirm("Save");
    await toRule().waitFor();
    expect(await timesOf()).toEqual(
      levels.with(levels.length - 1, { ...untimed, remind: [{ businessHours: 0.1 }] }),
    );
  });

  it("delete a policy at the second press, and create it again", async () => {
    await goTo(page, "rules/Advance/policy");
    await page.getByRole("button", { name: "Delete …" }).click();
    expect(await policyOf("ADVANCE")).toHaveLength(1);
    await page.getByRole("button", { name: "Delete", exact: true }).press("Enter");
    await confirm("Delete");
    await page.getByText("documents of this kind cannot be submitted").waitFor();
    await page.getByRole("button", { name: "New rule" }).click();
    await page.getByRole("button", { name: "Add stage" }).click();
    await page.getByRole("menuitem", { name: "Manager", exact: true }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("link", { name: /^Whenever a salary advance is submitted/u }).waitFor();
    expect(await policyOf("ADVANCE")).toMatchObject([{ levels: [{ role: "MANAGER", order: 1 }] }]);
  });

  it("fit 320 pixels in German [CON-6] [CON-17]", async () => {
    const phone = await world.openAs(admin, undefined, "rules/Leave/policy?locale=de");
    await phone.setViewportSize({ width: 320, height: 640 });
    await phone.getByRole("group", { name: "1. Personalabteilung" }).waitFor();
    expect(await sidewaysOn(phone)).toEqual([]);
    expect(await violationsOn(phone)).toEqual([]);
    await phone.close();
  });
});

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { goTo, isFocused } from "./layout.ts";
import { createWorkflow } from "./submit.ts";

const { admin, employee, head, hr, manager } = DEMO_PEOPLE;

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });

describe("the focus, where what had it is out of use", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let page: Page;
  beforeAll(async () => {
    page = await world.openAs(admin, { locale: "en-GB" }, "people?tab=groups");
    await world.submitLeave();
  });
  afterAll(() => page.context().close());
  const remove = (name: string) => button(page, `Remove ${name}`).press("Enter");
  /** While the list is open of a field that has the focus, nothing else is within reach. */
  const removeFirstStage = async () => {
    await page.keyboard.press("Escape");
    await button(page, /^Remove 1\./u).press("Enter");
  };
  const fromMenu = async (menu: string, item: string) => {
    await button(page, menu).first().press("Enter");
    await page.getByRole("menuitem", { name: item, exact: true }).press("Enter");
  };

  it("goes from a member who was removed to the next, and from the last to the search [CON-6]", async () => {
    await button(page, "Edit the group Directors").press("Enter");
    await remove(head.name);
    await isFocused(button(page, `Remove ${hr.name}`));
    await remove(admin.name);
    await isFocused(page.getByLabel("Add a person"));
    await button(page, "Discard").press("Enter");
  });

  it("goes on from a condition, a reminder, an escalation, an approver and a stage [CON-6] [CON-17]", async () => {
    await goTo(page, "rules/PurchaseOrder/new");
    await fromMenu("Add condition", "Total above");
    await remove("Total above");
    await isFocused(button(page, "Add condition"));
    await fromMenu("Add stage", "Submitter’s manager");
    await fromMenu("Add stage", "Head of department");
    await button(page, "Add reminder").first().press("Enter");
    await remove("Reminder 1 after");
    await isFocused(button(page, "Add reminder").first());
    await button(page, "Add escalation").first().press("Enter");
    await remove("Escalate after");
    await isFocused(button(page, "Add reminder").first());
    await page.locator("summary", { hasText: "More settings" }).first().click();
    await fromMenu("Also ask", "Head of department");
    await button(page, /^Remove .*head of/u)
      .last()
      .press("Enter");
    await isFocused(page.getByRole("combobox", { name: "Approvals needed" }).first());
    await removeFirstStage();
    await isFocused(page.getByRole("combobox").first());
    await removeFirstStage();
    await isFocused(button(page, "Add stage"));
  });

  it("goes to the search for an approver of a workflow, and on once that one is removed [CON-6]", async () => {
    const workflowId = await createWorkflow(world, [{ name: "Budget", approvers: [manager] }]);
    await goTo(page, `rules/workflows/${workflowId}`);
    await page.locator("summary", { hasText: "More settings" }).click();
    await fromMenu("Also ask", "Person");
    const search = page.getByRole("combobox", { name: "Person", exact: true }).last();
    await isFocused(search);
    await page.keyboard.type("helen");
    await page.getByRole("option", { name: head.name }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await isFocused(search.and(page.locator(`[value="${head.name}"]`)));
    await button(page, /^Remove .*helen ortiz/iu).press("Enter");
    await isFocused(page.getByRole("combobox", { name: "Approvals needed" }));
  });

  it("stays on the button that moved a stage to the end [CON-6]", async () => {
    await goTo(page, "rules/PurchaseOrder/new");
    await fromMenu("Add stage", "Submitter’s manager");
    await fromMenu("Add stage", "Head of department");
    const down = button(page, /^Move 1\..* down$/u);
    await down.press("Enter");
    await isFocused(button(page, /^Move 2\..* down$/u).and(page.locator("[aria-disabled=true]")));
  });

  it("stays on the button that reminded, until it is left [CON-6] [CON-16]", async () => {
    const mine = await world.openAs(employee, { locale: "en-GB" }, "requests");
    const nudge = mine.getByRole("main").getByRole("listitem").getByRole("button").first();
    await nudge.press("Enter");
    // It says from when on it is of use again.
    await nudge.and(mine.getByText(/\d/u)).waitFor();
    await isFocused(nudge.and(mine.locator("[aria-disabled=true]")));
    await mine.keyboard.press("Tab");
    await nudge.and(mine.locator(":disabled")).waitFor();
    await mine.context().close();
  });

  it("stays on the button that marked all notifications as read [CON-6]", async () => {
    const theirs = await world.openAs(manager, { locale: "en-GB" }, "notifications");
    const readAll = button(theirs, "Mark all as read");
    // It is of no use until the unread ones are counted.
    await readAll.and(theirs.locator(":enabled")).waitFor();
    await readAll.press("Enter");
    await theirs.getByText("Unread").first().waitFor({ state: "detached" });
    await isFocused(readAll.and(theirs.locator("[aria-disabled=true]")));
    await theirs.context().close();
  });
});

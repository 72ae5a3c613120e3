import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { violationsOn } from "./axe.ts";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { goTo, pickPerson, sidewaysOn } from "./layout.ts";

const { admin, employee, head, hr, manager } = DEMO_PEOPLE;

describe("what happens in the company", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let page: Page;
  beforeAll(async () => {
    page = await world.openAs(admin, undefined, "stuck");
  });
  afterAll(() => page.close());
  const substitute = (substituteId: string, day: string) =>
    world.ask(
      manager,
      "mutation Create($input: CreateSubstitutionInput!) { createSubstitution(input: $input) { _id } }",
      { input: { substituteId, fromDate: day, untilDate: day, timeZone: "UTC", reason: "Off <i>" } },
    );
  const createWorkflow = (name: string) =>
    world.ask(admin, "mutation Create($name: String!) { createWorkflow(input: { name: $name }) { _id } }", {
      name,
    });
  const fitsPhone = async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await sidewaysOn(page)).toEqual([]);
    await page.setViewportSize({ width: 1360, height: 860 });
  };

  it("shows stages without anybody who decides, as they come, and asks somebody more [CON-2]", async () => {
    await page.getByText("Nothing is stuck").waitFor();
    await world.ask(
      admin,
      `mutation { updateApprovalSettings(input: { onEmptyStage: UNASSIGNED, submitterNeverDecides: true }) { version } }`,
    );
    const { createWorkflow: alone } = await world.ask<{ createWorkflow: { _id: string } }>(
      admin,
      `mutation { createWorkflow(input: { name: "Alone" }) { _id } }`,
    );
    const workflowId = alone._id;
    await world.ask(
      admin,
      "mutation Stage($input: CreateWorkflowStageInput!) { createWorkflowStage(input: $input) { _id } }",
      { input: { workflowId, name: "Own", order: 1, approverIds: [manager.userId] } },
    );
    await world.ask(
      // The privileged user names somebody: nobody does so for their own document.
      manager,
      "mutation Submit($input: NewWorkflowTaskInput!) { newWorkflowTask(input: $input) }",
      {
        input: {
          workflowId,
          refId: "0123456789abcdef01234567",
          kind: "PurchaseOrder",
          document: { title: "Desks <b>for</b> all", amount: "1200.50", currency: "EUR" },
        },
      },
    );
    await page.reload();
    await page.getByRole("link", { name: "Desks <b>for</b> all" }).waitFor();
    await page.getByText("(submitted it, or it is about them)").waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole("button", { name: "Add an approver to Desks" }).click();
    await page.getByLabel("Who decides").fill(head.name);
    await fitsPhone();
    await pickPerson(page, "Who decides", head.name, head);
    await page.getByText("Nothing is stuck").waitFor();
    const { workflowTaskPage } = await world.ask<{ workflowTaskPage: { data: { refId: string }[] } }>(
      head,
      "{ workflowTaskPage { data { refId } } }",
    );
    expect(workflowTaskPage.data).toEqual([{ refId: "0123456789abcdef01234567" }]);
  });

  it("shows the substitutions of everybody, of one person and those in force, and ends one", async () => {
    const today = new Date().toISOString().slice(0, "2026-01-01".length);
    await substitute(hr.userId, today);
    await substitute(head.userId, "2099-01-01");
    await goTo(page, "people?tab=absences");
    await page.getByText("Begins later").waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await fitsPhone();
    await page.getByText("In force now").click();
    await page.getByText("Begins later").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "End …" }).click();
    await page.getByRole("button", { name: "End now" }).press("Enter");
    await page.getByText("There are no such substitutions").waitFor();
    await page.getByText("In force now").click();
    await page.getByText("Ended ·").waitFor();
    await pickPerson(page, "Person", head.name, head);
    await page.getByText("Ended ·").waitFor({ state: "detached" });
    await page.getByText("Begins later").waitFor();
  });

  /** The changes that are listed, without what opens in them. */
  const changes = () => page.locator("main li > details > summary");

  it("shows who did what, filtered and paged, with each field before and after [CON-2]", async () => {
    for (let number = 0; number < 60; number += 1) await createWorkflow(`Number ${number}`);
    await world.ask(admin, "mutation { updateApprovalSettings(input: { recall: ALWAYS }) { version } }");
    await world.submitLeave();
    await page.getByRole("link", { name: "Audit" }).click();
    const rows = changes();
    await rows.nth(49).waitFor();
    expect(await rows.count()).toBe(50);
    await page.getByRole("button", { name: "Show more" }).click();
    await rows.nth(50).waitFor();
    await page.getByRole("button", { name: /^Record|Record$/u }).click();
    await page.getByRole("option", { name: "Workflow", exact: true }).click();
    await expect
      .poll(async () => (await rows.allInnerTexts()).every((text) => text.includes("Workflow")))
      .toBe(true);
    await page.getByRole("button", { name: /^Record|Record$/u }).click();
    await page.getByRole("option", { name: "Settings" }).click();
    await rows
      .filter({ hasText: `${admin.name} changed Settings` })
      .first()
      .click();
    await page.getByRole("row", { name: "recall NEVER ALWAYS" }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await fitsPhone();
  });

  it("shows what one person did, and what was done to one record", async () => {
    const rows = changes();
    await page.getByRole("button", { name: /^Record|Record$/u }).click();
    await page.getByRole("option", { name: "All" }).click();
    await pickPerson(page, "Who", employee.name, employee);
    await page.getByText(new RegExp(`${employee.name} submitted LV-\\d+`, "u")).waitFor();
    await expect.poll(() => rows.count()).toBe(1);
    // The address has the id alone.
    await page.reload();
    await expect.poll(() => rows.count()).toBe(1);
    const who = page.getByRole("combobox", { name: "Who", exact: true });
    await expect.poll(() => who.inputValue()).toBe(employee.name);
    await who.fill("");
    await who.press("Tab");
    await page.getByRole("button", { name: /What was done/u }).click();
    await page.getByRole("option", { name: "Created" }).click();
    // The rows of before are gone: of one person, and then of everything that was done.
    await rows.nth(49).waitFor();
    await rows.filter({ hasNotText: "created" }).first().waitFor({ state: "detached" });
    await rows.first().click();
    await page.getByRole("button", { name: "Only this record" }).click();
    await page.getByText("Only one record").waitFor();
    await expect.poll(() => rows.count()).toBe(1);
  });

  it("finds what was done to a document by its number, in sentences with a way to it [CON-18]", async () => {
    const { _id, ref } = await world.submitLeave({ reason: "Fishing" });
    const { runTasks } = await world.ask<{ runTasks: { _id: string }[] }>(
      manager,
      "query Run($refId: ID!) { runTasks(refId: $refId) { _id } }",
      { refId: _id },
    );
    await world.ask(
      manager,
      "mutation Decide($input: UpdateWorkflowApprovalStatusInput!) { updateWorkflowApprovalStatus(input: $input) }",
      { input: { taskId: runTasks[0]!._id, status: "APPROVED" } },
    );
    await goTo(page, "nowhere");
    await goTo(page, `audit?number=${ref}`);
    await changes()
      .filter({ hasText: new RegExp(`${employee.name} submitted ${ref} `, "u") })
      .waitFor();
    const approved = changes().filter({ hasText: `${manager.name} approved Manager of ${ref} ` });
    await approved.click();
    await page.getByText("Technical").locator("visible=true").first().waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole("link", { name: "Open the document" }).locator("visible=true").click();
    await page.locator("#document-title").waitFor();
  });
});

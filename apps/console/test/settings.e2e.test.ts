import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_COMPANY, DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { violationsOn } from "./axe.ts";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { pickPerson, sidewaysOn } from "./layout.ts";

const { admin, head } = DEMO_PEOPLE;
const NAMES = `version onAmend recall onEmptyStage fallbackApproverIds substitutionDepth onSubmitterIsApprover
  onRepeatedApprover submitterNeverDecides onePersonOneStage exclusiveGroups agentsMayDecide defaultWorkflowBinds
  runReaders unknownPeople notificationDays`;

describe("the settings page", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let page: Page;
  beforeAll(async () => {
    page = await world.openAs(admin, undefined, "settings");
  });
  afterAll(() => page.close());
  const stored = async () =>
    (await world.ask<{ approvalSettings: object }>(admin, `{ approvalSettings { ${NAMES} } }`))
      .approvalSettings;
  const saved = () => page.getByRole("status").filter({ hasText: "Saved" }).waitFor();
  const choose = async (setting: string, value: string) => {
    await page.getByRole("button", { name: setting }).click();
    await page.getByRole("option", { name: value }).click();
  };

  it("saves each choice at once, every setting [CON-2]", async () => {
    await choose("A document changes", "Every stage that was asked");
    await choose("Submitters recall", "Until the first decision");
    await choose("Nobody can complete a stage", "The fallback approvers are asked");
    await choose("Substitutes of substitutes", "Up to 2 in a row");
    await choose("The submitter is among", "The submitter is left out");
    await choose("Somebody approved the stage", "Their approval counts for the next stage too");
    await choose("Stages and history", "Everybody of the company");
    await choose("Read notifications are removed", "After 90 days");
    await choose("whom the directory does not know", "People unknown to the directory are accepted");
    for (const name of [
      "Submitters never decide",
      "One person decides",
      "Programs may decide",
      "Orders wait",
    ]) {
      await page.getByText(name).click();
    }
    await page.getByText("Nobody is named: such a stage is refused.").waitFor();
    await page.getByRole("button", { name: "Add a fallback approver" }).click();
    await pickPerson(page, "Add a fallback approver", "helen", head);
    await page.getByRole("button", { name: `Remove ${head.name}` }).waitFor();
    await page.getByRole("button", { name: "Add a set" }).click();
    for (const group of ["finance", "<b>purchasing</b> 🛒"]) {
      await page.getByLabel("Groups of set 1").last().fill(group);
      await page.keyboard.press("Enter");
    }
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
    expect(await stored()).toEqual({
      version: 15,
      notificationDays: 90,
      runReaders: "COMPANY",
      unknownPeople: "ACCEPT",
      onAmend: "ASK_AGAIN",
      recall: "UNTIL_FIRST_VERDICT",
      onEmptyStage: "FALLBACK",
      fallbackApproverIds: [head.userId],
      substitutionDepth: 2,
      onSubmitterIsApprover: "EXCLUDE",
      onRepeatedApprover: "SKIP_CONSECUTIVE",
      submitterNeverDecides: true,
      onePersonOneStage: true,
      exclusiveGroups: [["finance", "<b>purchasing</b> 🛒"]],
      agentsMayDecide: true,
      defaultWorkflowBinds: false,
    });
  });

  it("is free of violations that axe finds, in both themes [CON-6]", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violationsOn(page), colorScheme).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: "light" });
  });

  it("says beside a set what is wrong with it, and keeps it through a reload", async () => {
    await page.getByRole("button", { name: "Add a set" }).click();
    await page.getByLabel("Groups of set 2").last().fill("alone");
    // To the button that adds it, and on.
    for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "Remove the group alone" }).waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("A set needs at least two groups.").waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Remove the group alone" }).waitFor();
    await page.getByLabel("Groups of set 2").last().fill("hidden \u202E text");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText(/exclusiveGroups/u).waitFor();
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByLabel("Groups of set 2").first().waitFor({ state: "detached" });
  });

  it("says beside a choice that somebody else was faster, and shows what they chose", async () => {
    await world.ask(admin, `mutation { updateApprovalSettings(input: { onAmend: REFUSE }) { version } }`);
    await choose("Submitters recall", "Never");
    await page.getByText("Somebody else has changed the settings meanwhile.").waitFor();
    await page.getByRole("button", { name: "The request is refused" }).waitFor();
    await choose("Submitters recall", "Never");
    await saved();
    expect(await stored()).toMatchObject({ onAmend: "REFUSE", recall: "NEVER", version: 17 });
  });

  it("names the company, above the menu from the next visit on [CON-23]", async () => {
    const menu = page.getByRole("navigation", { name: "Pages" });
    await menu.getByText(DEMO_COMPANY.name).waitFor();
    const name = page.getByRole("textbox", { name: "Name of the company" });
    expect(await name.inputValue()).toBe(DEMO_COMPANY.name);
    await name.fill("Kai & Söhne");
    await page.getByRole("button", { name: "Save" }).click();
    await saved();
    await page.reload();
    await menu.getByText("Kai & Söhne").waitFor();
    expect(await name.inputValue()).toBe("Kai & Söhne");
  });

  it("fits 320 pixels in German", async () => {
    const phone = await world.openAs(admin, undefined, "settings?locale=de");
    await phone.setViewportSize({ width: 320, height: 640 });
    await phone.getByText("Gruppen, die einander ausschließen").waitFor();
    expect(await sidewaysOn(phone)).toEqual([]);
    expect(await violationsOn(phone)).toEqual([]);
    await phone.close();
  });
});

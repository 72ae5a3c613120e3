import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { violationsOn } from "./axe.ts";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { choose } from "./layout.ts";
import { createWorkflow, submitTo } from "./submit.ts";

const { employee, manager, admin } = DEMO_PEOPLE;
const SET =
  "mutation Set($input: UpdateApprovalSettingsInput!) { updateApprovalSettings(input: $input) { version } }";

const confirm = (page: Page) => page.getByRole("button", { name: "Recall", exact: true });
const openMenu = (page: Page) => page.getByRole("button", { name: "More", exact: true }).click();
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

describe("recalling a document", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let workflowId: string;
  beforeAll(async () => {
    workflowId = await createWorkflow(world, [{ name: "Budget", approvers: [manager] }]);
  });
  const allow = (recall: string) => world.ask(admin, SET, { input: { recall } });

  it("is offered to submitters only where the company allows it, to privileged users always [CTRL-3]", async () => {
    await allow("NEVER");
    const refId = await submitTo(world, workflowId, { title: "Paper" });
    const nora = await world.openAs(employee, undefined, `documents/${refId}`);
    const ada = await world.openAs(admin, undefined, `documents/${refId}`);
    await openMenu(ada);
    await ada.getByRole("menuitem", { name: "Recall …" }).waitFor();
    await nora.getByRole("heading", { name: "Paper" }).waitFor();
    expect(await button(nora, "More").count()).toBe(0);
    await Promise.all([nora.close(), ada.close()]);
  });

  it("takes a reason, ends the approval, and notifies its approvers at once [CTRL-3] [CON-3] [CON-4]", async () => {
    await allow("UNTIL_FIRST_VERDICT");
    const refId = await submitTo(world, workflowId, { title: "Ink" });
    const milan = await world.openAs(manager, undefined, `inbox/${refId}`);
    await button(milan, "Approve").waitFor();
    const nora = await world.openAs(employee, undefined, "requests");
    await nora.getByRole("listitem").filter({ hasText: "Ink" }).getByRole("button", { name: "More" }).click();
    await nora.getByRole("menuitem", { name: "Recall …" }).click();
    expect(await confirm(nora).isDisabled()).toBe(true);
    // The dialog names those who read it: the people who were asked, not the submitter, who writes it.
    await nora.getByText("0 of 2,000 characters.", { exact: true }).waitFor();
    await nora.getByLabel("Reason").fill("We have enough");
    expect(await violationsOn(nora)).toEqual([]);
    await nora.keyboard.press("Control+Enter");
    await nora.getByRole("status").filter({ hasText: "Recalled: Ink" }).waitFor();
    await nora.getByRole("heading", { level: 1 }).and(nora.locator(":focus")).waitFor();
    await nora.getByRole("tab", { name: /^Done/u }).click();
    await nora.getByRole("listitem").filter({ hasText: "Ink" }).getByText("Recalled").waitFor();
    await milan.getByText(`${employee.name} recalled it`).waitFor();
    await milan.getByText("We have enough").waitFor();
    await button(milan, "Approve").waitFor({ state: "detached" });
    await milan.locator("[data-row]").filter({ hasText: "Ink" }).getByText("Taken back").waitFor();
    await Promise.all([nora.close(), milan.close()]);
  });

  it("that comes after the first verdict is refused, and keeps the reason [CTRL-3]", async () => {
    await allow("UNTIL_FIRST_VERDICT");
    const refId = await submitTo(world, workflowId, { title: "Pens" });
    const nora = await world.openAs(employee, undefined, `documents/${refId}`);
    await choose(nora, "Recall …");
    await nora.getByLabel("Reason").fill("Found some");
    await allow("NEVER");
    await confirm(nora).press("Enter");
    await nora.getByRole("alert").filter({ hasText: "cannot be recalled" }).waitFor();
    expect(await nora.getByLabel("Reason").inputValue()).toBe("Found some");
    await nora.close();
  });
});

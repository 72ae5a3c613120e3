import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { violationsOn } from "./axe.ts";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { choose, goTo } from "./layout.ts";
import { createWorkflow, submitTo } from "./submit.ts";

const { employee, manager, admin } = DEMO_PEOPLE;
const SET =
  "mutation Set($input: UpdateApprovalSettingsInput!) { updateApprovalSettings(input: $input) { version } }";

const confirm = (page: Page) => page.getByRole("button", { name: "Recall", exact: true });
const openMenu = (page: Page) => page.getByRole("button", { name: "More", exact: true }).click();
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

describe("a document that comes back to its submitter", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let workflowId: string;
  beforeAll(async () => {
    workflowId = await createWorkflow(world, [{ name: "Budget", approvers: [manager] }]);
  });
  const allow = (recall: string) => world.ask(admin, SET, { input: { recall } });

  it("by a recall is offered to submitters only where the company allows it, to privileged users always [CTRL-3]", async () => {
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

  it("by a recall takes a reason, ends the approval, and notifies its approvers at once [CTRL-3] [CON-3] [CON-4]", async () => {
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

  it("for changes is answered by changing it where it was made [TALK-2] [CON-16] [DOC-3]", async () => {
    const { employeeId } = employee;
    const claim = { amount: 84.5, spentOn: "2027-02-12", description: "Train to Hamburg" };
    const { _id } = (await world.send(employee, "hr-service", "POST", "/api/claims", {
      ...claim,
      employeeId,
    })) as {
      _id: string;
    };
    const change = async (amount: number) =>
      world.send(employee, "hr-service", "PUT", `/api/claims/${_id}`, { ...claim, amount });
    await expect(change(80)).rejects.toThrow("Document cannot be changed while its approval is in progress");
    const milan = await world.openAs(manager, undefined, `inbox/${_id}`);
    await button(milan, "Ask").click();
    await milan.getByRole("dialog", { name: `Ask ${employee.name} for changes` }).waitFor();
    await milan.getByLabel("What should change").fill("Add the receipt\u202E");
    expect(await violationsOn(milan)).toEqual([]);
    await milan.keyboard.press("Control+Enter");
    await milan.getByRole("status").filter({ hasText: "Asked for changes" }).waitFor();
    await milan.getByText(`Waits for ${employee.name}`).first().waitFor();
    const left = milan.locator("[data-row]").filter({ hasText: "84.50" });
    await left.getByText("No longer waits for you").waitFor();
    const nora = await world.openAs(employee, undefined, "requests?tab=needs-you");
    const row = nora.getByRole("listitem").filter({ hasText: "Add the receipt" });
    await row.getByRole("link").click();
    await nora.getByText("The approval waits for you.", { exact: false }).waitFor();
    expect(await violationsOn(nora)).toEqual([]);
    await change(80);
    await nora.getByText("The approval waits for you.", { exact: false }).waitFor({ state: "detached" });
    await milan.getByText("Changed", { exact: false }).first().waitFor();
    await expect(change(90)).rejects.toThrow("Document cannot be changed");
    await Promise.all([nora.close(), milan.close()]);
  });

  it("for changes is answered on its page, and asks its approvers again [TALK-1] [TALK-2]", async () => {
    const refId = await submitTo(world, workflowId, { title: "Lamp" });
    const milan = await world.openAs(manager, undefined, `inbox/${refId}`);
    await button(milan, "Ask").click();
    await milan.getByLabel("What should change").fill("Which colour?");
    await milan.keyboard.press("Control+Enter");
    await milan.getByRole("status").filter({ hasText: "Asked for changes: Lamp" }).waitFor();
    const nora = await world.openAs(employee, undefined, `documents/${refId}`);
    await nora.getByLabel("Your answer").fill("Green");
    await button(nora, "Answer").click();
    await nora.getByRole("status").filter({ hasText: "Answered: Lamp" }).waitFor();
    await nora.getByRole("region", { name: "Conversation" }).getByText("Green").waitFor();
    await milan.getByRole("region", { name: "Conversation" }).getByText("Green").waitFor();
    await button(milan, "Ask").waitFor();
    await Promise.all([nora.close(), milan.close()]);
  });

  it("by a rejection needs them until they close it [TALK-3] [CON-16]", async () => {
    const refId = await submitTo(world, workflowId, { title: "Sofa" });
    const { runTasks } = await world.ask<{ runTasks: { _id: string }[] }>(
      manager,
      "query Tasks($refId: ID!) { runTasks(refId: $refId) { _id } }",
      { refId },
    );
    const input = { taskId: runTasks[0]!._id, status: "REJECTED", remark: "No room" };
    await world.ask(
      manager,
      "mutation Reject($input: UpdateWorkflowApprovalStatusInput!) { updateWorkflowApprovalStatus(input: $input) }",
      { input },
    );
    const nora = await world.openAs(employee, undefined, "requests?tab=needs-you");
    const row = nora.getByRole("listitem").filter({ hasText: "Sofa" });
    await row.getByRole("button", { name: "Close Sofa" }).click();
    await nora.getByRole("status").filter({ hasText: "Closed: Sofa" }).waitFor();
    await row.waitFor({ state: "detached" });
    expect(await violationsOn(nora)).toEqual([]);
    await nora.getByRole("tab", { name: /^Done/u }).click();
    await row.getByText("Rejected").waitFor();
    expect(await row.getByRole("button", { name: "Close Sofa" }).count()).toBe(0);
    await nora.close();
  });

  it("by a rejection of a later stage that ends the approval, in place of a return [CTRL-8]", async () => {
    const stages = ["Team", "Board"].map((name) => ({ name, approvers: [manager] }));
    const refId = await submitTo(world, await createWorkflow(world, stages), { title: "Tent" });
    const milan = await world.openAs(manager, undefined, `inbox/${refId}`);
    await button(milan, "Approve").click();
    await milan.keyboard.press("Enter");
    await milan.getByRole("status").filter({ hasText: "Approved: Tent" }).waitFor();
    await goTo(milan, "nowhere");
    await goTo(milan, `inbox/${refId}`);
    await button(milan, "Reject").click();
    await milan.getByText("A rejection goes back to").waitFor();
    await milan.locator("label").filter({ hasText: "End the approval instead" }).click();
    await milan.getByText("A rejection ends this approval.").waitFor();
    expect(await violationsOn(milan)).toEqual([]);
    await milan.getByLabel("Note").fill("Too cold");
    await milan.keyboard.press("Control+Enter");
    await milan.getByRole("status").filter({ hasText: "Rejected: Tent" }).waitFor();
    const nora = await world.openAs(employee, undefined, "requests?tab=needs-you");
    await nora.getByRole("listitem").filter({ hasText: "Tent" }).getByText("Rejected").waitFor();
    await Promise.all([nora.close(), milan.close()]);
  });

  it("by a recall after the first verdict is refused, and keeps the reason [CTRL-3]", async () => {
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

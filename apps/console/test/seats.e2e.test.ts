import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { violationsOn } from "./axe.ts";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { createWorkflow, submitTo } from "./submit.ts";
import { choose as command } from "./layout.ts";

const { employee, manager, head, hr, admin } = DEMO_PEOPLE;

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const announced = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text }).waitFor();
const why = (page: Page) => page.getByRole("region", { name: "Why you are asked" });
const stages = (page: Page) => page.getByRole("region", { name: "Who decides" });
const choose = async (page: Page, label: string, name: string) => {
  await page.getByRole("combobox", { name: label }).fill(name.slice(0, 4));
  await page.getByRole("option", { name }).click();
};

describe("the seats of a document", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();

  it("are given to somebody else with a reason, who reads why they are asked [PPL-7] [CON-3]", async () => {
    const workflowId = await createWorkflow(world, [{ name: "Budget", approvers: [manager] }]);
    const refId = await submitTo(world, workflowId, { title: "Desks" });
    const milan = await world.openAs(manager, undefined, `inbox/${refId}`);
    await why(milan).getByText("The workflow names you.").waitFor();
    await command(milan, "Reassign …");
    await choose(milan, "Who decides instead", head.name);
    expect(await milan.getByRole("button", { name: "Reassign", exact: true }).isDisabled()).toBe(true);
    await milan.getByLabel("Reason").fill("I drew these desks up myself");
    expect(await violationsOn(milan)).toEqual([]);
    await milan.getByRole("button", { name: "Reassign", exact: true }).press("Enter");
    await announced(milan, `${head.name} has it now`);
    await button(milan, "Approve").waitFor({ state: "detached" });

    const helen = await world.openAs(head, undefined, `inbox/${refId}`);
    await why(helen).getByText(`${manager.name} gave it to you.`).waitFor();
    // Milan is no longer involved: in `npm start` only those involved read a run (contract-3, FIX-11).
    await stages(helen).getByText(`reassigned from ${manager.name}`).waitFor();
    await why(helen).getByText("I drew these desks up myself").waitFor();
    await Promise.all([milan.close(), helen.close()]);
  });

  it("grow by a person beside the others or after them, and show how many are needed [PPL-4] [PPL-7]", async () => {
    const workflowId = await createWorkflow(world, [
      { name: "Budget", approvers: [manager, head, admin], approveBy: "COUNT", quorum: 2 },
    ]);
    const refId = await submitTo(world, workflowId, { title: "Chairs" });
    const milan = await world.openAs(manager, undefined, `documents/${refId}`);
    await stages(milan).getByText("2 of 3 needed; 0 so far.").waitFor();
    await command(milan, "Add an approver to “Budget” …");
    await choose(milan, "Whom to ask", hr.name);
    await button(milan, "Add").press("Enter");
    await announced(milan, `${hr.name} is asked too`);
    await stages(milan).getByText(`added by ${manager.name} · needed besides the others`).waitFor();
    await stages(milan).getByText("3 of 4 needed; 0 so far.").waitFor();

    await command(milan, "Add an approver to “Budget” …");
    await choose(milan, "Whom to ask", hr.name);
    await button(milan, /When they are asked/u).click();
    await milan.getByRole("option", { name: "After it, in a stage of their own" }).click();
    await button(milan, "Add").press("Enter");
    await stages(milan).getByText("Budget — further approval").waitFor();
    await milan.close();
  });

  it("of groups each show what they need [PPL-4]", async () => {
    const workflowId = await createWorkflow(world, [
      {
        name: "Contract",
        approveBy: "PER_GROUP",
        approvers: [
          { person: manager, groups: ["Law"] },
          { person: head, groups: ["Money"] },
        ],
      },
    ]);
    const refId = await submitTo(world, workflowId, { title: "Rent" });
    const milan = await world.openAs(manager, undefined, `documents/${refId}`);
    const groups = stages(milan).getByRole("list", { name: "Needed of each group" });
    await groups.getByText("Law 0 of 1").waitFor();
    await button(milan, "Approve").click();
    await button(milan, "Confirm approval").press("Enter");
    await groups.getByText("Law 1 of 1").waitFor();
    await groups.getByText("Money 0 of 1").waitFor();
    await milan.close();
  });

  it("have a verdict taken back while the stage is open [PPL-7]", async () => {
    const workflowId = await createWorkflow(world, [
      { name: "Budget", approvers: [manager, head], approveBy: "ALL" },
    ]);
    const refId = await submitTo(world, workflowId, { title: "Lamps" });
    const milan = await world.openAs(manager, undefined, `documents/${refId}`);
    await button(milan, "Approve").click();
    await button(milan, "Confirm approval").press("Enter");
    await stages(milan).getByText("All 2 have to approve; 1 so far.").waitFor();
    await command(milan, "Withdraw your decision …");
    await button(milan, "Withdraw").press("Enter");
    await announced(milan, "Your decision is withdrawn");
    await stages(milan).getByText("All 2 have to approve; 0 so far.").waitFor();
    await button(milan, "Approve").waitFor();
    await milan.getByText(`${manager.name} withdrew the decision on Budget`).waitFor();
    await milan.close();
  });

  it("are reassigned by privileged users for anybody, and the refusal keeps what was typed [PPL-7]", async () => {
    const workflowId = await createWorkflow(world, [{ name: "Budget", approvers: [manager] }]);
    const refId = await submitTo(world, workflowId, { title: "Rugs" });
    const ada = await world.openAs(admin, undefined, `documents/${refId}`);
    await button(ada, `Reassign … (${manager.name})`).click();
    await choose(ada, "Who decides instead", employee.name);
    await ada.getByLabel("Reason").fill("He is away");
    await ada.getByRole("button", { name: "Reassign", exact: true }).press("Enter");
    await ada.getByRole("alert").filter({ hasText: "Nobody is added who submitted the document" }).waitFor();
    expect(await ada.getByLabel("Reason").inputValue()).toBe("He is away");
    await choose(ada, "Who decides instead", head.name);
    await ada.getByRole("button", { name: "Reassign", exact: true }).press("Enter");
    await announced(ada, `${head.name} has it now`);
    await ada.locator("#document-title:focus").waitFor();
    await ada.close();
  });

  it("say in whose place a substitute decides, to the substitute and afterwards [PPL-3] [CON-9]", async () => {
    const workflowId = await createWorkflow(world, [{ name: "Budget", approvers: [manager] }]);
    const refId = await submitTo(world, workflowId, { title: "Plants" });
    const today = new Date().toISOString().slice(0, "2026-01-01".length);
    await world.ask(
      manager,
      "mutation Away($input: CreateSubstitutionInput!) { createSubstitution(input: $input) { _id } }",
      { input: { substituteId: head.userId, fromDate: today, untilDate: today, timeZone: "UTC" } },
    );
    const milan = await world.openAs(manager, undefined, `documents/${refId}`);
    await command(milan, "Add an approver to “Budget” …");
    // The day on which Milan is away is said before anybody asks him.
    await milan.getByRole("combobox", { name: "Whom to ask" }).fill(manager.name);
    await milan.getByRole("option", { name: manager.name }).filter({ hasText: "away until" }).waitFor();
    await milan.keyboard.press("ArrowDown");
    await milan.keyboard.press("Enter");
    await milan.getByRole("option").first().waitFor({ state: "detached" });
    expect(await milan.getByRole("combobox", { name: "Whom to ask" }).inputValue()).toBe(manager.name);
    await milan.close();

    const helen = await world.openAs(head, undefined, `documents/${refId}`);
    await why(helen).getByText(`You stand in for ${manager.name}.`).waitFor();
    await button(helen, "Approve").click();
    await button(helen, "Confirm approval").press("Enter");
    await stages(helen).getByText(`decided by ${head.name} in their place`).waitFor();
    await helen.getByText(`${head.name} approved Budget for ${manager.name}`).waitFor();
    await helen.close();
  });
});

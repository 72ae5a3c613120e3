import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { violationsOn } from "./axe.ts";
import { createWorkflow, submitTo } from "./submit.ts";

const { admin, employee, manager } = DEMO_PEOPLE;
const THRESHOLD =
  "mutation Set($input: CreateApprovalThresholdInput!) { createApprovalThreshold(input: $input) { _id } }";
const STAGE =
  "mutation Stage($input: CreateWorkflowStageInput!) { createWorkflowStage(input: $input) { _id } }";

const inMenu = (of: Page) => of.getByRole("navigation").getByRole("link", { name: /^Stuck/u });

describe("the page Stuck", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let page: Page;
  let workflowId: string;
  beforeAll(async () => {
    workflowId = await createWorkflow(world, []);
    const input = { kind: "PurchaseOrder", workflowId, amountThreshold: 1_000 };
    await world.ask(admin, THRESHOLD, { input });
    await world.send(employee, "inventory-service", "POST", "/api/orders", {
      kind: "PurchaseOrder",
      totalAmount: 18_500,
    });
    page = await world.openAs(admin, undefined, "stuck");
  });
  afterAll(() => page.close());
  const stuck = () => page.getByRole("region", { name: "Orders that could not be submitted" });
  const again = () => page.getByRole("button", { name: "Submit again: PO-000001" });

  it("lists an order that could not be submitted, with its reason [SAFE-10]", async () => {
    await page.getByRole("heading", { name: "Stuck", level: 1 }).waitFor();
    await stuck().getByText("Workflow has no stages").waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });

  it("counts what is stuck in the menu, for those alone who may see it [CON-25]", async () => {
    await inMenu(page).filter({ hasText: "1 waiting" }).waitFor();
    const inbox = await world.openAs(manager, undefined, "inbox");
    await inbox.getByRole("link", { name: "People" }).waitFor();
    expect(await inMenu(inbox).count()).toBe(0);
    await inbox.close();
  });

  it("shows a refusal beside the order, and starts its run once that is mended [SAFE-10]", async () => {
    await again().click();
    await page.getByRole("alert").filter({ hasText: "Workflow has no stages" }).waitFor();
    const stage = { workflowId, name: "Board", order: 1, approverIds: [manager.userId] };
    await world.ask(admin, STAGE, { input: stage });
    await again().click();
    await stuck().waitFor({ state: "detached" });
    await page.getByText("Nothing is stuck").waitFor();
    await inMenu(page).filter({ hasNotText: "waiting" }).waitFor();
  });

  it("counts a document that nobody can decide, and names its number behind the title [CON-25]", async () => {
    const settings = "onEmptyStage: UNASSIGNED, submitterNeverDecides: true";
    await world.ask(admin, `mutation { updateApprovalSettings(input: { ${settings} }) { version } }`);
    const alone = await createWorkflow(world, [{ name: "Board", approvers: [employee] }]);
    await submitTo(world, alone, { ref: "REQ-7", title: "Chairs", amount: "40", currency: "EUR" });
    await page.reload();
    await inMenu(page).filter({ hasText: "1 waiting" }).waitFor();
    const row = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Chairs" }) });
    await row.getByText("Purchase requisition REQ-7").waitFor();
  });

  it("leads to an approver who reads the order in its owner's words, and a person's as such [SAFE-11]", async () => {
    await submitTo(world, workflowId, { title: "Paper clips", amount: "10", currency: "EUR" });
    const inbox = await world.openAs(manager, undefined, "inbox");
    const row = (title: string) => inbox.getByRole("listitem").filter({ hasText: title });
    const note = "Described by the submitter, not by its owner";
    await row("Paper clips").getByText(note).waitFor();
    await row("Purchase order").getByText(employee.name).waitFor();
    expect(await row("Purchase order").getByText(note).count()).toBe(0);
    await row("Paper clips").getByRole("link").click();
    await inbox.getByRole("heading", { name: "Paper clips", level: 1 }).waitFor();
    await inbox.getByRole("article").getByText(note).waitFor();
    await row("Purchase order").getByRole("link").click();
    await inbox.getByRole("heading", { name: "Purchase order", level: 1 }).waitFor();
    expect(await inbox.getByRole("article").getByText(note).count()).toBe(0);
    await inbox.close();
  });
});

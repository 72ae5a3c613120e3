import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { violationsOn } from "./axe.ts";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { sidewaysOn } from "./layout.ts";

const { admin, head, hr, manager } = DEMO_PEOPLE;
const NAME = `Contracts <script>alert("x")</script> 🚀 ${"long ".repeat(40)}`.slice(0, 200).trim();

interface StoredStage {
  name: string;
  approveBy: string;
  quorum: number | null;
  rejectBy: string;
  bulk: boolean;
}

describe("the workflow editor", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let page: Page;
  let id: string;
  beforeAll(async () => {
    page = await world.openAs(admin, undefined, "rules/workflows");
  });
  afterAll(() => page.close());
  const stored = async () => {
    const { findWorkflow, workflowApproverPage } = await world.ask<{
      findWorkflow: { name: string; version: number; stages: StoredStage[] };
      workflowApproverPage: { data: { approverId: string; groups: string[] }[] };
    }>(
      admin,
      `query Stored($id: ID!) {
        findWorkflow(input: { _id: $id }) { name version stages { name approveBy quorum rejectBy bulk } }
        workflowApproverPage(input: { workflowId: $id }) { data { approverId groups } } }`,
      { id },
    );
    return { ...findWorkflow, approvers: workflowApproverPage.data };
  };
  const stageNames = async () => (await stored()).stages.map(({ name }) => name);
  const addStage = async (name: string) => {
    await page.getByLabel("Add a stage").fill(name);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: new RegExp(`^\\d+\\. ${name}$`, "u"), level: 2 }).waitFor();
  };
  const addApprover = async (name: string) => {
    await page.getByRole("button", { name: "Add an approver" }).click();
    await page.getByLabel("Add an approver").fill(name);
    await page.getByRole("button", { name }).first().click();
    await page.getByRole("button", { name: `Remove ${name}` }).waitFor();
  };
  const choose = async (field: RegExp, value: string) => {
    await page.getByRole("button", { name: field }).click();
    await page.getByRole("option", { name: value }).click();
  };
  const save = async () => {
    await page.getByRole("button", { name: "Review changes" }).click();
    await page.getByRole("button", { name: /^Save \d/u }).click();
    await page.getByRole("region", { name: "Unsaved changes" }).waitFor({ state: "detached" });
  };

  it("creates a workflow whatever its name looks like, and says what its new stages lack [CON-8]", async () => {
    await page.getByLabel("New workflow").fill(NAME);
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { name: NAME, level: 1 }).waitFor();
    id = new URL(page.url()).pathname.split("/").at(-1)!;
    await page.getByText("Workflow has no stages").waitFor();
    await addStage("Legal");
    await addStage("Board");
    await save();
    await page.getByText('Stage "Board" has no approvers').waitFor();
    expect(await stored()).toMatchObject({ name: NAME, stages: [{ name: "Legal" }, { name: "Board" }] });
  });

  it("edits everything that a stage has, shows it in the preview, and stores it whole on Save [CON-2] [ROUTE-1]", async () => {
    const preview = page.getByRole("region", { name: "Route preview" });
    await addApprover(head.name);
    await addApprover(hr.name);
    await addApprover(manager.name);
    await preview.getByText("One approval · A rejection: Rejects the stage at once").last().waitFor();
    expect(await preview.getByText(manager.name).count()).toBe(1);
    await choose(/Needs$/u, "A share of the approvers");
    await page.getByLabel("Percent").fill("60");
    await choose(/A rejection$/u, "Counts against the stage");
    await page.getByText("May be decided together with others").click();
    await preview.getByText("A share of the approvers: 60 · A rejection: Counts against the stage").waitFor();
    expect((await stored()).approvers).toEqual([]);
    await page.getByRole("button", { name: "Review changes" }).click();
    const changes = page.getByRole("list", { name: "What saving changes" });
    const lines = await changes.getByRole("listitem").allInnerTexts();
    expect(lines.map((line) => line.replaceAll(/\s+/gu, " "))).toEqual([
      "Board: Needs One approval A share of the approvers",
      "Board: Number – 60",
      "Board: A rejection Rejects the stage at once Counts against the stage",
      "Board: Decided together with others Yes No",
      `Board: ${head.name} approves`,
      `Board: ${hr.name} approves`,
      `Board: ${manager.name} approves`,
    ]);
    expect(await violationsOn(page)).toEqual([]);
    const { version: before } = await stored();
    await page.getByRole("button", { name: "Save 7 changes" }).click();
    await changes.waitFor({ state: "detached" });
    const { stages, approvers, version } = await stored();
    expect(version).toBe(before + 1);
    expect(stages[1]).toEqual({
      name: "Board",
      approveBy: "PERCENT",
      quorum: 60,
      rejectBy: "UNREACHABLE",
      bulk: false,
    });
    expect(approvers).toHaveLength(3);
  });

  it("asks for groups where the rule counts them", async () => {
    await choose(/Needs$/u, "Approvals of each group");
    // The engine judges what is not saved yet.
    await page.getByText('No approver of stage "Board" carries a group').waitFor();
    // Typed and not added: it counts all the same, and stands among the groups once the field is left.
    await page.getByLabel(`Groups of ${head.name}`).last().fill("board");
    await page.getByText('No approver of stage "Board" carries a group').waitFor({ state: "detached" });
    await save();
    await page.getByRole("button", { name: "Remove the group board" }).waitFor();
    expect((await stored()).approvers).toContainEqual({ approverId: head.userId, groups: ["board"] });
  });

  it("moves stages by buttons and by dragging, and stores the new order", async () => {
    await addStage("Archive");
    await addApprover(head.name);
    await page.getByRole("button", { name: "Move Archive up" }).click();
    await page.getByRole("heading", { name: "2. Archive" }).waitFor();
    const rows = page.locator("li[draggable]");
    await rows.filter({ hasText: "Legal" }).dragTo(rows.filter({ hasText: "Board" }));
    await page.getByRole("heading", { name: "1. Archive" }).waitFor();
    await save();
    expect(await stageNames()).toEqual(["Archive", "Board", "Legal"]);
  });

  it("keeps unsaved work through other pages and a reload, and marks it in the list", async () => {
    await page.getByRole("button", { name: "Remove Archive" }).click();
    await page.getByLabel("Description").fill("Typed, not saved");
    await page.getByRole("link", { name: "Workflows" }).first().click();
    await page.getByRole("link", { name: /Unsaved changes/u }).waitFor();
    await page.reload();
    await page.getByRole("link", { name: /Unsaved changes/u }).click();
    expect(await page.getByLabel("Description").inputValue()).toBe("Typed, not saved");
    await page.getByText("2 unsaved changes").waitFor();
    expect(await stageNames()).toHaveLength(3);
    await page.getByRole("button", { name: "Discard" }).click();
    expect(await page.getByLabel("Description").inputValue()).toBe("");
  });

  it("says beside a field what is missing or refused, and saves nothing of it", async () => {
    const name = page.getByLabel("Name of the stage");
    await name.fill("");
    await page.getByText("Give it a name.").waitFor();
    await page.getByRole("button", { name: "Review changes" }).click();
    expect(await page.getByRole("button", { name: /^Save \d/u }).isDisabled()).toBe(true);
    await name.fill("Turned \u202E round");
    await page.getByRole("button", { name: /^Save \d/u }).click();
    await page.locator("[aria-invalid=true]").waitFor();
    expect(await name.getAttribute("aria-invalid")).toBe("true");
    await page.getByRole("button", { name: "Discard" }).click();
    expect(await stageNames()).toEqual(["Archive", "Board", "Legal"]);
  });

  it("shows what somebody else saved meanwhile before anything is overwritten [ROUTE-1]", async () => {
    await page.getByLabel("Description").fill("Mine");
    await world.ask(
      admin,
      `mutation Rename($id: ID!) { updateWorkflow(id: $id, input: { name: "Theirs" }) { _id } }`,
      { id },
    );
    await page.getByRole("button", { name: "Review changes" }).click();
    await page.getByRole("button", { name: "Save 1 change" }).click();
    await page.getByText("Somebody else has changed this workflow meanwhile.").waitFor();
    expect(await stored()).toMatchObject({ name: "Theirs" });
    await page.getByText("2 unsaved changes").waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Theirs");
    await page.getByRole("button", { name: "Save 1 change" }).click();
    await page.getByRole("region", { name: "Unsaved changes" }).waitFor({ state: "detached" });
    expect(await stored()).toMatchObject({ name: "Theirs" });
  });

  it("goes on showing what was saved until it is read again, and keeps what is typed meanwhile", async () => {
    const asked = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    await page.route("**/graphql", async (route) => {
      if (route.request().postData()?.includes("query WorkflowDetail")) {
        asked.resolve();
        await held.promise;
      }
      await route.continue();
    });
    onTestFinished(async () => {
      held.resolve();
      await page.unroute("**/graphql");
    });
    const description = page.getByLabel("Description");
    await description.fill("Saved at once");
    await page.getByRole("button", { name: "Review changes" }).click();
    await page.getByRole("button", { name: "Save 1 change" }).click();
    await asked.promise;
    expect(await description.inputValue()).toBe("Saved at once");
    await page.getByLabel("Name", { exact: true }).fill("Typed meanwhile");
    held.resolve();
    await page
      .getByRole("list", { name: "What saving changes" })
      .getByText("Theirs")
      .and(page.locator("del"))
      .waitFor();
    await page.getByText("1 unsaved change", { exact: true }).waitFor();
    expect(await page.getByText("Somebody else has changed this workflow").count()).toBe(0);
    expect(await stored()).toMatchObject({ name: "Theirs" });
    await page.getByRole("button", { name: "Discard" }).click();
    expect(await description.inputValue()).toBe("Saved at once");
  });

  it("shows what the settings do when an approver submits, also before a stage is saved", async () => {
    await world.ask(
      admin,
      "mutation { updateApprovalSettings(input: { submitterNeverDecides: true }) { version } }",
    );
    await page.reload();
    const preview = page.getByRole("region", { name: "Route preview" });
    await page.getByText(/submitterNeverDecides: nobody can complete stage "Archive"/u).waitFor();
    await addApprover(hr.name);
    await page
      .getByText(/submitterNeverDecides: nobody can complete stage "Archive"/u)
      .waitFor({ state: "detached" });
    // The other one is the board, of which one approver alone has the group.
    expect(await preview.getByText("Submitters never decide").count()).toBe(1);
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByText(/submitterNeverDecides: nobody can complete stage "Archive"/u).waitFor();
  });

  it("is free of violations in the dark, and fits 320 pixels in German [CON-6]", async () => {
    const phone = await world.openAs(admin, undefined, `rules/workflows/${id}?locale=de`);
    await phone.setViewportSize({ width: 320, height: 640 });
    await phone.emulateMedia({ colorScheme: "dark" });
    await phone.getByRole("heading", { name: "Vorschau des Weges" }).waitFor();
    expect(await sidewaysOn(phone)).toEqual([]);
    expect(await violationsOn(phone)).toEqual([]);
    await phone.close();
  });

  it("deletes a workflow at the second press", async () => {
    await page.getByRole("button", { name: "Delete …" }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).press("Enter");
    await page.getByRole("link", { name: /Large sales orders/u }).waitFor();
    expect(await page.getByRole("link", { name: "Theirs" }).count()).toBe(0);
    await page.getByLabel("Search by name or reference").fill("journal");
    await page.getByRole("link", { name: /Large sales orders/u }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: /Large journal entries/u }).waitFor();
  });
});

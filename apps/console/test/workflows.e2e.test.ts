import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { violationsOn } from "./axe.ts";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { goTo, sidewaysOn } from "./layout.ts";

const { admin, head, hr, manager } = DEMO_PEOPLE;
const NAME = `Contracts <script>alert("x")</script> 🚀 ${"long ".repeat(40)}`.slice(0, 200).trim();

interface StoredStage {
  name: string;
  approveBy: string;
  quorum: number | null;
  rejectBy: string;
  bulk: boolean;
}

const DESCRIPTION = '{ workflowPage(input: { keyword: "Large sales" }) { data { _id description } } }';

interface Described {
  workflowPage: { data: { _id: string; description: string | null }[] };
}

describe("a workflow without a rule", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let page: Page;
  let id: string;
  beforeAll(async () => {
    page = await world.openAs(admin, { viewport: { width: 1440, height: 900 } }, "rules/workflows");
  });
  afterAll(() => page.context().close());
  const stored = async () => {
    const { findWorkflow, workflowApproverPage } = await world.ask<{
      findWorkflow: {
        name: string;
        description: string | null;
        status: string;
        version: number;
        stages: StoredStage[];
      };
      workflowApproverPage: { data: { approverId: string; groups: string[] }[] };
    }>(
      admin,
      `query Stored($id: ID!) {
        findWorkflow(input: { _id: $id }) {
          name description status version stages { name approveBy quorum rejectBy bulk }
        }
        workflowApproverPage(input: { workflowId: $id }) { data { approverId groups } } }`,
      { id },
    );
    return { ...findWorkflow, approvers: workflowApproverPage.data };
  };
  const stageNames = async () => (await stored()).stages.map(({ name }) => name);
  const press = (name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const stage = (name: string) => page.getByRole("group", { name: new RegExp(`^\\d+\\. ${name}$`, "u") });
  const dialog = () => page.getByRole("dialog", { name: "Publish" });
  const choose = async (name: RegExp, option: string) => {
    await page.getByRole("button", { name }).click();
    await page.getByRole("option", { name: option }).click();
  };
  const more = (of: string) => stage(of).locator("summary", { hasText: "More settings" }).click();
  const addStage = async (name: string, person: { name: string }) => {
    await press("Add stage");
    await page.getByRole("menuitem", { name: "Person", exact: true }).click();
    await choosePerson(person);
    await page.locator("summary", { hasText: "More settings" }).last().click();
    await field("Name of the stage").last().fill(name);
    await stage(name).waitFor();
  };
  const choosePerson = async (person: { name: string }) => {
    const people = page.getByRole("combobox", { name: "Person", exact: true }).last();
    await people.fill(person.name);
    await page.getByRole("option", { name: person.name }).first().waitFor();
    await people.press("ArrowDown");
    await people.press("Enter");
    await page.getByRole("option").first().waitFor({ state: "detached" });
  };
  const alsoAsk = async (of: string, person: { name: string }) => {
    await stage(of).getByRole("button", { name: "Also ask" }).click();
    await page.getByRole("menuitem", { name: "Person", exact: true }).click();
    const people = stage(of).getByRole("combobox", { name: "Person", exact: true }).last();
    await people.fill(person.name);
    await page.getByRole("option", { name: person.name }).first().waitFor();
    await people.press("ArrowDown");
    await people.press("Enter");
  };
  const confirm = () => dialog().getByRole("button", { name: "Publish" }).press("Enter");
  const publish = async () => {
    await press("Publish …");
    await confirm();
    await dialog().waitFor({ state: "detached" });
    await page.getByText("Unsaved changes").waitFor({ state: "detached" });
  };

  it("is published whatever its name looks like, and says what it lacks before [CON-8] [ONE-6]", async () => {
    await press("New workflow");
    await press("Publish …");
    await page.getByText("Give it a name.").waitFor();
    await page.getByText("Nobody is asked yet: add a stage.").waitFor();
    await field("Name").fill(NAME);
    await addStage("Legal", hr);
    await addStage("Board", head);
    await publish();
    await page.getByRole("heading", { name: NAME, level: 1 }).waitFor();
    await page.getByText("Version 1", { exact: true }).waitFor();
    id = new URL(page.url()).pathname.split("/").at(-1)!;
    expect(await stored()).toMatchObject({
      name: NAME,
      status: "IN_PROGRESS",
      stages: [{ name: "Legal" }, { name: "Board" }],
    });
  });

  it("has everything that a stage of a rule has, compared before it is stored whole [CON-2] [ROUTE-1]", async () => {
    await more("Board");
    await alsoAsk("Board", hr);
    await alsoAsk("Board", manager);
    const needed = stage("Board").getByRole("combobox", { name: "Approvals needed" });
    await needed.fill("A share in percent");
    await page.getByRole("option", { name: "A share in percent" }).click();
    await stage("Board").getByLabel("Percent").fill("60");
    await stage("Board")
      .getByRole("button", { name: /A rejection$/u })
      .click();
    await page.getByRole("option", { name: "Counts against the stage" }).click();
    await stage("Board").getByText("May be decided together with others").click();
    const summary = stage("Board").locator("summary", { hasText: "More settings" });
    await expect.poll(() => summary.innerText()).toContain("a rejection only counts · decided one by one");
    await choose(/State$/u, "Withdrawn");
    const tryIt = page.getByRole("region", { name: "Try it" });
    await tryIt.getByText("Legal").first().waitFor();
    await tryIt.getByText(manager.name).first().waitFor();
    const { version: before } = await stored();
    await press("Publish …");
    const changes = dialog().locator("[data-changed]");
    await changes.first().waitFor();
    const lines = (await changes.allInnerTexts()).map((line) => line.replaceAll(/\s+/gu, " "));
    expect(lines[0]).toMatch(
      new RegExp(
        `^2\\. Board Until now: ${head.name} From now on: 60% of .*${manager.name}.* · decided one by one$`,
        "u",
      ),
    );
    expect(lines.slice(1)).toEqual(["State Until now: In use From now on: Withdrawn"]);
    expect(await violationsOn(page)).toEqual([]);
    await dialog().getByLabel(/^Note/u).fill("All of them");
    await confirm();
    await page.getByText("All of them").waitFor();
    const { stages, approvers, version, status } = await stored();
    expect([version, status]).toEqual([before + 1, "CANCELLED"]);
    expect(stages[1]).toEqual({
      name: "Board",
      approveBy: "PERCENT",
      quorum: 60,
      rejectBy: "UNREACHABLE",
      bulk: false,
    });
    expect(approvers).toHaveLength(4);
  });

  it("asks for labels where its rule counts them, and judges what is not saved yet [CON-2]", async () => {
    const needed = stage("Board").getByRole("combobox", { name: "Approvals needed" });
    await needed.fill("Some of each label");
    await page.getByRole("option", { name: "Some of each label" }).click();
    const finding = page.getByText('No approver of stage "Board" carries a group');
    await finding.waitFor();
    // Typed and not added: it counts all the same, and stands among the labels once the field is left.
    await page.getByLabel(`Groups of ${head.name}`).last().fill("board");
    await finding.waitFor({ state: "detached" });
    await publish();
    await page.getByRole("button", { name: "Remove the group board" }).waitFor();
    expect((await stored()).approvers).toContainEqual({ approverId: head.userId, groups: ["board"] });
  });

  it("moves its stages, and stores the new order [CON-2]", async () => {
    await press(/^Move 2\. Board up$/u);
    await page.getByRole("group", { name: "1. Board" }).waitFor();
    await publish();
    expect(await stageNames()).toEqual(["Board", "Legal"]);
  });

  it("keeps unsaved work through other pages and a reload, and marks it in the list [CON-2]", async () => {
    await press("Remove 2. Legal");
    await field("Description").fill("Typed, not saved");
    await page.getByRole("link", { name: "Workflows" }).first().click();
    await page.getByRole("link", { name: /Unsaved changes/u }).waitFor();
    await page.reload();
    await page.getByRole("link", { name: /Unsaved changes/u }).click();
    await expect.poll(() => field("Description").inputValue()).toBe("Typed, not saved");
    expect(await stageNames()).toHaveLength(2);
    await press("Discard …");
    await page.getByRole("button", { name: "Discard", exact: true }).press("Enter");
    await expect.poll(() => field("Description").inputValue()).toBe("");
    await stage("Legal").waitFor();
  });

  it("says beside a field what is refused, and stores nothing of it [CON-2]", async () => {
    await more("Legal");
    const name = stage("Legal").getByLabel("Name of the stage");
    await name.fill("Turned \u202E round");
    await press("Publish …");
    await confirm();
    await page.getByText("must not contain U+202E").first().waitFor();
    const refusedField = page.locator("input[aria-invalid=true]");
    await refusedField.fill("Turned round");
    await refusedField.waitFor({ state: "detached" });
    // The folded fields stay open while theirs is put right.
    expect(await page.locator("input:focus").isVisible()).toBe(true);
    await press("Discard …");
    await page.getByRole("button", { name: "Discard", exact: true }).press("Enter");
    expect(await stageNames()).toEqual(["Board", "Legal"]);
  });

  it("shows what somebody else published meanwhile before anything is overwritten [ROUTE-1]", async () => {
    await field("Description").fill("Mine");
    await world.ask(
      admin,
      `mutation Rename($id: ID!) { updateWorkflow(id: $id, input: { name: "Theirs" }) { _id } }`,
      { id },
    );
    await press("Publish …");
    await confirm();
    await dialog().getByText("Somebody else has changed this rule meanwhile").waitFor();
    expect(await stored()).toMatchObject({ name: "Theirs", description: null });
    await dialog().locator("del", { hasText: "Theirs" }).waitFor();
    await dialog().getByRole("button", { name: "Cancel" }).press("Enter");
    await field("Name").fill("Theirs");
    await publish();
    expect(await stored()).toMatchObject({ name: "Theirs", description: "Mine" });
  });

  it("goes on showing what was published until it is read again [CON-2]", async () => {
    const asked = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    await page.route("**/graphql", async (route) => {
      if (route.request().postData()?.includes("query WorkflowToEdit")) {
        asked.resolve();
        await held.promise;
      }
      await route.continue();
    });
    onTestFinished(async () => {
      held.resolve();
      await page.unroute("**/graphql");
    });
    await field("Description").fill("Saved at once");
    await press("Publish …");
    await confirm();
    await asked.promise;
    expect(await field("Description").inputValue()).toBe("Saved at once");
    held.resolve();
    await page.getByText("Unsaved changes").waitFor({ state: "detached" });
    expect(await field("Description").inputValue()).toBe("Saved at once");
  });

  it("says what the settings do when an approver submits, also before a stage is published [CON-2]", async () => {
    await world.ask(
      admin,
      "mutation { updateApprovalSettings(input: { submitterNeverDecides: true }) { version } }",
    );
    await page.reload();
    const finding = page.getByText(/submitterNeverDecides: nobody can complete stage "Legal"/u);
    await finding.waitFor();
    await more("Legal");
    await alsoAsk("Legal", manager);
    await finding.waitFor({ state: "detached" });
    await press("Discard …");
    await page.getByRole("button", { name: "Discard", exact: true }).press("Enter");
    await finding.waitFor();
  });

  it("is free of violations in the dark, and fits 320 pixels in German [CON-6]", async () => {
    const phone = await world.openAs(admin, undefined, `rules/workflows/${id}?locale=de`);
    await phone.setViewportSize({ width: 320, height: 640 });
    await phone.emulateMedia({ colorScheme: "dark" });
    await phone.getByRole("heading", { name: "Wer gefragt wird" }).waitFor();
    expect(await sidewaysOn(phone)).toEqual([]);
    expect(await violationsOn(phone)).toEqual([]);
    await phone.close();
  });

  it("is deleted at the second press [CON-2]", async () => {
    await press("Delete …");
    await page.getByRole("button", { name: "Delete", exact: true }).press("Enter");
    await page.getByRole("link", { name: /Large sales orders/u }).waitFor();
    expect(await page.getByRole("link", { name: "Theirs" }).count()).toBe(0);
  });

  it("leads to the rule that asks by it, whose description and state are saved by themselves [ONE-6]", async () => {
    await page.getByRole("link", { name: /Large sales orders.*asked by a rule: Sales order/su }).click();
    await page.waitForURL(/\/rules\/SalesOrder\/[\da-f]{24}$/u);
    await page.locator("summary", { hasText: "Name, description and state" }).click();
    expect(await field("Name").inputValue()).toBe("Large sales orders");
    await field("Description").fill("For the quarter");
    await press("Save");
    const described = async () =>
      (await world.ask<Described>(admin, DESCRIPTION)).workflowPage.data.map(
        ({ description }) => description,
      );
    await expect.poll(described).toEqual(["For the quarter"]);
    const [workflow] = (await world.ask<Described>(admin, DESCRIPTION)).workflowPage.data;
    await goTo(page, `rules/workflows/${workflow!._id}`);
    await page.waitForURL(/\/rules\/SalesOrder\/[\da-f]{24}$/u);
  });
});

import { newId } from "@countersign/mongo";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { copyRecord } from "./copies.ts";
import { HOSTILE, LABEL, NAME_MAX, TURNED, hostile, isolateText, looseOn } from "./hostile.ts";
import { choose as command, fillDay, goTo, pickPerson, sidewaysAt } from "./layout.ts";
import { createWorkflow, submitTo } from "./submit.ts";

const { admin, employee, manager, head, hr } = DEMO_PEOPLE;
const REMARK_MAX = 2_000;
const FACTS = 40;
/** More workflows than a list to choose from shows. */
const MANY_WORKFLOWS = 100;

/** A text of several lines may turn its own letters. */
const reasonOf = (what: string) => `${what}: ${HOSTILE}\u202E${TURNED}`;
/** No number, however it is read. */
const NUMBERLESS = [hostile(NAME_MAX), "9".repeat(400), "-1", TURNED];

describe("texts that people write", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  const refId = newId();
  let workflowId: string;
  let page: Page;
  beforeAll(async () => {
    const created = await world.ask<{ createWorkflow: { _id: string } }>(
      admin,
      "mutation New($input: CreateWorkflowInput!) { createWorkflow(input: $input) { _id } }",
      { input: { name: hostile(NAME_MAX), description: HOSTILE, status: "IN_PROGRESS" } },
    );
    workflowId = created.createWorkflow._id;
    for (const [order, { userId }] of [admin, manager].entries()) {
      await world.ask(
        admin,
        "mutation New($input: CreateWorkflowStageInput!) { createWorkflowStage(input: $input) { _id } }",
        { input: { workflowId, name: hostile(NAME_MAX), order, approverIds: [userId] } },
      );
    }
    const facts = Array.from({ length: FACTS }, (_, at) => ({
      key: `fact${at}`,
      label: `${at} ${HOSTILE}`.slice(0, 60),
      type: "TEXT",
      value: hostile(at === 0 ? 500 : 200),
    }));
    const document = {
      title: hostile(NAME_MAX),
      amount: "999999999999.999",
      currency: "EUR",
      url: "https://example.com/document",
      attachments: [{ name: hostile(NAME_MAX), url: "https://example.com/file" }],
      facts,
    };
    await world.ask(
      employee,
      "mutation New($input: NewWorkflowTaskInput!) { newWorkflowTask(input: $input) }",
      {
        input: { workflowId, refId, kind: "PurchaseOrder", ref: hostile(NAME_MAX), document },
      },
    );
    await world.ask(
      admin,
      "mutation New($input: CreateSubstitutionInput!) { createSubstitution(input: $input) { _id } }",
      {
        input: {
          substituteId: head.userId,
          fromDate: "2027-08-02",
          untilDate: "2027-08-20",
          timeZone: "Europe/Berlin",
          reason: hostile(NAME_MAX),
        },
      },
    );
    await world.send(admin, "hr-service", "PATCH", `/api/users/${employee.userId}`, {
      name: hostile(NAME_MAX),
    });
    page = await world.openAs(admin);
  });
  afterAll(() => page.close());

  it("hold every layout at any width: of an inbox, a document and people [CON-6] [CON-8]", async () => {
    const places = ["nowhere", "inbox", `documents/${refId}`, `inbox/${refId}`, "people", "notifications"];
    expect(await sidewaysAt(page, places)).toEqual([]);
  });

  it("hold every layout at any width: of what somebody submitted [CON-6] [CON-8]", async () => {
    const nora = await world.openAs(employee);
    const found = await sidewaysAt(nora, ["nowhere", "requests", "notifications"]);
    await nora.close();
    expect(found).toEqual([]);
  });

  it("hold every layout at any width: of rules and the audit trail [CON-6] [CON-8]", async () => {
    const workflow = `rules/workflows/${workflowId}`;
    const places = ["nowhere", "rules/workflows", workflow, "rules/SalesQuotation", "audit"];
    expect(await sidewaysAt(page, places)).toEqual([]);
  });

  it("are shown as they are [CON-6] [CON-8]", async () => {
    await goTo(page, `documents/${refId}`);
    expect(await page.locator("dt").count()).toBe(FACTS);
    expect(await page.getByText("<script>hacked = 1</script>").count()).toBeGreaterThan(FACTS);
    expect(await page.evaluate("'hacked' in window")).toBe(false);
  });

  it("turn no text but their own [CON-6]", async () => {
    const loose: string[] = [];
    for (const place of ["nowhere", "inbox", `documents/${refId}`, "rules/workflows", "people"]) {
      await goTo(page, place);
      loose.push(...(await looseOn(page)).map((text) => `${place}: ${text}`));
    }
    expect(loose).toEqual([]);
  });

  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  /** By a key: a pointer confirms only half a second after it armed. */
  const confirm = (name: string) => page.getByRole("button", { name, exact: true }).press("Enter");
  const choose = async (field: RegExp, option: string) => {
    await page.getByRole("button", { name: field }).first().click();
    await page.getByRole("option", { name: option }).first().click();
  };
  const field = (label: string) => page.getByLabel(label, { exact: true });
  /** Waits until a field says what is wrong with it, and finds in it what was typed. */
  const isRefused = async (label: string, text: string, message: string) => {
    await field(label).locator("..").getByText(message).waitFor();
    expect(await field(label).getAttribute("aria-invalid"), label).toBe("true");
    expect(await field(label).inputValue(), label).toBe(text);
  };
  const runsNothing = async () => expect(await page.evaluate("'hacked' in window")).toBe(false);

  it("stay in a field for a number, which says what it wants, also on another page and back", async () => {
    await goTo(page, "rules/Leave/policy");
    const refuses = async (label: string, text: string, message: string) => {
      await field(label).fill(text);
      await press("Save");
      await isRefused(label, text, message);
    };
    const needed = page.getByRole("combobox", { name: "Approvals needed" }).first();
    await needed.fill("A share in percent");
    await page.getByRole("option", { name: "A share in percent" }).click();
    for (const text of [...NUMBERLESS, "1.5", "9,999,999,999", HOSTILE]) {
      await refuses("Percent", text, "Give a whole number from 1, as a share up to 100.");
    }
    await goTo(page, "rules/SalesQuotation/new");
    const condition = (name: string) =>
      page.getByRole("group", { name, exact: true }).getByRole("textbox").first();
    for (const [name, message] of [
      ["Total above", "Give an amount of 0 or more."],
      ["Discount above", "Give a percentage of 0 or more."],
    ] as const) {
      await press("Add condition");
      await page.getByRole("menuitem", { name }).click();
      for (const text of NUMBERLESS) {
        await condition(name).fill(text);
        await press("Publish …");
        await page.getByText(message).waitFor();
        expect(await condition(name).inputValue()).toBe(text);
        await condition(name).fill("");
      }
    }
    await condition("Total above").fill(HOSTILE);
    await condition("Discount above").fill(TURNED);
    await goTo(page, "rules/Leave/policy");
    expect(await field("Percent").inputValue()).toBe(HOSTILE);
    await press("Discard");
    await goTo(page, "rules/SalesQuotation/new");
    expect(await condition("Total above").inputValue()).toBe(HOSTILE);
    expect(await condition("Discount above").inputValue()).toBe(TURNED);
    await press("Discard …");
    await confirm("Discard");
    await runsNothing();
  });

  it("name the workflow of a rule, which is searched for and shown as text [CON-8]", async () => {
    await copyRecord(world, "workflows", workflowId, MANY_WORKFLOWS, (number) => ({
      name: `Copy ${number}`,
    }));
    await goTo(page, "nowhere");
    await goTo(page, "rules/SalesOrder");
    await page.getByRole("link", { name: /^When a sales order/u }).click();
    await page.getByText("Name, description and state").click();
    await field("Search by name or reference").fill(hostile(NAME_MAX));
    await choose(/Workflow$/u, hostile(NAME_MAX));
    await page.getByRole("button", { name: hostile(NAME_MAX) }).waitFor();
    expect(await looseOn(page)).toEqual([]);
    await press("Use this workflow");
    await expect.poll(() => field("Name").inputValue()).toBe(hostile(NAME_MAX));
    expect(await sidewaysAt(page, ["nowhere", "rules/SalesOrder", "rules"])).toEqual([]);
    expect(await looseOn(page)).toEqual([]);
    await runsNothing();
  });

  const label = `Groups of ${isolateText(hostile(NAME_MAX))}`;
  let place: string;
  const publish = async () => {
    await press("Publish …");
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).press("Enter");
  };
  const discard = async () => {
    await press("Discard …");
    await confirm("Discard");
  };

  it("are saved from every field of a workflow and of its stages, and shown again [CON-8]", async () => {
    await goTo(page, "rules/workflows");
    await field("Search by name or reference").fill(HOSTILE);
    await press("New workflow");
    await field("Name").fill(hostile(NAME_MAX));
    await field("Description").fill(`${HOSTILE}\u202E\n${hostile(1_000)}`);
    await press("Add stage");
    await page.getByRole("menuitem", { name: "Person", exact: true }).click();
    await pickPerson(page, "Person", hostile(NAME_MAX), { name: hostile(NAME_MAX) });
    await page.locator("summary", { hasText: "More settings" }).click();
    await field("Name of the stage").fill(hostile(NAME_MAX));
    await field(label).last().fill(LABEL);
    await press("Publish …");
    await page.getByRole("dialog").getByText(HOSTILE).first().waitFor();
    expect(await looseOn(page)).toEqual([]);
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).press("Enter");
    await page.getByText("Version 1", { exact: true }).waitFor();
    place = page.url().split("/console/")[1]!;
    await goTo(page, "nowhere");
    await goTo(page, place);
    await page.locator("summary", { hasText: "More settings" }).click();
    expect(await field("Name").inputValue()).toBe(hostile(NAME_MAX));
    expect(await field("Description").inputValue()).toBe(`${HOSTILE}\u202E\n${hostile(1_000)}`);
    expect(await field("Name of the stage").inputValue()).toBe(hostile(NAME_MAX));
    await page.getByRole("button", { name: `Remove the group ${isolateText(LABEL)}` }).waitFor();
    expect(await looseOn(page)).toEqual([]);
    expect(await sidewaysAt(page, ["nowhere", place])).toEqual([]);
    await runsNothing();
  });

  it("are refused in one field of a workflow after the other, and stay there [CON-8]", async () => {
    for (const name of ["Name", "Name of the stage"]) {
      if (name !== "Name") await page.locator("summary", { hasText: "More settings" }).click();
      await field(name).fill(TURNED);
      await publish();
      await isRefused(name, TURNED, "must not contain U+202E");
      await discard();
    }
    await field(label).last().fill(TURNED);
    await publish();
    await page.getByRole("group", { name: label }).getByText("must not contain U+202E").waitFor();
    await page.getByRole("button", { name: `Remove the group ${isolateText(TURNED)}` }).waitFor();
    await discard();
  });

  it("stay in the field for a number of a workflow, also on another page and back", async () => {
    await pickPerson(page, "Approvals needed", "A share in percent", { name: "A share in percent" });
    await field("Percent").fill(HOSTILE);
    await press("Publish …");
    await isRefused("Percent", HOSTILE, "Give a whole number from 1, as a share up to 100.");
    await goTo(page, "nowhere");
    await goTo(page, place);
    expect(await field("Percent").inputValue()).toBe(HOSTILE);
    await discard();
  });

  it("stay in their field of a new workflow where the engine refuses them", async () => {
    await goTo(page, "rules/workflows/new");
    await field("Name").fill(TURNED);
    await press("Add stage");
    await page.getByRole("menuitem", { name: "Submitter’s manager", exact: true }).click();
    await publish();
    await isRefused("Name", TURNED, "must not contain U+202E");
    await discard();
  });

  it("are labels of the settings, and a reason for being away [CON-8]", async () => {
    await goTo(page, "settings");
    await press("Add a fallback approver");
    await field("Add a fallback approver").fill(`${TURNED}${HOSTILE}`);
    await page.getByRole("option", { name: "Nothing matches" }).waitFor();
    await page.keyboard.press("Escape");
    await press("Add a set");
    for (const text of [LABEL, TURNED]) {
      await field("Groups of set 1").last().fill(text);
      await page.keyboard.press("Enter");
    }
    await press("Save");
    await page.getByText("must not contain U+202E").waitFor();
    await page.getByRole("button", { name: `Remove the group ${isolateText(TURNED)}` }).click();
    await field("Groups of set 1").last().fill("finance");
    await press("Save");
    await page.getByRole("button", { name: "Save", exact: true }).waitFor({ state: "detached" });
    await goTo(page, "nowhere");
    await goTo(page, "settings");
    await page.getByRole("button", { name: `Remove the group ${isolateText(LABEL)}` }).waitFor();
    expect(await looseOn(page)).toEqual([]);

    await goTo(page, "people");
    await pickPerson(page, "Who decides in your place", hr.name, hr);
    await fillDay(page, "From", "2028-08-02");
    await fillDay(page, "Until, this day included", "2028-08-03");
    await field("Reason (optional)").fill(reasonOf("Away"));
    await press("Save");
    const entry = page
      .getByRole("listitem")
      .filter({ hasText: reasonOf("Away") })
      .first();
    // Saved: another page asks for the list once.
    await entry.waitFor();
    for (const place of ["people?tab=absences", "people"]) {
      await goTo(page, "nowhere");
      await goTo(page, place);
      await entry.waitFor();
      expect(await looseOn(page), place).toEqual([]);
    }
    await runsNothing();
  });

  it("are reasons of every command on a document, and remarks, shown in its timeline [CON-8]", async () => {
    const stage = { name: LABEL, approvers: [admin] };
    const twoStages = await createWorkflow(world, [stage, { name: "Second", approvers: [manager] }]);
    const commanded = await submitTo(world, twoStages, { title: "Every command" });
    const rejected = await submitTo(world, twoStages, { title: "Among many" });
    await goTo(page, `documents/${commanded}`);
    await command(page, /^Add an approver to “\u2068?<script>/u);
    await page.getByRole("combobox", { name: "Whom to ask" }).fill(head.name);
    await page.getByRole("option", { name: head.name }).click();
    await field("Reason (optional)").fill(reasonOf("Asked"));
    await confirm("Add");
    await page.getByText(reasonOf("Asked")).first().waitFor();
    await page.getByRole("button", { name: `Reassign … (${head.name})` }).click();
    await page.getByRole("combobox", { name: "Who decides instead" }).fill(hr.name);
    await page.getByRole("option", { name: hr.name }).click();
    await field("Reason").fill(reasonOf("Reassigned"));
    await confirm("Reassign");
    await page.getByText(reasonOf("Reassigned")).first().waitFor();
    await press("Approve");
    await field("Note").fill(reasonOf("Approved"));
    await confirm("Confirm approval");
    await page.getByText(reasonOf("Approved")).first().waitFor();
    await command(page, "Recall …");
    await field("Reason").fill(reasonOf("Recalled"));
    await confirm("Recall");
    await page.getByText(reasonOf("Recalled")).first().waitFor();
    expect(await looseOn(page)).toEqual([]);
    expect(await sidewaysAt(page, ["nowhere", `documents/${commanded}`])).toEqual([]);

    await goTo(page, "inbox");
    await page.getByRole("searchbox").fill(`${hostile(NAME_MAX - 9)} nowhere?`);
    await page.getByText("Nothing that waits for you matches").waitFor();
    await page.getByRole("searchbox").fill("Among many");
    await page.locator("[data-row]").filter({ hasText: "Among many" }).waitFor();
    await page.getByText("Select all shown").click();
    await page.getByRole("group", { name: "Decide on many" }).getByText("Reject …").click();
    await field("Reason, for all of them").fill(reasonOf("Rejected"));
    await confirm("Reject 1");
    await page.getByRole("status").filter({ hasText: "1 document rejected" }).waitFor();
    await goTo(page, `documents/${rejected}`);
    await page.getByText(reasonOf("Rejected")).first().waitFor();
    expect(await looseOn(page)).toEqual([]);
    await runsNothing();
  });

  it("reach the engine as they were pasted, 2,000 characters of them, without their formatting", async () => {
    const line = "Fine with me. ";
    const remark = `Two lines:\n${line.repeat(REMARK_MAX)}`.slice(0, REMARK_MAX - 1) + ".";
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await goTo(page, "nowhere");
    await goTo(page, `inbox/${refId}`);
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await page.evaluate(`navigator.clipboard.write([new ClipboardItem({
      "text/plain": new Blob([${JSON.stringify(remark)}], { type: "text/plain" }),
      "text/html": new Blob(["<b>" + ${JSON.stringify(remark)} + "</b>"], { type: "text/html" }),
    })])`);
    const field = page.getByRole("textbox", { name: "Note" });
    await field.press("Control+v");
    await expect.poll(() => field.inputValue()).toBe(remark);
    await field.press("x");
    await page.getByText("At most 2,000 characters.").waitFor();
    expect(await field.inputValue()).toBe(`${remark}x`);
    await page.keyboard.press("Control+Enter");
    await field.press("Backspace");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("status").filter({ hasText: "Approved" }).waitFor();
    const { workflowEvents } = await world.ask<{
      workflowEvents: { event: string; metadata: { remark: string | null } }[];
    }>(admin, "query Events($refId: ID!) { workflowEvents(refId: $refId) { event metadata { remark } } }", {
      refId,
    });
    expect(workflowEvents.find(({ event }) => event === "APPROVED")?.metadata.remark).toBe(remark);
    expect(await page.evaluate("'hacked' in window")).toBe(false);
  });
});

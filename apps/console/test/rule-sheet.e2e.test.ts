import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "@countersign/mongo";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { violationsOn } from "./axe.ts";
import { goTo, pickPerson, sidewaysOn } from "./layout.ts";

const { admin, employee, head, manager } = DEMO_PEOPLE;
const SAVE = "mutation ($input: SaveRuleInput!) { saveRule(input: $input) { id } }";
const PUBLISH = "mutation ($id: ID!) { publishRule(id: $id) { id } }";
const SWITCH =
  "mutation ($id: ID!, $enabled: Boolean!) { switchRule(input: { id: $id, enabled: $enabled }) { id } }";
const CREATE_GROUP = "mutation ($input: CreateUserGroupInput!) { createUserGroup(input: $input) { _id } }";
const RULES = "{ approvalRules(kind: Contract) { id version order } }";

const AUDIT =
  '{ auditLogPage(input: { entity: "approval_rules", take: 1 }) { data { action changeNote { note documents changed } } } }';

interface Audit {
  auditLogPage: { data: { action: string; changeNote: { documents: number } | null }[] };
}

interface Rules {
  approvalRules: { id: string; version: number; order: number }[];
}

describe("the sheet before a change of rules", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld({ DOCUMENT_KINDS: "legal:Contract" });
  let page: Page;
  /** Asks the head above 10,000. */
  let high: string;
  /** Asks the manager above 1,000. */
  let low: string;

  const save = async (amountAbove: string, userId: string, fields: object = {}) => {
    const stages = [{ name: "Approval", approvers: [{ approverId: userId }] }];
    const input = { kind: "Contract", amountAbove, currency: "EUR", stages, ...fields };
    return (await world.ask<{ saveRule: { id: string } }>(admin, SAVE, { input })).saveRule.id;
  };
  const rules = async () => (await world.ask<Rules>(admin, RULES)).approvalRules;
  const order = async () => (await rules()).map(({ id }) => id);
  const newestNote = async () => (await world.ask<Audit>(admin, AUDIT)).auditLogPage.data[0];
  const dialog = () => page.getByRole("dialog");
  const replay = () => dialog().getByRole("region", { name: "The last 90 days by these rules" });
  const showPublishSheet = async () => {
    await page.reload();
    await page.getByRole("button", { name: "Publish …" }).press("Enter");
    await replay().getByText("2 documents").waitFor();
  };

  beforeAll(async () => {
    high = await save("10000", head.userId);
    await world.ask(admin, PUBLISH, { id: high });
    low = await save("1000", manager.userId);
    await world.ask(admin, PUBLISH, { id: low });
    const { publicUrl } = world.platform.services.find(({ name }) => name === "approval-engine")!;
    const headers = {
      authorization: `Bearer ${await world.tokenOfOwner("legal")}`,
      "content-type": "application/json",
    };
    for (const [ref, title, amount] of [
      ["C-SMALL", "Small chairs", "2000"],
      ["C-LARGE", "Large chairs", "50000"],
    ] as const) {
      const body = JSON.stringify({
        kind: "Contract",
        refId: newId(),
        ref,
        submitterId: employee.userId,
        document: { title, amount, currency: "EUR" },
      });
      const answer = await fetch(`${publicUrl}/api/v1/documents`, {
        method: "POST",
        headers: { ...headers, "idempotency-key": ref },
        body,
      });
      if (!answer.ok) throw new Error(await answer.text());
    }
    page = await world.openAs(admin, { viewport: { width: 1440, height: 900 } }, "rules/Contract");
  });
  afterAll(() => page.context().close());

  it("shows what a move would have done, moves at the second press, and undoes it [HIST-1] [HIST-2]", async () => {
    await page
      .getByRole("button", { name: /^Move .* down$/u })
      .first()
      .press("Enter");
    await replay().getByText("1 of 2 documents of the last 90 days would go another way").waitFor();
    const examples = replay().locator("[data-changed]");
    expect(await examples.count()).toBe(1);
    expect((await examples.innerText()).replaceAll(/\s+/gu, " ")).toBe(
      `Large chairs · €50,000.00 Until now: Approval: ${head.name} From now on: Approval: ${manager.name}`,
    );
    await replay()
      .getByText(/^“.*10,000.*” would never apply.*comes earlier.*1,000/u)
      .waitFor();
    expect(await violationsOn(page)).toEqual([]);
    expect(await order()).toEqual([high, low]);
    await dialog().getByRole("button", { name: "Cancel" }).press("Enter");
    await dialog().waitFor({ state: "detached" });
    expect(await order()).toEqual([high, low]);

    await page
      .getByRole("button", { name: /^Move .* down$/u })
      .first()
      .press("Enter");
    await replay().getByText("1 of 2 documents").waitFor();
    await dialog().getByRole("button", { name: "Move" }).press("Enter");
    const undo = page.getByRole("button", { name: "Undo the move" });
    await undo.and(page.locator(":focus")).waitFor();
    expect(await order()).toEqual([low, high]);
    expect((await rules()).map(({ version }) => version)).toEqual([1, 1]);
    await undo.press("Enter");
    await undo.waitFor({ state: "detached" });
    await page.locator("h1:focus").waitFor();
    expect(await order()).toEqual([high, low]);
  });

  it("shows what a draft would have done before it is published [HIST-1] [HIST-2]", async () => {
    await save("60000", head.userId, { id: high });
    await goTo(page, `rules/Contract/${high}`);
    await page.getByRole("button", { name: "Publish …" }).press("Enter");
    await replay().getByText("1 of 2 documents of the last 90 days would go another way").waitFor();
    expect(await replay().locator("[data-changed]").innerText()).toContain("Large chairs");
    expect(await violationsOn(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await sidewaysOn(page)).toEqual([]);
    await dialog().getByRole("textbox", { name: "Note", exact: true }).fill("Asked for by the board");
    await dialog().getByRole("button", { name: "Publish" }).press("Enter");
    const newest = page.getByRole("listitem").filter({ hasText: "Version 2" });
    await newest.getByText("Asked for by the board").waitFor();
    await newest.getByText("1 of 2 documents before it would have gone another way.").waitFor();
    expect((await newestNote())?.changeNote).toMatchObject({ note: "Asked for by the board", changed: 1 });
  });

  it("shows what switching off, switching on and deleting would have done, and keeps it [HIST-2]", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await goTo(page, `rules/Contract/${low}`);
    await page.getByRole("button", { name: "Switch off …" }).press("Enter");
    await replay().getByText("2 of 2 documents of the last 90 days would go another way").waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await dialog().getByRole("button", { name: "Cancel" }).press("Enter");
    expect((await newestNote())?.action).toBe("publish");
    await page.getByRole("button", { name: "Switch off …" }).press("Enter");
    await replay().getByText("2 of 2 documents").waitFor();
    await dialog().getByRole("textbox", { name: "Note", exact: true }).fill("Not needed");
    await dialog().getByRole("button", { name: "Switch off" }).press("Enter");
    await dialog().waitFor({ state: "detached" });
    await page.getByText("Switched off", { exact: true }).waitFor();
    expect(await newestNote()).toMatchObject({
      action: "switch",
      changeNote: { note: "Not needed", documents: 2, changed: 2 },
    });
    await page.getByRole("button", { name: "Switch on …" }).press("Enter");
    await replay().getByText("2 of 2 documents").waitFor();
    await dialog().getByRole("button", { name: "Switch on" }).press("Enter");
    await page.getByRole("button", { name: "Switch off …" }).press("Enter");
    await replay().getByText("2 of 2 documents").waitFor();
    await dialog().getByRole("button", { name: "Switch off" }).press("Enter");
    await page.getByRole("button", { name: "Delete …" }).press("Enter");
    await replay().getByText("0 of 2 documents").waitFor();
    expect(await order()).toContain(low);
    await dialog().getByRole("button", { name: "Delete" }).press("Enter");
    await page.getByRole("button", { name: "New rule" }).waitFor();
    expect(await order()).toEqual([high]);
    expect(await newestNote()).toMatchObject({ action: "delete", changeNote: { documents: 2, changed: 0 } });
  });

  it("deletes nothing once the rules are others than those that it shows [HIST-2]", async () => {
    await world.ask(admin, SWITCH, { id: high, enabled: false });
    await goTo(page, `rules/Contract/${high}`);
    await page.getByRole("button", { name: "Delete …" }).press("Enter");
    await replay().getByText("2 documents").waitFor();
    const added = await save("5", manager.userId);
    await world.ask(admin, PUBLISH, { id: added });
    await dialog().getByRole("button", { name: "Delete" }).press("Enter");
    await dialog().getByText("The rules have changed since they were shown").waitFor();
    expect(await order()).toContain(high);
  });

  it("says that a draft switches its rule, which a switch since it was saved does not make it do [HIST-2]", async () => {
    const switches = dialog().getByText("Publishing also switches this rule on");
    await world.ask(admin, SWITCH, { id: high, enabled: true });
    await save("70000", head.userId, { id: high, enabled: true });
    await world.ask(admin, SWITCH, { id: high, enabled: false });
    await showPublishSheet();
    expect(await switches.count()).toBe(0);
    await save("70000", head.userId, { id: high, enabled: true });
    await showPublishSheet();
    expect(await switches.count()).toBe(1);
  });

  it("shows what a group would have done before it holds, and keeps it [HIST-1] [HIST-2]", async () => {
    type Created = Record<string, { _id: string }>;
    const { createUserGroup: group } = await world.ask<Created>(admin, CREATE_GROUP, {
      input: { name: "Lawyers", memberIds: [head.userId] },
    });
    const stages = [{ name: "Lawyers", approvers: [{ source: { groupId: group!._id } }] }];
    const id = await save("500", head.userId, { stages, order: 1 });
    await world.ask(admin, PUBLISH, { id });
    await goTo(page, "people?tab=groups");
    await page.getByRole("button", { name: "Edit the group Lawyers" }).press("Enter");
    await pickPerson(page, "Add a person", "milan", manager);
    await page.getByRole("button", { name: "Save" }).press("Enter");
    await dialog().getByRole("listitem").filter({ hasText: "Contract" }).waitFor();
    await replay()
      .getByText(/^[12] of 2 documents of the last 90 days would go another way/u)
      .waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 720 });
    expect(await sidewaysOn(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog().getByRole("textbox", { name: "Note" }).fill("Milan joins");
    await dialog().getByRole("button", { name: "Save" }).press("Enter");
    await page.getByText(`${head.name}, ${manager.name}`, { exact: true }).waitFor();
    const { auditLogPage } = await world.ask<Audit>(admin, AUDIT.replace("approval_rules", "user_groups"));
    expect(auditLogPage.data[0]).toMatchObject({
      action: "update",
      changeNote: { note: "Milan joins", documents: 2 },
    });
    await page.getByRole("button", { name: "Edit the group Lawyers" }).press("Enter");
    await page.getByRole("button", { name: "Delete …" }).press("Enter");
    await page.getByRole("button", { name: "Delete", exact: true }).press("Enter");
    await replay().getByText("nobody is asked").first().waitFor();
    await dialog().getByRole("button", { name: "Delete" }).press("Enter");
    await page.getByRole("heading", { name: "Lawyers" }).waitFor({ state: "detached" });
  });
});

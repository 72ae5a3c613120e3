import { setTimeout } from "node:timers/promises";
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { violationsOn } from "./axe.ts";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { createWorkflow, submitTo } from "./submit.ts";

const { employee, manager, head } = DEMO_PEOPLE;
const DECIDE = `mutation Decide($input: UpdateWorkflowApprovalStatusInput!) {
  updateWorkflowApprovalStatus(input: $input) }`;

describe("the inbox, for many documents", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let ids: string[];
  let page: Page;
  /** Five documents in each test, of which one is decided by itself. */
  beforeEach(async () => {
    const workflowId = await createWorkflow(world, [{ name: "Budget", approvers: [manager] }]);
    const alone = await createWorkflow(world, [{ name: "Alone", approvers: [manager], bulk: false }]);
    ids = [
      await submitTo(world, workflowId, { title: "Desks", amount: "1200.10", currency: "EUR" }),
      await submitTo(world, workflowId, { title: "Chairs", amount: "0.20", currency: "EUR" }),
      await submitTo(world, workflowId, { title: "Laptops", amount: "8200", currency: "USD" }),
      await submitTo(world, workflowId, { title: "Advice" }),
      await submitTo(world, alone, { title: "Lawyer", amount: "99000", currency: "EUR" }),
    ];
    page = await world.openAs(manager, undefined, "inbox");
    await row("Desks").waitFor();
    return async () => {
      await page.close();
      const { inboxPage } = await world.ask<{ inboxPage: { data: { _id: string }[] } }>(
        manager,
        "{ inboxPage(input: { take: 50 }) { data { _id } } }",
      );
      for (const { _id: taskId } of inboxPage.data) {
        await world.ask(manager, DECIDE, { input: { taskId, status: "APPROVED" } });
      }
    };
  });
  const row = (name: string) => page.locator("[data-row]").filter({ hasText: name });
  const select = (name: string) =>
    page
      .locator("label")
      .filter({ hasText: `Select ${name}` })
      .click();
  const button = (name: string | RegExp) => page.getByRole("button", { name });
  const toolbar = () => page.getByRole("group", { name: "Decide on many" });
  const dialog = () => page.getByRole("dialog");
  const announced = (text: string) => page.getByRole("status").filter({ hasText: text }).waitFor();
  const decideElsewhere = async (refId: string, status: "APPROVED" | "REJECTED") => {
    const { runTasks } = await world.ask<{ runTasks: { _id: string }[] }>(
      manager,
      "query Run($refId: ID!) { runTasks(refId: $refId) { _id } }",
      { refId },
    );
    await world.ask(manager, DECIDE, { input: { taskId: runTasks[0]!._id, status } });
  };

  it("asks only once it knows whether verdicts are held, and sends them where they are not [CON-11]", async () => {
    await page.route("**/graphql", async (route) => {
      if (route.request().postData()?.includes("Grace")) await setTimeout(500);
      await route.continue();
    });
    await select("Desks");
    await select("Chairs");
    await page.keyboard.press("a");
    await button("Approve 2").press("Enter");
    await dialog().waitFor({ state: "detached" });
    // A held verdict could be undone.
    expect(await button("Undo").count()).toBe(0);
    await announced("2 documents approved");
  });

  it("selects by key and by mouse, confirms count and sums, and approves all at once [CON-5]", async () => {
    await row("Desks").focus();
    await page.keyboard.press("x");
    await select("Chairs");
    await select("Laptops");
    await select("Advice");
    await toolbar().getByText("4 selected").waitFor();
    await page.keyboard.press("a");
    await dialog().getByRole("heading", { name: "Approve 4 documents?" }).waitFor();
    const sums = await dialog().getByRole("list", { name: "Sums" }).getByRole("listitem").allInnerTexts();
    expect(sums).toEqual(["€1,200.30", "$8,200.00", "1 without an amount"]);
    for (const [name, text] of [
      ["Kinds", "Purchase requisition"],
      ["Submitters", employee.name],
    ] as const) {
      await dialog().getByRole("list", { name }).getByText(text).waitFor();
    }
    expect(await violationsOn(page)).toEqual([]);
    await page.keyboard.press("Control+Enter");
    await announced("4 documents approved");
    await row("Desks").waitFor({ state: "detached" });
    expect(await page.locator("[data-row]").count()).toBe(1);
    await page.locator("[data-row]:focus").filter({ hasText: "Lawyer" }).waitFor();
    await page.getByRole("link", { name: "Inbox 1 waiting" }).waitFor();
    const { findMySubmissions } = await world.ask<{ findMySubmissions: { data: { status: string }[] } }>(
      employee,
      "{ findMySubmissions(input: { take: 5 }) { data { status } } }",
    );
    expect(findMySubmissions.data.filter(({ status }) => status === "APPROVED")).toHaveLength(4);
  });

  it("leaves out what is decided by itself, also when everything is selected [CTRL-6]", async () => {
    await toolbar().getByText("Select all shown").click();
    await toolbar().getByText("4 selected").waitFor();
    expect(await page.getByLabel("Lawyer is decided by itself").isDisabled()).toBe(true);
    await toolbar().getByText("4 selected").click();
    await toolbar().getByText("Select all shown").waitFor();
  });

  it("wants a reason for rejections, and says of each what became of it [CTRL-6] [CON-5]", async () => {
    await select("Desks");
    await select("Chairs");
    await button("Reject …").first().click();
    const confirm = button("Reject 2");
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByLabel("Reason, for all of them").fill("No budget");
    // Somebody is faster while the reader makes up their mind.
    await decideElsewhere(ids[0]!, "APPROVED");
    await confirm.press("Enter");
    await announced("1 rejected, 1 failed");
    const items = await dialog().getByRole("listitem").allInnerTexts();
    expect(items[0]).toContain("Desks");
    expect(items[0]).toMatch(/approved this on .+ at \d\d:\d\d\. Nothing of yours was sent\./u);
    expect(items[1]).toContain("Chairs");
    expect(items[1]).toContain("Rejected");
    await button("Close").click();
    await row("Chairs").waitFor({ state: "detached" });
    await row("Desks").filter({ hasText: "Decided by you in another window" }).waitFor();
  });

  it("keeps what was typed when nothing could be sent, and acts once when it is sent again [CTRL-1]", async () => {
    await select("Desks");
    await button("Reject …").first().click();
    await page.getByLabel("Reason, for all of them").fill("Too dear");
    const keys: string[] = [];
    // The engine decides, and its answer is lost on the way.
    await page.route("**/graphql", async (route) => {
      const { query, variables } = route.request().postDataJSON() as {
        query: string;
        variables: { input: { idempotencyKey: string } };
      };
      if (!query.includes("decideMany")) return route.continue();
      keys.push(variables.input.idempotencyKey);
      await route.fetch();
      return route.abort();
    });
    await button("Reject 1").press("Enter");
    await dialog().getByRole("alert").filter({ hasText: "nobody knows whether it has recorded" }).waitFor();
    expect(await page.getByLabel("Reason, for all of them").inputValue()).toBe("Too dear");
    await page.unroute("**/graphql");
    const sent = page.waitForRequest((request) => (request.postData() ?? "").includes("decideMany"));
    await button("Reject 1").press("Enter");
    expect((await sent).postData()).toContain(keys[0]);
    await announced("1 document rejected");
    expect(world.takeComplaints().join()).toContain("ERR_FAILED");
  });

  it("searches and narrows by kind in all that waits, by the engine [CON-4]", async () => {
    const { ref } = await world.submitLeave({ reason: "Sun" });
    await button("1 new, show").click();
    await row(ref).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("lapt");
    // Rows that the first letters find may come before.
    await expect
      .poll(() => page.locator("[data-row]").allInnerTexts())
      .toEqual([expect.stringContaining("Laptops")]);
    await page.getByRole("searchbox").fill("nobody has that");
    await page.getByText("Nothing that waits for you matches").waitFor();
    await page.getByRole("searchbox").fill("");
    await row("Desks").waitFor();
    await button(/^Every kind \(6\)/u).click();
    await page.getByRole("option", { name: "Leave (1)" }).click();
    await row("Desks").waitFor({ state: "detached" });
    await row(ref).waitFor();
    expect(await page.locator("[data-row]").count()).toBe(1);
  });

  it("names who decided elsewhere, and does not move meanwhile [CON-4]", async () => {
    const workflowId = await createWorkflow(world, [{ name: "Pair", approvers: [manager, head] }]);
    await submitTo(world, workflowId, { title: "Van" });
    await button("1 new, show").click();
    await row("Van").waitFor();
    const before = await page.locator("[data-row]").allInnerTexts();
    const helen = await world.openAs(head, undefined, "inbox");
    await helen.locator("[data-row]").filter({ hasText: "Van" }).click();
    await helen.getByRole("button", { name: "Approve", exact: true }).last().click();
    await helen.getByRole("button", { name: "Confirm approval" }).press("Enter");
    await row("Van")
      .filter({ hasText: `Decided by ${head.name}` })
      .waitFor();
    expect(await page.locator("[data-row]").count()).toBe(before.length);
    await helen.close();
  });
});

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { eachOf } from "./layout.ts";
import { createWorkflow, submitTo } from "./submit.ts";

const { admin, head, manager } = DEMO_PEOPLE;
const WAITING = 55;
const PAGE = 50;
/** Number of the document before which another was submitted, which is given to the reader later. */
const GIVEN = 40;
const TASKS = "query Tasks($refId: ID!) { runTasks(refId: $refId) { _id stageName askedAt } }";
const DECIDE =
  "mutation Decide($input: UpdateWorkflowApprovalStatusInput!) { updateWorkflowApprovalStatus(input: $input) }";
const REASSIGN = "mutation Reassign($input: ReassignApprovalInput!) { reassignApproval(input: $input) }";

interface Run {
  runTasks: { _id: string; stageName: string; askedAt: string | null }[];
}

describe("the inbox is in the order in which its reader was asked", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let page: Page;
  const refIds = { later: "", given: "" };
  beforeAll(async () => {
    const both = await createWorkflow(world, [
      { name: "First", approvers: [head] },
      { name: "Second", approvers: [manager] },
    ]);
    const ofHead = await createWorkflow(world, [{ name: "Alone", approvers: [head] }]);
    const own = await createWorkflow(world, [{ name: "Own", approvers: [manager] }]);
    refIds.later = await submitTo(world, both, { title: "Submitted long ago" });
    for (let n = 1; n <= WAITING; n += 1) {
      if (n === GIVEN) refIds.given = await submitTo(world, ofHead, { title: "Given away" });
      await submitTo(world, own, { title: `Number ${n}` });
    }
    page = await world.openAs(manager, {}, "inbox");
    await page
      .locator("[data-row]")
      .nth(PAGE - 1)
      .waitFor();
  });
  afterAll(() => page.context().close());
  const tasksOf = async (refId: string) => (await world.ask<Run>(head, TASKS, { refId })).runTasks;
  const shown = () => eachOf(page, "[data-row]", "element.querySelector('bdi').textContent");

  it("and calls nothing new that was asked before what is shown [CON-10]", async () => {
    const before = await shown();
    const counted = page.getByRole("link", { name: /^Inbox/u });
    const [task] = await tasksOf(refIds.given);
    await world.ask(admin, REASSIGN, {
      input: { taskId: task!._id, fromUserId: head.userId, toUserId: manager.userId, reason: "Away" },
    });
    await expect.poll(() => counted.textContent()).toContain(String(WAITING + 1));
    expect(await shown()).toEqual(before);
    expect(await page.getByRole("button", { name: /new, show/u }).count()).toBe(0);
  });

  it("so that what reaches a later stage is announced, and comes first with the time of that [CON-10]", async () => {
    const [first] = await tasksOf(refIds.later);
    await world.ask(head, DECIDE, { input: { taskId: first!._id, status: "APPROVED" } });
    await page.getByRole("button", { name: "1 new, show" }).click();
    const row = page.locator("[data-row]").first();
    await row.filter({ hasText: "Submitted long ago" }).waitFor();
    const [, second] = await tasksOf(refIds.later);
    expect(await row.locator("time").getAttribute("datetime")).toBe(second!.askedAt);
  });

  it("to its end, page by page [CON-10]", async () => {
    await page.getByRole("button", { name: "Show more" }).click();
    await expect.poll(async () => (await shown()).length).toBe(WAITING + 2);
    const titles = await shown();
    expect(titles.slice(1, 3)).toEqual([`Number ${WAITING}`, `Number ${WAITING - 1}`]);
    expect(titles[titles.indexOf(`Number ${GIVEN}`) + 1]).toBe("Given away");
    expect(titles.at(-1)).toBe("Number 1");
    expect(await page.getByRole("button", { name: "Show more" }).count()).toBe(0);
  });
});

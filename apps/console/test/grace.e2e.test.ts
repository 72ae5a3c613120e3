import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { violationsOn } from "./axe.ts";
import { eachOf, logOut } from "./layout.ts";
import { createWorkflow, submitTo } from "./submit.ts";

const { admin, manager, head } = DEMO_PEOPLE;
const TASKS = "query Run($refId: ID!) { runTasks(refId: $refId) { _id status approvals { remark } } }";
const DECIDE =
  "mutation Decide($input: UpdateWorkflowApprovalStatusInput!) { updateWorkflowApprovalStatus(input: $input) }";
const SETTINGS =
  "mutation Settings($input: UpdateApprovalSettingsInput!) { updateApprovalSettings(input: $input) { version } }";

interface Run {
  runTasks: { _id: string; status: string; approvals: { remark: string | null }[] }[];
}

describe("a confirmed verdict", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let workflowId: string;
  let page: Page;
  const sent: string[] = [];
  const open = async (): Promise<Page> => {
    const opened = await world.openAs(manager, {}, "inbox");
    opened.on("request", (request) => {
      const query = /mutation (\w+)/u.exec(request.postData() ?? "")?.[1];
      // Which revision somebody has looked at decides nothing.
      if (query !== undefined && query !== "MarkSeen") sent.push(query);
    });
    return opened;
  };
  const runOf = async (refId: string) => (await world.ask<Run>(admin, TASKS, { refId })).runTasks[0]!;
  const statusOf = async (refId: string) => (await runOf(refId)).status;
  const set = (input: object) => world.ask(admin, SETTINGS, { input });
  const shown = () => eachOf(page, "[data-row]", "element.querySelector('bdi').textContent");
  const row = (title: string) => page.locator("[data-row]").filter({ hasText: title });
  const ledger = () => page.getByRole("region", { name: "My decisions" });
  const strip = (text: string) => ledger().getByText(text, { exact: true }).first();
  /** The line of a document in the opened ledger. */
  const line = (title: string) =>
    page.getByRole("list", { name: "My decisions" }).getByRole("listitem").filter({ hasText: title });
  const openLedger = () => ledger().getByRole("button", { name: "My decisions" }).press("Enter");
  const undoLast = () => page.getByRole("button", { name: "Undo last" });
  /** Documents that wait for the manager, newest first on the page. */
  const submit = async (...titles: string[]): Promise<string[]> => {
    const refIds: string[] = [];
    for (const title of titles) refIds.push(await submitTo(world, workflowId, { title }));
    await page.reload();
    for (const title of titles) await row(title).waitFor();
    return refIds;
  };
  /** Opens a document by its row, and confirms a verdict on it by keys. */
  const decide = async (title: string, key: "a" | "r" = "a", note = "") => {
    await row(title).click();
    await page.getByRole("heading", { name: title, level: 1 }).waitFor();
    await page.getByRole("button", { name: "Approve", exact: true }).waitFor();
    await page.keyboard.press(key);
    await page.getByRole("textbox", { name: "Note" }).waitFor();
    await page.keyboard.type(note);
    await page.keyboard.press("Enter");
  };
  beforeAll(async () => {
    workflowId = await createWorkflow(world, [{ name: "Budget", approvers: [manager, head] }]);
    await set({ graceSeconds: 10 });
    page = await open();
  });
  afterAll(() => page.context().close());

  it("is held, and taken back without a trace [CON-11]", async () => {
    const [, desk] = await submit("Lamp", "Desk", "Chair");
    await decide("Desk", "a", "Fine");
    await strip("1 held").waitFor();
    expect((await shown()).slice(0, 2)).toEqual(["Chair", "Lamp"]);
    await page.getByRole("heading", { name: "Lamp", level: 1 }).waitFor();
    await undoLast().click();
    await expect.poll(async () => (await shown()).slice(0, 3)).toEqual(["Chair", "Desk", "Lamp"]);
    expect(sent.splice(0)).toEqual([]);
    expect(await statusOf(desk!)).toBe("AWAITING_APPROVAL");
    // The note is there for the next attempt.
    await row("Desk").click();
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await expect.poll(() => page.getByRole("textbox", { name: "Note" }).inputValue()).toBe("Fine");
    await page.keyboard.press("Escape");
  });

  it("is sent once its own time is over, and shown as decided no sooner [CON-11]", async () => {
    await page.clock.install();
    const [shelf, stool] = await submit("Shelf", "Stool");
    await decide("Stool");
    await decide("Shelf", "r", "No room");
    // No time of the page passes while the test looks.
    await page.clock.pauseAt(Date.now() + 1_000);
    await strip("2 held").waitFor();
    await openLedger();
    await line("Shelf").getByText("Held", { exact: true }).waitFor();
    expect([await statusOf(shelf!), await statusOf(stool!)]).toEqual([
      "AWAITING_APPROVAL",
      "AWAITING_APPROVAL",
    ]);
    await line("Stool").getByRole("button", { name: "Undo" }).click();
    await row("Stool").waitFor();
    await page.clock.runFor(10_000);
    await page.getByRole("status").filter({ hasText: "Rejected: Shelf" }).waitFor();
    await page.clock.resume();
    expect([await statusOf(shelf!), await statusOf(stool!)]).toEqual(["REJECTED", "AWAITING_APPROVAL"]);
    expect((await runOf(shelf!)).approvals.map(({ remark }) => remark)).toContain("No room");
    expect(await row("Shelf").count()).toBe(0);
    expect(sent.splice(0)).toEqual(["Decide"]);
  });

  it("is sent at once when the page closes or its reader logs out [CON-11]", async () => {
    await set({ graceSeconds: 10 });
    const [pen, ink] = await submit("Pen", "Ink");
    await decide("Pen");
    await strip("1 held").waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.goto(`${world.url}icon.svg`);
    await expect.poll(() => statusOf(pen!)).toBe("APPROVED");
    await page.goto(`${world.url}inbox`);
    await decide("Ink");
    await strip("1 held").waitFor();
    await logOut(page, manager);
    await expect.poll(() => statusOf(ink!)).toBe("APPROVED");
    await page.context().close();
    page = await open();
    sent.splice(0);
  });

  it("comes back with the reason where it is refused afterwards [CON-11]", async () => {
    await set({ graceSeconds: 1 });
    const [vase] = await submit("Vase");
    const { _id: taskId } = await runOf(vase!);
    const isRejected = Promise.withResolvers<void>();
    await page.route("**/graphql", async (route) => {
      // The verdict is on its way when its time is over; the other one is faster.
      if (route.request().postData()?.includes("mutation Decide")) await isRejected.promise;
      await route.continue();
    });
    await decide("Vase", "a", "Lovely");
    await world.ask(head, DECIDE, { input: { taskId, status: "REJECTED", remark: "Broken" } });
    isRejected.resolve();
    await strip("1 refused").waitFor();
    await openLedger();
    await line("Vase")
      .getByText(/^Helen .+ rejected this on/u)
      .waitFor();
    await page.unroute("**/graphql");
    await page.goto(`${world.url}documents/${vase}`);
    await page.getByText("Lovely").waitFor();
    await ledger().getByRole("button", { name: "Discard" }).click();
    await ledger().waitFor({ state: "detached" });
    expect(world.takeComplaints()).toEqual([]);
    sent.splice(0);
  });

  it("on many documents is held as one, and nothing is called done before it is [CON-11] [CON-25]", async () => {
    await set({ graceSeconds: 10 });
    await page.goto(`${world.url}inbox`);
    const [cup, jug] = await submit("Cup", "Jug");
    await page.locator("label").filter({ hasText: "Select all shown" }).click();
    await page.getByRole("button", { name: "Approve …" }).click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Control+Enter");
    await ledger()
      .getByText(/^\d+ held$/u)
      .first()
      .waitFor();
    expect(await row("Cup").count()).toBe(0);
    await page.getByText("Your last decisions are being sent").waitFor();
    expect(await page.getByText("Nothing waits for you").count()).toBe(0);
    await undoLast().click();
    await row("Jug").waitFor();
    expect([await statusOf(cup!), await statusOf(jug!)]).toEqual(["AWAITING_APPROVAL", "AWAITING_APPROVAL"]);
    expect(sent.splice(0)).toEqual([]);
  });

  it("keeps every decision that a lost connection kept from being sent, also over a reload [CON-20]", async () => {
    await set({ graceSeconds: 10 });
    await page.clock.install();
    await page.goto(`${world.url}inbox`);
    const titles = ["Plate", "Spoon"];
    const refIds = await submit(...titles);
    sent.splice(0);
    for (const title of titles) await decide(title, title === "Spoon" ? "r" : "a", "As agreed");
    await strip("2 held").waitFor();
    await page.context().setOffline(true);
    await page.getByText("The server cannot be reached. The console keeps trying.").waitFor();
    await page.clock.runFor(10_000);
    await strip("2 not sent").waitFor();
    expect(sent).toEqual([]);
    await page.context().setOffline(false);
    await page.reload();
    await strip("2 not sent").waitFor();
    await row("Plate").waitFor();
    await openLedger();
    for (const title of titles) await line(title).getByText("Not sent", { exact: true }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    // Both answers come while the page is busy, so that it draws them together.
    const held: Route[] = [];
    const areHeld = Promise.withResolvers<void>();
    await page.route("**/graphql", async (route) => {
      if (route.request().postData()?.includes("mutation Decide") !== true) return route.continue();
      if (held.push(route) === titles.length) areHeld.resolve();
      return undefined;
    });
    onTestFinished(() => page.unroute("**/graphql"));
    await page.getByRole("button", { name: "Send again" }).click();
    await areHeld.promise;
    const answers = await Promise.all(held.map((route) => route.fetch()));
    const isFree = page.evaluate("for (let turns = 0; turns < 1e9; turns += 1);");
    await Promise.all(held.map((route, place) => route.fulfill({ response: answers[place]! })));
    await isFree;
    for (const title of titles) await row(title).waitFor({ state: "detached" });
    await expect.poll(async () => Promise.all(refIds.map(statusOf))).toEqual(["APPROVED", "REJECTED"]);
    expect(sent.splice(0)).toEqual(["Decide", "Decide"]);
    world.takeComplaints();
  });

  it("whose answer was lost is not known, and sent again by the same key [CON-20]", async () => {
    await set({ graceSeconds: 1 });
    const [fork] = await submit("Fork");
    const keys: string[] = [];
    await page.route("**/graphql", async (route) => {
      const { query, variables } = route.request().postDataJSON() as {
        query: string;
        variables: { input: { idempotencyKey: string } };
      };
      if (!query.includes("mutation Decide")) return route.continue();
      keys.push(variables.input.idempotencyKey);
      if (keys.length > 1) return route.continue();
      // The engine decides, and its answer is lost on the way.
      await route.fetch();
      return route.abort();
    });
    await decide("Fork");
    await strip("1 not known").waitFor();
    expect(await statusOf(fork!)).toBe("APPROVED");
    expect(await page.getByText("nothing was changed").count()).toBe(0);
    await row("Fork").filter({ hasText: "Decided by you" }).waitFor();
    expect(await row("Fork").innerText()).not.toContain("another window");
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByRole("status").filter({ hasText: "Approved: Fork" }).waitFor();
    expect(keys).toEqual([keys[0], keys[0]]);
    await page.unroute("**/graphql");
    for (const complaint of world.takeComplaints()) expect(complaint).toContain("ERR_FAILED");
    sent.splice(0);
  });

  it("has line breaks by Shift and Enter, and a rejection a reason only where the company wants it [CON-11]", async () => {
    await set({ graceSeconds: 0, rejectNeedsReason: false });
    const [bowl, dish] = await submit("Bowl", "Dish");
    await decide("Bowl", "r");
    await page.getByRole("status").filter({ hasText: "Rejected: Bowl" }).waitFor();
    expect(await statusOf(bowl!)).toBe("REJECTED");
    await row("Dish").click();
    await page.getByRole("heading", { name: "Dish", level: 1 }).waitFor();
    await page.keyboard.press("a");
    await page.getByRole("textbox", { name: "Note" }).waitFor();
    await page.keyboard.type("one");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("two");
    await page.keyboard.press("Enter");
    await page.getByRole("status").filter({ hasText: "Approved: Dish" }).waitFor();
    expect((await runOf(dish!)).approvals.map(({ remark }) => remark)).toContain("one\ntwo");
  });
});

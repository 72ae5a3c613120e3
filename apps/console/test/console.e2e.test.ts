import { toObjectId } from "@countersign/mongo";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { violationsOn } from "./axe.ts";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { copyRecord } from "./copies.ts";
import { eachOf, fillDay, goTo, logOut, pickPerson, sidewaysOn, watchMoves } from "./layout.ts";

const { employee, manager, head, hr, admin } = DEMO_PEOPLE;

/** Whether a request's body asks this of a document. */
const isAbout = (refId: string, query: string) => (text: string | null) =>
  text !== null && text.includes(refId) && text.includes(`query ${query}`);

/** Waits until the engine has marked the notification as read that the reader opens next. */
const isMarkedRead = (page: Page) =>
  page.waitForResponse((response) => response.request().postData()?.includes("mutation MarkRead") === true);

describe("the console in a browser", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();

  describe("log-in", () => {
    it("lists the demo people and keeps the chosen one through a reload, but no token [CON-7]", async () => {
      const page = await world.openLogIn();
      await page.getByRole("button", { name: manager.name }).click();
      await page.getByRole("heading", { name: "Inbox" }).waitFor();
      await page.getByText("Nothing waits for you").waitFor();
      await page.getByText("run “npm run demo” in a second terminal").waitFor();
      const stored = await page.evaluate<string>("JSON.stringify([localStorage, sessionStorage])");
      expect(stored).not.toMatch(/eyJ/u);
      await page.reload();
      await page.getByRole("heading", { name: "Inbox" }).waitFor();
      await logOut(page, manager);
      await page.getByRole("button", { name: employee.name }).waitFor();
      await page.close();
    });
  });

  describe("the inbox", () => {
    let page: Page;
    let refs: string[];
    beforeAll(async () => {
      refs = [];
      for (const day of ["01", "02", "03"]) {
        const leave = await world.submitLeave({
          from: `2027-03-${day}`,
          to: "2027-03-09",
          reason: `Day ${day}`,
        });
        refs.push(leave.ref);
      }
      await world.submitLeave({ reason: `<img src=x onerror="document.title='hacked'">` });
      page = await world.openAs(manager);
    });
    afterAll(() => page.close());
    const rows = () => page.locator("[data-row]");
    const heading = () => page.locator("#document-title");

    it("shows what waits, newest first", async () => {
      await rows().nth(3).waitFor();
      const texts = await rows().allInnerTexts();
      expect(texts).toHaveLength(4);
      expect(texts[3]).toContain(refs[0]);
      expect(texts[3]).toContain(employee.name);
    });

    it("shows text that looks like markup as text [CON-8]", async () => {
      await rows().first().click();
      await page.getByText("<img src=x onerror=").waitFor();
      expect(await page.title()).not.toContain("hacked");
    });

    it("is free of violations that axe finds, in both themes", async () => {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violationsOn(page), colorScheme).toEqual([]);
      }
      await page.emulateMedia({ colorScheme: "light" });
    });

    it("offers to select what is shown only where there is something", async () => {
      const all = page.getByRole("main").getByText("Select all shown");
      await all.waitFor();
      await page.getByRole("searchbox").fill("nobody has that");
      await page.getByText("Nothing that waits for you matches").waitFor();
      expect(await all.count()).toBe(0);
      await page.getByRole("searchbox").fill("");
      await all.waitFor();
    });

    it("moves by keys, prepares a verdict with one, and confirms it with Ctrl and Enter alone [CON-5]", async () => {
      await rows().first().focus();
      await page.keyboard.press("j");
      await page.locator("[data-row][aria-current]:focus").filter({ hasText: refs[2]! }).waitFor();
      await page.getByRole("button", { name: "Approve", exact: true }).waitFor();
      await page.keyboard.press("a");
      await page.getByRole("textbox", { name: "Note" }).waitFor();
      await page.keyboard.type("Enjoy it. a j r");
      await page.keyboard.press("Control+Enter");
      await page.getByRole("status").filter({ hasText: "Approved" }).waitFor();
      await page.locator("[data-row][aria-current]:focus").filter({ hasText: refs[1]! }).waitFor();
      expect(await rows().count()).toBe(3);
      await page.getByRole("button", { name: "Approve", exact: true }).waitFor();
    });

    it("keeps a typed reason through cancelling, other pages and a reload", async () => {
      await page.getByRole("button", { name: "Reject", exact: true }).click();
      await page.getByText("A rejection ends this approval.").waitFor();
      await page.getByRole("textbox", { name: "Note" }).fill("Too many are away");
      await page.keyboard.press("Escape");
      await page.reload();
      await page.getByRole("button", { name: "Reject", exact: true }).click();
      expect(await page.getByRole("textbox", { name: "Note" }).inputValue()).toBe("Too many are away");
      await page.getByRole("button", { name: "Confirm rejection" }).press("Enter");
      await page.getByRole("status").filter({ hasText: "Rejected" }).waitFor();
      const waiting = await world.ask<{ findMySubmissions: { data: { ref: string; status: string }[] } }>(
        employee,
        "{ findMySubmissions(input: { take: 20 }) { data { ref status } } }",
      );
      expect(waiting.findMySubmissions.data).toContainEqual({ ref: refs[1], status: "REJECTED" });
    });

    it("says so when somebody else was faster, and shows the document as it is now", async () => {
      const [first] = await rows().allInnerTexts();
      await rows().first().click();
      // Until then another document is shown.
      await page.locator("li:first-child > [data-row][aria-current]").waitFor();
      await page.getByRole("button", { name: "Approve", exact: true }).click();
      const refId = new URL(page.url()).pathname.split("/").at(-1)!;
      const { runTasks } = await world.ask<{ runTasks: { _id: string }[] }>(
        manager,
        "query Run($refId: ID!) { runTasks(refId: $refId) { _id } }",
        { refId },
      );
      const verdict = { taskId: runTasks[0]!._id, status: "APPROVED" };
      await page.route("**/graphql", async (route) => {
        // Somebody else is faster by a moment: live updates come too late to take the form away.
        if (route.request().postData()?.includes("mutation Decide")) {
          await world.ask(
            manager,
            "mutation Decide($input: UpdateWorkflowApprovalStatusInput!) { updateWorkflowApprovalStatus(input: $input) }",
            { input: verdict },
          );
        }
        await route.continue();
      });
      await page.getByRole("button", { name: "Confirm approval" }).press("Enter");
      await page.getByText(`${manager.name} approved Manager`).waitFor();
      await page.unroute("**/graphql");
      // The history and the approvers arrive in two answers.
      await page.getByRole("button", { name: "Confirm approval" }).waitFor({ state: "detached" });
      expect(first).toContain("Leave");
    });

    it("fits 320 pixels without moving sideways, and leads back from a document", async () => {
      // Wider pages open the first document beside the list; a phone shows one or the other.
      const phone = await world.openAs(head, { viewport: { width: 320, height: 640 } }, "?locale=de");
      await phone.locator("[data-row]").first().click();
      await phone.locator("#document-title:focus").waitFor();
      expect(await sidewaysOn(phone)).toEqual([]);
      expect(await violationsOn(phone)).toEqual([]);
      await phone.getByRole("link", { name: "Eingang" }).first().click();
      await phone.getByRole("heading", { name: "Eingang" }).waitFor();
      expect(await sidewaysOn(phone)).toEqual([]);
      await phone.context().close();
      expect(await heading().count()).toBe(1);
    });
  });

  describe("a leave with three people at once", () => {
    let pages: Record<"nora" | "milan" | "helen", Page>;
    let ref: string;
    beforeAll(async () => {
      const [nora, milan, helen] = await Promise.all([
        world.openAs(employee, {}),
        world.openAs(manager, {}),
        world.openAs(head, {}),
      ]);
      // Read, so that what comes next is new to them.
      for (const page of [milan, helen]) await page.locator("[data-row]").first().waitFor();
      pages = { nora, milan, helen };
    });
    afterAll(() => Promise.all(Object.values(pages).map((page) => page.context().close())));

    it("appears in the manager's inbox on demand, without moving the list [CON-4] [CON-9]", async () => {
      const { milan } = pages;
      await milan.locator("[data-row]").first().waitFor();
      const before = await milan.locator("[data-row]").count();
      ({ ref } = await world.submitLeave({ reason: "A wedding" }));
      // Announced: it comes into a live region.
      const fresh = milan.locator("[aria-live=polite]").getByRole("button", { name: "1 new, show" });
      await fresh.waitFor();
      expect(await milan.locator("[data-row]").count()).toBe(before);
      await fresh.click();
      await milan.locator("[data-row]").filter({ hasText: ref }).waitFor();
    });

    it("shows its submitter who decides next, after each verdict [CON-4] [CON-9]", async () => {
      const { nora, milan, helen } = pages;
      await nora.getByRole("link", { name: "My requests" }).click();
      const own = nora.getByRole("link").filter({ hasText: ref });
      await own.filter({ hasText: `with ${manager.name}` }).waitFor();
      await milan.locator("[data-row]").filter({ hasText: ref }).click();
      await milan.getByRole("button", { name: "Approve", exact: true }).click();
      await milan.getByRole("button", { name: "Confirm approval" }).press("Enter");
      await own.filter({ hasText: `with ${head.name}` }).waitFor();

      await helen.getByRole("button", { name: /new, show/u }).click();
      await helen.locator("[data-row]").filter({ hasText: ref }).click();
      await own.click();
      await nora.getByText(`${manager.name} approved Manager`).waitFor();
      await helen.getByRole("button", { name: "Reject", exact: true }).click();
      await helen.getByRole("textbox", { name: "Note" }).fill("Please talk to me first");
      await helen.keyboard.press("Control+Enter");
      await nora.getByText(`${head.name} rejected it`).waitFor();
      expect(await nora.getByText("Please talk to me first").count()).toBeGreaterThan(0);
    });

    it("greys what was decided in another tab", async () => {
      const { milan } = pages;
      const row = milan.locator("[data-row]").filter({ hasText: ref });
      await milan.getByRole("button", { name: /new, show/u }).click();
      await row.waitFor();
      const second = await milan.context().newPage();
      await second.goto(world.url);
      await second.getByRole("button", { name: manager.name }).click();
      await second.locator("[data-row]").filter({ hasText: ref }).click();
      await second.getByRole("button", { name: "Approve", exact: true }).click();
      await second.getByRole("button", { name: "Confirm approval" }).press("Enter");
      await row.filter({ hasText: "Decided by you in another window" }).waitFor();
    });

    it("tells its submitter, who reads the notifications", async () => {
      const { nora } = pages;
      await nora.getByRole("link", { name: "Notifications" }).click();
      await nora
        .getByRole("link", { name: new RegExp(`Unread: .*${ref}`, "u") })
        .first()
        .waitFor();
      expect(await violationsOn(nora)).toEqual([]);
      await nora.getByRole("button", { name: "Mark all as read" }).click();
      await nora
        .getByRole("link", { name: /Unread/u })
        .first()
        .waitFor({ state: "detached" });
      await nora.getByRole("main").getByRole("link").filter({ hasText: ref }).first().click();
      await nora.locator("#document-title").waitFor();
    });

    it("keeps single keys from acting where they are switched off [CON-5]", async () => {
      const { milan } = pages;
      await milan.getByRole("heading", { name: "Inbox" }).focus();
      await milan.keyboard.press("?");
      await milan.getByRole("dialog").waitFor();
      expect(await violationsOn(milan)).toEqual([]);
      await milan.getByText("Keyboard shortcuts on").click();
      await milan.getByRole("button", { name: "Close" }).click();
      await milan.getByRole("dialog").waitFor({ state: "detached" });
      const address = milan.url();
      await milan.keyboard.press("j");
      await milan.keyboard.press("?");
      expect(milan.url()).toBe(address);
      expect(await milan.getByRole("dialog").count()).toBe(0);
    });
  });

  it("shows the next document at once after a verdict: it was read ahead [CON-4]", async () => {
    const { _id: later, ref } = await world.submitLeave({ reason: "Later" });
    const { _id: first } = await world.submitLeave({ reason: "First" });
    const milan = await world.openAs(manager, undefined, "nowhere");
    const [asksRun, asksHistory] = [isAbout(later, "Document"), isAbout(later, "History")];
    const readAhead = Promise.all(
      [asksRun, asksHistory].map((asks) =>
        milan.waitForResponse((response) => asks(response.request().postData())),
      ),
    );
    await goTo(milan, "inbox");
    await milan.locator(`a[href$="${first}"]`).click();
    await milan.getByRole("button", { name: "Approve", exact: true }).click();
    await readAhead;
    await milan.route("**/graphql", (route) =>
      asksRun(route.request().postData()) ? undefined : route.continue(),
    );
    await milan.getByRole("button", { name: "Confirm approval" }).press("Enter");
    await milan.locator("article").getByText(ref).first().waitFor();
    await milan.getByRole("button", { name: "Approve", exact: true }).waitFor();
    await milan.close();
  });

  it("holds the notifications still, and shows what came when asked to [CON-4]", async () => {
    const ada = await world.openAs(admin, undefined, "notifications");
    await ada.getByText("No notifications yet").waitFor();
    await ada.close();
    await world.submitLeave({ reason: "First" });
    const milan = await world.openAs(manager, undefined, "notifications");
    const links = milan.getByRole("main").getByRole("link");
    await links.first().waitFor();
    const before = await links.allInnerTexts();
    const { _id, ref } = await world.submitLeave({ reason: "News" });
    const show = milan.locator("[aria-live=polite]").getByRole("button", { name: "1 new, show" });
    await show.waitFor();
    expect(await links.allInnerTexts()).toEqual(before);
    await show.click();
    await links.first().filter({ hasText: ref }).waitFor();
    expect(await links.first().getAttribute("href")).toBe(`/console/documents/${_id}`);
    const marked = isMarkedRead(milan);
    await links.first().click();
    await milan.locator("#document-title").waitFor();
    await marked;
    await milan.goBack();
    await links.first().filter({ hasText: ref }).waitFor();
    // Title and time, and below them what happened.
    expect((await links.first().boundingBox())!.height).toBeLessThanOrEqual(60);
    expect(await links.first().innerText()).not.toContain("Unread");
    await milan.close();
  });

  it("shows 200 notifications on a phone, where nothing moves sideways or by itself [CON-6]", async () => {
    await world.submitLeave({ reason: "One of many" });
    const { findMyNotifications } = await world.ask<{ findMyNotifications: { _id: string }[] }>(
      manager,
      "{ findMyNotifications { _id } }",
    );
    const long = "asks for a bicycle with a trailer ".repeat(5);
    await copyRecord(world, "workflow_notifications", findMyNotifications[0]!._id, 200, (number) => ({
      userId: toObjectId(admin.userId),
      message: `${number} ${number % 2 === 0 ? long : "Unbroken".repeat(20)}`,
      // Like a row from before, which has its message alone.
      text: undefined,
      createdAt: new Date(Date.now() - (number + 1) * 60_000),
    }));
    const phone = await world.openAs(admin, undefined, "nowhere");
    await phone.setViewportSize({ width: 320, height: 640 });
    const moves = await watchMoves(phone);
    await goTo(phone, "notifications");
    const links = phone.getByRole("main").getByRole("link");
    const numbers = (await links.allInnerTexts()).map((text) =>
      Number(/(\d+) (?:asks|Unbroken)/u.exec(text)?.[1]),
    );
    expect(numbers).toEqual(Array.from({ length: 200 }, (_, number) => number));
    expect(await sidewaysOn(phone)).toEqual([]);
    const isLastInSight = () =>
      expect
        .poll(() =>
          eachOf(phone, "main li:last-child a", "element.getBoundingClientRect().top < innerHeight"),
        )
        .toEqual([true]);
    await phone.mouse.wheel(0, 100_000);
    await isLastInSight();
    const marked = isMarkedRead(phone);
    await links.last().click();
    await phone.locator("#document-title").waitFor();
    await marked;
    await phone.goBack();
    await links
      .last()
      .filter({ hasText: /199 Unbroken/u })
      .waitFor();
    await isLastInSight();
    const unread = phone.getByRole("link", { name: /Unread/u });
    expect(await unread.count()).toBe(199);
    await phone.getByRole("button", { name: "Mark all as read" }).click();
    await unread.first().waitFor({ state: "detached" });
    expect(await unread.count()).toBe(0);
    expect(await moves()).toEqual([]);
    await phone.close();
  });

  it("lets somebody decide in an absent manager's place, and ends that at once", async () => {
    const { ref } = await world.submitLeave({ reason: "Moving house" });
    const milan = await world.openAs(manager);
    const priya = await world.openAs(hr);
    await milan.getByRole("link", { name: "People and absences" }).click();
    await pickPerson(milan, "Who decides in your place", hr.name.slice(0, 3), hr);
    const today = new Date().toISOString().slice(0, "2026-01-01".length);
    await fillDay(milan, "From", today);
    await fillDay(milan, "Until, this day included", today);
    await milan.getByRole("button", { name: "Save" }).click();
    await milan.getByText(`${hr.name} decides for you`).waitFor();
    expect(await violationsOn(milan)).toEqual([]);
    await priya.reload();
    await priya.locator("[data-row]").filter({ hasText: ref }).click();
    await priya.getByRole("button", { name: "Approve", exact: true }).waitFor();
    await milan.getByRole("button", { name: "End now" }).press("Enter");
    await milan.getByRole("main").getByText("ended").waitFor();
    await priya.getByRole("button", { name: "Approve", exact: true }).click();
    await priya.getByRole("button", { name: "Confirm approval" }).press("Enter");
    // The reason stays once the verdict is no longer hers, and the form is gone.
    await priya.getByRole("button", { name: "Confirm approval" }).waitFor({ state: "detached" });
    await priya.getByRole("alert").waitFor();
    await Promise.all([milan.close(), priya.close()]);
  });
});

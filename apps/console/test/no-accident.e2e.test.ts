import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { choose, goTo } from "./layout.ts";
import { createWorkflow, submitTo } from "./submit.ts";

const { admin, manager, head } = DEMO_PEOPLE;
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1000, height: 700 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
] as const;
const TASKS = "query Run($refId: ID!) { runTasks(refId: $refId) { status } }";
const AWAY = "mutation Away($input: CreateSubstitutionInput!) { createSubstitution(input: $input) { _id } }";

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const meet = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** Where something is, once it stands still. */
async function placeOf(locator: Locator): Promise<Box> {
  await locator.waitFor();
  let last = await locator.boundingBox();
  await expect
    .poll(async () => {
      const before = JSON.stringify(last);
      last = await locator.boundingBox();
      return JSON.stringify(last) === before;
    })
    .toBe(true);
  return last!;
}

describe("nothing is decided by accident", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let workflowId: string;
  let page: Page;
  const sent: string[] = [];
  beforeAll(async () => {
    workflowId = await createWorkflow(world, [{ name: "Budget", approvers: [manager, admin] }]);
    page = await world.openAs(manager, { hasTouch: true }, "inbox");
    page.on("request", (request) => {
      const query = /mutation (\w+)/u.exec(request.postData() ?? "")?.[1];
      // Which revision somebody has looked at decides nothing.
      if (query !== undefined && query !== "MarkSeen") sent.push(query);
    });
  });
  // A test that failed leaves no dialog to the next.
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") await page.reload();
  });
  afterAll(() => page.context().close());
  const statusOf = async (refId: string) => {
    const { runTasks } = await world.ask<{ runTasks: { status: string }[] }>(admin, TASKS, { refId });
    return runTasks.map(({ status }) => status).join();
  };
  /** A new document of the manager's, opened. */
  const open = async (size: { width: number; height: number } = SIZES[0]) => {
    const refId = await submitTo(world, workflowId, {
      title: `Desks ${size.width}`,
      amount: "12",
      currency: "EUR",
    });
    await page.setViewportSize(size);
    await goTo(page, `inbox/${refId}`);
    await button(page, "Approve").waitFor();
    return refId;
  };

  it.each(SIZES)("by a double click or two taps at $width pixels [CON-5]", async (size) => {
    const refId = await open(size);
    for (const [arming, confirming] of [
      ["Approve", "Confirm approval"],
      ["Reject", "Confirm rejection"],
    ] as const) {
      const { x, y, width, height } = await placeOf(button(page, arming));
      const middle = [x + width / 2, y + height / 2] as const;
      await page.mouse.dblclick(...middle);
      await button(page, confirming).waitFor();
      await page.keyboard.press("Escape");
      await button(page, arming).waitFor();
      await page.touchscreen.tap(...middle);
      await page.touchscreen.tap(...middle);
      await button(page, confirming).waitFor();
      await page.keyboard.press("Escape");
      await button(page, arming).waitFor();
    }
    expect(sent).toEqual([]);
    expect(await statusOf(refId)).toBe("AWAITING_APPROVAL");
  });

  it.each(SIZES)(
    "since a verdict is confirmed elsewhere than prepared, at $width pixels [CON-5]",
    async (size) => {
      await open(size);
      for (const end of ["top", "bottom"]) {
        await page.evaluate(
          `for (const each of [document.scrollingElement, document.querySelector("article").parentElement])
           each.scrollTop = ${end === "top" ? 0 : 100_000};`,
        );
        for (const [arming, confirming] of [
          ["Approve", "Confirm approval"],
          ["Reject", "Confirm rejection"],
        ] as const) {
          const armed = await Promise.all(["Approve", "Reject"].map((name) => placeOf(button(page, name))));
          await button(page, arming).click();
          const confirm = await placeOf(button(page, confirming));
          expect(
            armed.filter((place) => meet(place, confirm)),
            `${confirming}, ${end}`,
          ).toEqual([]);
          await page.keyboard.press("Escape");
        }
      }
    },
  );

  it("by what is typed for Ctrl+K before it is loaded [CON-5] [CON-14]", async () => {
    const refId = await open();
    const part = /\/palette-[^/]*\.js$/u;
    const held = Promise.withResolvers<void>();
    onTestFinished(async () => {
      held.resolve();
      await page.unroute(part);
    });
    await page.route(part, async (route) => {
      await held.promise;
      await route.continue();
    });
    const asked = page.waitForRequest(part);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").waitFor();
    await asked;
    await page.keyboard.type("approval rules");
    await page.keyboard.press("Enter");
    held.resolve();
    await page.getByRole("combobox", { name: "Go to" }).and(page.locator(":focus")).waitFor();
    await page.keyboard.type("desks");
    await page.getByRole("option", { name: /Desks/u }).first().waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await button(page, "Approve").waitFor();
    expect(await statusOf(refId)).toBe("AWAITING_APPROVAL");
    expect(sent).toEqual([]);
  });

  it("by a click in the moment after arming, or by the second of two, but by keys at once [CON-5]", async () => {
    const refId = await open();
    // In the page, so that no slow machine lets the half second pass.
    await page.evaluate(`(async () => {
      const find = (text) => [...document.querySelectorAll("article button")].find(({ innerText }) => innerText.split("\\n")[0] === text);
      find("Approve").click();
      while (find("Confirm approval") === undefined) await new Promise(requestAnimationFrame);
      find("Confirm approval").dispatchEvent(new MouseEvent("click", { detail: 1, bubbles: true, cancelable: true }));
    })()`);
    // Meanwhile the half second passes on the page's own clock.
    await page.evaluate("new Promise((passed) => setTimeout(passed, 600))");
    await page.evaluate(
      `[...document.querySelectorAll("article button")].find(({ innerText }) => innerText.startsWith("Confirm approval"))
         .dispatchEvent(new MouseEvent("click", { detail: 2, bubbles: true, cancelable: true }))`,
    );
    expect(await statusOf(refId)).toBe("AWAITING_APPROVAL");
    expect(sent).toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("a");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("status").filter({ hasText: "Approved" }).waitFor();
    expect(await statusOf(refId)).toBe("APPROVED");
    expect(sent.splice(0)).toEqual(["Decide"]);
  });

  it("as a rejection without a reason [CON-5]", async () => {
    const refId = await open();
    await page.keyboard.press("r");
    await button(page, "Confirm rejection").waitFor();
    expect(await button(page, "Confirm rejection").isDisabled()).toBe(true);
    // Nothing is found fault with before anything was sent.
    expect(await page.getByText("A rejection needs a reason").count()).toBe(0);
    await page.keyboard.type("   ");
    await page.keyboard.press("Control+Enter");
    await page.getByText("A rejection needs a reason").waitFor();
    expect(sent).toEqual([]);
    await page.keyboard.type("Too many");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("status").filter({ hasText: "Rejected" }).waitFor();
    expect(await statusOf(refId)).toBe("REJECTED");
    sent.splice(0);
  });

  it("is left by Escape wherever the focus is, in the document and in dialogs", async () => {
    await open();
    await page.keyboard.press("a");
    await button(page, "Confirm approval").waitFor();
    await page.getByRole("heading", { name: "Desks 1440", exact: true }).first().click();
    await page.keyboard.press("Escape");
    await button(page, "Confirm approval").waitFor({ state: "detached" });
    await page.locator("[data-verdict=APPROVED]:focus").waitFor();
    for (const opening of [/^Reassign …/u, /^Add an approver/u]) {
      await choose(page, opening);
      await page.getByRole("dialog").waitFor();
      await page.evaluate("document.activeElement.blur()");
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    // A dialog above an armed verdict is left alone.
    await page.keyboard.press("a");
    await button(page, "Confirm approval").waitFor();
    await page.locator("#document-title").click();
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await button(page, "Confirm approval").waitFor();
    await page.keyboard.press("Escape");
    await button(page, "Confirm approval").waitFor({ state: "detached" });
  });

  it("by many at once, by a double click on the selection's buttons [CON-5]", async () => {
    for (const size of SIZES) {
      const refId = await open(size);
      await goTo(page, "nowhere");
      await goTo(page, "inbox");
      await page.locator("label").filter({ hasText: "Select all shown" }).click();
      for (const name of ["Approve …", "Reject …"]) {
        const arming = await placeOf(button(page, name));
        await page.mouse.dblclick(arming.x + arming.width / 2, arming.y + arming.height / 2);
        const confirm = await placeOf(page.getByRole("dialog").getByRole("button").first());
        expect(meet(arming, confirm), `${name} at ${size.width}`).toBe(false);
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "detached" });
      }
      await page.locator("label").filter({ hasText: "selected" }).click();
      expect(await statusOf(refId)).toBe("AWAITING_APPROVAL");
      expect(sent).toEqual([]);
    }
  });

  describe("by a double click either, and nothing of the company's", () => {
    let ada: Page;
    const asked: string[] = [];
    beforeAll(async () => {
      const dates = { fromDate: "2027-08-02", untilDate: "2027-08-20", timeZone: "Europe/Berlin" };
      await world.ask(manager, AWAY, { input: { substituteId: head.userId, ...dates } });
      ada = await world.openAs(admin, {}, "people");
      ada.on("request", (request) => {
        const text = request.postData() ?? "";
        if (text.includes("mutation ")) asked.push(text);
      });
    });
    afterAll(() => ada.context().close());

    it.each(SIZES)("is deleted, ended or published, at $width pixels", async (size) => {
      await ada.setViewportSize(size);
      for (const [place, arming, confirming] of [
        ["rules/Leave/policy", "Delete …", "Delete"],
        [`rules/workflows/${workflowId}`, "Delete …", "Delete"],
        ["people?tab=absences", "End …", "End now"],
      ] as const) {
        await goTo(ada, "notifications");
        await goTo(ada, place);
        const from = button(ada, arming);
        await from.scrollIntoViewIfNeeded();
        const box = await placeOf(from);
        await ada.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2);
        const to = await placeOf(button(ada, confirming));
        expect(meet(box, to), `${place} at ${size.width}`).toBe(false);
        await button(ada, "Cancel").last().press("Enter");
      }
      await goTo(ada, "notifications");
      await goTo(ada, `rules/workflows/${workflowId}`);
      await ada.getByLabel("Description").fill(`At ${size.width}`);
      // From under the bar at the top of a phone.
      await ada.evaluate("scrollTo(0, 0)");
      const review = await placeOf(button(ada, "Publish …"));
      await ada.mouse.dblclick(review.x + review.width / 2, review.y + review.height / 2);
      const publish = await placeOf(ada.getByRole("dialog").getByRole("button", { name: "Publish" }));
      expect(meet(review, publish), `workflow at ${size.width}`).toBe(false);
      await ada.getByRole("dialog").getByRole("button", { name: "Cancel" }).press("Enter");
      await button(ada, "Discard …").click();
      await button(ada, "Discard").press("Enter");
      expect(asked).toEqual([]);
    });
  });
});

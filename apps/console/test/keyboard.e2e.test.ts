import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { DEMO_PEOPLE, type DemoPerson } from "@countersign/tools/demo-company";
import { useConsoleWorld } from "@countersign/tools/console-world";

const { employee, manager, head, hr } = DEMO_PEOPLE;
/** Most presses of a key on the way to anything. */
const PRESSES_MAX = 60;

/** The text of what has the focus. */
const focused = (page: Page) =>
  page.evaluate<string>(
    "document.activeElement === document.body ? '' : document.activeElement.innerText.trim()",
  );

/** Presses Tab until something with this text has the focus. */
async function tabTo(page: Page, text: string): Promise<void> {
  for (let presses = 0; presses < PRESSES_MAX; presses += 1) {
    if ((await focused(page)).includes(text)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`no way by Tab to ${text}`);
}

const announced = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text }).waitFor();

describe("a leave by keyboard alone", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  const pages: Page[] = [];
  afterAll(() => Promise.all(pages.map((page) => page.close())));
  let ref: string;
  let milan: Page;
  let helen: Page;
  let nora: Page;
  const logIn = async (person: DemoPerson) => {
    const page = await world.openLogIn();
    pages.push(page);
    await page.getByRole("button", { name: person.name }).waitFor();
    await tabTo(page, person.name);
    await page.keyboard.press("Enter");
    await page.locator("main#page").waitFor();
    return page;
  };
  /** Chooses the first row, prepares a verdict and confirms it. */
  const decide = async (page: Page, key: "a" | "r", remark: string) => {
    await page.locator("[data-row]").filter({ hasText: ref }).waitFor();
    await page.keyboard.press("j");
    await page.getByRole("button", { name: "Approve", exact: true }).waitFor();
    await page.keyboard.press(key);
    await page.keyboard.type(remark);
    await page.keyboard.press("Control+Enter");
  };

  it("is found by somebody who logs in, and approved [CON-5] [CON-6]", async () => {
    ({ ref } = await world.submitLeave({ reason: "A wedding" }));
    [milan, nora] = await Promise.all([logIn(manager), logIn(employee)]);
    await decide(milan, "a", "Enjoy it");
    await announced(milan, "Approved");
    await milan.getByText("Nothing waits for you").waitFor();
    await expect.poll(() => focused(milan)).toBe("Inbox");
  });

  it("is rejected with a reason by the next, and comes back to the first [CON-5] [CON-9]", async () => {
    helen = await logIn(head);
    await decide(helen, "r", "Please talk to me first");
    await announced(helen, "Rejected");
    const back = milan.locator("[data-row]").filter({ hasText: ref });
    await back.waitFor();
    await milan.keyboard.press("j");
    await milan.getByText("Please talk to me first").first().waitFor();
    await milan.keyboard.press("Enter");
    await milan.locator("#document-title:focus").waitFor();
  });

  it("is given to somebody else, and taken through to its end [CON-5] [CON-9]", async () => {
    await tabTo(milan, "More");
    await milan.keyboard.press("Enter");
    await milan.getByRole("menuitem", { name: "Reassign …" }).waitFor();
    await milan.keyboard.press("Enter");
    await milan.getByRole("dialog").waitFor();
    await milan.keyboard.type(hr.name.slice(0, 4));
    await milan.getByRole("option", { name: hr.name }).waitFor();
    await milan.keyboard.press("ArrowDown");
    await milan.keyboard.press("Enter");
    await milan.getByRole("option").first().waitFor({ state: "detached" });
    await milan.keyboard.press("Escape");
    await milan.getByRole("dialog").waitFor({ state: "detached" });
    await milan.keyboard.press("a");
    await milan.keyboard.press("Control+Enter");
    await announced(milan, "Approved");

    await decide(helen, "a", "");
    await announced(helen, "Approved");
    const priya = await logIn(hr);
    await decide(priya, "a", "");
    await announced(priya, "Approved");

    await tabTo(nora, "My requests");
    await nora.keyboard.press("Enter");
    await tabTo(nora, "In progress");
    await nora.keyboard.press("ArrowRight");
    await nora.getByRole("listitem").filter({ hasText: ref }).getByText("Approved").waitFor();
  });
});

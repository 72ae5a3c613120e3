import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { pickPerson } from "./layout.ts";

const { admin, head, hr, manager } = DEMO_PEOPLE;
const NOT_PUBLISHED = "Somebody else has changed this rule meanwhile: nothing was published now.";
const OUTDATED = "Somebody else has changed this meanwhile.";

interface Groups {
  userGroupPage: { data: { name: string; memberIds: string[] }[] };
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).press("Enter");

const amount = (page: Page) => page.getByRole("group", { name: "Total above" }).getByLabel("Amount");
const dialog = (page: Page) => page.getByRole("dialog");
/** Saves a record by which a rule asks, once the sheet shows what that would have done. */
const saveInSheet = async (page: Page) => {
  await dialog(page)
    .getByText(/would go another way|No document was submitted/u)
    .first()
    .waitFor();
  await dialog(page).getByRole("button", { name: "Save" }).press("Enter");
};
const publish = (page: Page) => dialog(page).getByRole("button", { name: "Publish" }).click();

describe("two windows that change the same record", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let one: Page;
  let other: Page;
  beforeAll(async () => {
    [one, other] = (await Promise.all(
      [0, 1].map(() => world.openAs(admin, { locale: "en-GB" }, "people?tab=groups")),
    )) as [Page, Page];
  });
  afterAll(() => Promise.all([one, other].map((page) => page.context().close())));
  const both = (use: (page: Page) => Promise<unknown>) => Promise.all([use(one), use(other)]);
  const groups = async () =>
    (await world.ask<Groups>(admin, "{ userGroupPage { data { name memberIds } } }")).userGroupPage.data;

  it("save no group over what the other has saved before the reader has seen that [CON-4] [SRC-2]", async () => {
    await both((page) => press(page, "Edit the group Directors"));
    await one.getByLabel("Name", { exact: true }).fill("Board");
    await press(one, `Remove ${head.name}`);
    await press(one, "Save");
    await saveInSheet(one);
    await one.getByRole("heading", { name: "Board" }).waitFor();
    await pickPerson(other, "Add a person", "milan", manager);
    await press(other, "Save");
    await saveInSheet(other);
    await other.getByText(OUTDATED).waitFor();
    expect(await groups()).toEqual([{ name: "Board", memberIds: [hr.userId, admin.userId] }]);
    // The name, which the second window did not change, follows.
    await expect.poll(() => other.getByLabel("Name", { exact: true }).inputValue()).toBe("Board");
    await press(other, "Discard");
    await other.getByText(`${hr.name}, ${admin.name}`, { exact: true }).waitFor();
  });

  it("save an approval limit over another value once the reader has seen it [CON-4] [SRC-3]", async () => {
    const input = { userId: manager.userId, kind: "PurchaseOrder", currency: "EUR", upTo: "100" };
    await world.ask(
      admin,
      "mutation Limit($input: CreateApprovalLimitInput!) { createApprovalLimit(input: $input) { _id } }",
      { input },
    );
    await both((page) => page.getByRole("tab", { name: "Approval limits" }).click());
    await both((page) => page.getByRole("button", { name: /Edit the limit/u }).press("Enter"));
    await one.getByLabel("Up to").fill("500");
    await press(one, "Save");
    await one.getByText("Purchase order up to €500.00").waitFor();
    await other.getByLabel("Up to").fill("900");
    await press(other, "Save");
    await other.getByText(OUTDATED).waitFor();
    // Above the form stands the limit as it is now.
    await other.getByText("Purchase order up to €500.00").waitFor();
    await press(other, "Save");
    await other.getByText("Purchase order up to €900.00").waitFor();
  });

  it("publish no rule over a version or draft that the reader has not seen [CON-4] [CON-17]", async () => {
    await both(async (page) => {
      await page.goto(`${world.url}rules/PurchaseOrder`);
      await page
        .getByRole("main")
        .getByRole("link", { name: /10,000/u })
        .click();
    });
    await amount(one).fill("12000");
    await press(one, "Publish …");
    await dialog(one).waitFor();
    await amount(other).fill("15000");
    await press(other, "Publish …");
    // The draft of the first window is not replaced unseen.
    await other.getByText(OUTDATED).waitFor();
    expect(await amount(other).inputValue()).toMatch(/15,?000/u);
    await press(other, "Publish …");
    // The draft that it shows is no longer the one that would be published.
    await dialog(other).waitFor();
    await publish(one);
    await dialog(one).getByText(NOT_PUBLISHED).waitFor();
    await dialog(one).getByText("total above EUR 15,000").last().waitFor();
    await publish(one);
    await dialog(one).waitFor({ state: "detached" });
    await amount(one).fill("18000");
    await press(one, "Save draft");
    await one.getByText("Draft · not in force").waitFor();
    await publish(other);
    await dialog(other).getByText(NOT_PUBLISHED).waitFor();
    // The draft of the first window, compared with the version that it published.
    await dialog(other).getByText("version 3 in place of version 2").waitFor();
    await dialog(other).getByText("total above EUR 18,000").last().waitFor();
    await publish(other);
    await dialog(other).waitFor({ state: "detached" });
    await other.getByText("Version 3").waitFor();
    // The first one's draft is in force: there is nothing left that it could publish.
    await press(one, "Publish …");
    await publish(one);
    await dialog(one).waitFor({ state: "detached" });
    await one.getByText(NOT_PUBLISHED).waitFor();
    await one.getByText("Version 3").waitFor();
    expect(await one.getByRole("button", { name: "Publish …" }).count()).toBe(0);
  });

  it("save no draft over a version that was published meanwhile, and keep what was typed [CON-4] [HIST-2]", async () => {
    await both((page) => page.reload());
    await amount(other).fill("21000");
    await amount(one).fill("20000");
    await press(one, "Publish …");
    await publish(one);
    await one.getByText("Version 4").waitFor();
    await press(other, "Save draft");
    await other.getByText(OUTDATED).waitFor();
    expect(await amount(other).inputValue()).toMatch(/21,?000/u);
    await other.getByText("Version 4").waitFor();
    expect(await other.getByText("Draft · not in force").count()).toBe(0);
  });
});

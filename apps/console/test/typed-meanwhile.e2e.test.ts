import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { dayIn, fillDay, goTo, pickPerson } from "./layout.ts";

const { admin, manager } = DEMO_PEOPLE;

interface Groups {
  userGroupPage: { data: { name: string }[] };
}

interface Rules {
  approvalRules: { amountAbove: string | null; draft: { amountAbove: string | null } | null }[];
}

describe("what is typed while a form is being saved", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let page: Page;
  beforeAll(async () => {
    page = await world.openAs(admin, { locale: "en-GB" }, "people?tab=groups");
  });
  afterAll(() => page.context().close());
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const cardOf = (name: string) =>
    page
      .getByRole("main")
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { name, exact: true }) });
  const groups = async () =>
    (await world.ask<Groups>(admin, "{ userGroupPage { data { name } } }")).userGroupPage.data;
  const rules = async () =>
    (
      await world.ask<Rules>(
        admin,
        "{ approvalRules(kind: PurchaseInvoice) { amountAbove draft { amountAbove } } }",
      )
    ).approvalRules;

  /** Holds a mutation until it is released: resolves once it is asked for. */
  async function hold(mutation: string) {
    const asked = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    await page.route("**/graphql", async (route) => {
      if (route.request().postData()?.includes(`mutation ${mutation}`)) {
        asked.resolve();
        await held.promise;
      }
      await route.continue();
    });
    onTestFinished(async () => {
      held.resolve();
      await page.unrouteAll({ behavior: "wait" });
    });
    return { asked: asked.promise, release: () => held.resolve() };
  }

  it("stays in the form of a record, which stays open [CON-2]", async () => {
    const saving = await hold("UpdateGroup");
    await button("Edit the group Directors").press("Enter");
    await field("Name").fill("Board");
    await field("Name").press("Enter");
    await saving.asked;
    await field("Name").fill("Board of three");
    saving.release();
    await page.getByRole("heading", { name: "Board", exact: true }).waitFor();
    expect(await groups()).toEqual([{ name: "Board" }]);
    expect(await field("Name").inputValue()).toBe("Board of three");
    await field("Name").press("Enter");
    await cardOf("Board of three").getByText("3 members").waitFor();
    await field("Name").waitFor({ state: "detached" });
  });

  it("is a change of the new record once that is there, and the form of new ones is empty [CON-2]", async () => {
    const saving = await hold("CreateGroup");
    await button("New group").press("Enter");
    await field("Name").fill("Night watch");
    await field("Name").press("Enter");
    await saving.asked;
    await field("Name").fill("Night watch of the port");
    saving.release();
    const name = cardOf("Night watch").getByLabel("Name", { exact: true });
    await name.waitFor();
    expect(await name.inputValue()).toBe("Night watch of the port");
    await cardOf("Night watch").getByRole("button", { name: "Discard" }).press("Enter");
    await name.waitFor({ state: "detached" });
    await button("New group").press("Enter");
    expect(await field("Name").inputValue()).toBe("");
    await button("Cancel").press("Enter");
  });

  it("belongs to the next one where what was saved is not changed any more [CON-2]", async () => {
    const saving = await hold("CreateSubstitution");
    await page.goto(`${world.url}people`);
    await pickPerson(page, "Who decides in your place", "milan", manager);
    await fillDay(page, "From", "2031-01-01");
    await fillDay(page, "Until, this day included", "2031-01-02");
    await button("Save").press("Enter");
    await saving.asked;
    const reason = page.getByRole("textbox", { name: /^Reason/u });
    await reason.fill("Sailing");
    saving.release();
    await button(`Cancel it (${manager.name})`).waitFor();
    expect(await reason.inputValue()).toBe("Sailing");
    expect(await dayIn(page, "From")).toBe("yyyy-mm-dd");
    await field("Who decides in your place").waitFor();
  });

  it("is a change of the rule that was saved, a new one too [CON-17]", async () => {
    const saving = await hold("SaveRule");
    const amount = page.getByRole("group", { name: "Total above" }).getByLabel("Amount");
    await goTo(page, "rules/PurchaseInvoice/new");
    await button("Add condition").click();
    await page.getByRole("menuitem", { name: "Total above", exact: true }).click();
    await amount.fill("100");
    await page.getByRole("combobox", { name: "Currency" }).fill("EUR");
    await page.getByRole("option", { name: "EUR" }).first().click();
    await button("Add stage").click();
    await page.getByRole("menuitem", { name: "Submitter’s manager", exact: true }).click();
    await button("Save draft").press("Enter");
    await saving.asked;
    await amount.fill("200");
    await amount.press("Tab");
    saving.release();
    await page.waitForURL((url) => !url.pathname.endsWith("/new"));
    expect(await rules()).toMatchObject([{ amountAbove: "100" }]);
    expect(await amount.inputValue()).toBe("200");
    await page.getByText("Unsaved changes", { exact: true }).waitFor();
    await goTo(page, "rules/PurchaseInvoice/new");
    await page.getByRole("heading", { level: 1, name: /new/iu }).waitFor();
    expect(await amount.count()).toBe(0);
    await goTo(page, "rules/PurchaseInvoice");
    await page.getByText("Unsaved changes", { exact: true }).waitFor();
  });
});

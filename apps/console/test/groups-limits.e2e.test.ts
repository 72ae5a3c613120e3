import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { violationsOn } from "./axe.ts";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { pickPerson, sidewaysOn } from "./layout.ts";

const { admin, employee, head, hr, manager } = DEMO_PEOPLE;

describe("groups and approval limits", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let page: Page;
  beforeAll(async () => {
    page = await world.openAs(admin, { locale: "en-GB" }, "people?tab=groups");
  });
  afterAll(() => page.context().close());
  const cards = (on = page) => on.getByRole("main").getByRole("listitem");
  const card = (name: string) => cards().filter({ has: page.getByRole("heading", { name, exact: true }) });
  const isSound = async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violationsOn(page), colorScheme).toEqual([]);
    }
  };
  const select = async (label: RegExp | string, option: string) => {
    await page.getByRole("button", { name: label }).click();
    await page.getByRole("option", { name: option, exact: true }).click();
  };
  const currency = async (code: string) => {
    await page.getByRole("combobox", { name: "Currency" }).fill(code);
    await page.getByRole("option", { name: code }).click();
  };
  const groups = async () =>
    (
      await world.ask<{ userGroupPage: { data: { _id: string; name: string; memberIds: string[] }[] } }>(
        admin,
        "{ userGroupPage { data { _id name memberIds } } }",
      )
    ).userGroupPage.data;

  it("shows the group of the demo company with its members [SRC-2]", async () => {
    const text = await card("Directors").innerText();
    expect(text).toContain("3 members");
    expect(text).toContain(`${head.name}, ${hr.name}, ${admin.name}`);
    await isSound();
  });

  it("makes a group by keyboard, which is kept until it is saved [SRC-2] [CON-2]", async () => {
    const press = (key: string) => page.keyboard.press(key);
    await page.getByRole("button", { name: "New group" }).press("Enter");
    await page.getByText("A group without members asks nobody.").waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Board of three");
    await pickPerson(page, "Add a person", "milan", manager);
    // The search begins anew, at the same place.
    await page.getByRole("button", { name: `Remove ${manager.name}` }).waitFor();
    await page.keyboard.type("helen");
    await page.getByRole("option", { name: head.name }).waitFor();
    // Enter takes the only one whom the letters find.
    await press("Enter");
    await page.getByRole("button", { name: `Remove ${head.name}` }).waitFor();
    // A name that was typed and not chosen adds nobody.
    await page.keyboard.type("priya");
    await page.getByRole("option", { name: hr.name }).waitFor();
    await page.getByLabel("Name", { exact: true }).focus();
    expect(await page.getByRole("button", { name: /^Remove / }).count()).toBe(2);
    await page.reload();
    await page.getByRole("button", { name: `Remove ${head.name}` }).waitFor();
    await isSound();
    await page.getByLabel("Name", { exact: true }).press("Enter");
    await card("Board of three").getByText("2 members").waitFor();
    expect(await groups()).toMatchObject([
      { name: "Board of three", memberIds: [manager.userId, head.userId] },
      { name: "Directors" },
    ]);
  });

  it("says beside the name that it is taken, and changes name and members [SRC-2]", async () => {
    await page.getByRole("button", { name: "Edit the group Board of three" }).click();
    await page.getByLabel("Name", { exact: true }).fill(" directors ");
    await page.getByRole("button", { name: "Save" }).click();
    await page
      .getByText("There is a group “directors” already")
      .or(page.getByText('There is a group "directors" already'))
      .waitFor();
    expect(await page.getByLabel("Name", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    await page.getByLabel("Name", { exact: true }).fill("Two of the board");
    await page.getByRole("button", { name: `Remove ${head.name}` }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await card("Two of the board").getByText("1 member", { exact: true }).waitFor();
    await page.getByLabel("Search by name").fill("of the");
    await card("Directors").waitFor({ state: "detached" });
    await page.getByLabel("Search by name").fill("");
    await card("Directors").waitFor();
  });

  it("gives a group and a person a limit, in the reader's notation [SRC-3]", async () => {
    await page.getByRole("tab", { name: "Approval limits" }).click();
    await page.getByText("There are no limits").waitFor();
    await page.getByRole("button", { name: "New limit" }).click();
    await select("A person For", "A group");
    await select("Choose a group Group", "Two of the board");
    await select("– Kind", "Purchase order");
    await page.getByLabel("Up to", { exact: true }).fill("12,500.5");
    await currency("EUR");
    await isSound();
    await page.getByRole("button", { name: "Save" }).click();
    const ofGroup = card("Two of the board, each member");
    await ofGroup.getByText("Purchase order up to €12,500.50").waitFor();

    await page.getByRole("button", { name: "New limit" }).click();
    await pickPerson(page, "A person", "helen", head);
    await select("– Kind", "Leave");
    await page.getByLabel("Up to", { exact: true }).fill("none");
    await currency("JPY");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Type a number of 0 or more, without other signs.").waitFor();
    await page.getByLabel("Up to", { exact: true }).fill("0");
    await page.getByRole("button", { name: "Save" }).click();
    await card(head.name).getByText("Leave up to JP¥0").waitFor();
    const { approvalLimitPage } = await world.ask<{ approvalLimitPage: { data: object[] } }>(
      admin,
      "{ approvalLimitPage { data { userId kind currency upTo group { name } } } }",
    );
    expect(approvalLimitPage.data).toEqual([
      { userId: head.userId, kind: "Leave", currency: "JPY", upTo: "0", group: null },
      {
        userId: null,
        kind: "PurchaseOrder",
        currency: "EUR",
        upTo: "12500.5",
        group: { name: "Two of the board" },
      },
    ]);
    await select("Every kind Show", "Leave");
    await ofGroup.waitFor({ state: "detached" });
    await select("Leave Show", "Sales order");
    await page.getByText("There are no limits for this kind").waitFor();
    await select("Sales order Show", "Every kind");
  });

  it("deletes a group at the second press, and says which limits nobody has then [SRC-2] [SRC-3]", async () => {
    await page.getByRole("tab", { name: "Groups" }).click();
    await page.getByRole("button", { name: "Edit the group Two of the board" }).click();
    await page.getByRole("button", { name: "Delete …" }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).press("Enter");
    await card("Two of the board").waitFor({ state: "detached" });
    await page.getByRole("tab", { name: "Approval limits" }).click();
    await page.getByText("The group is closed or deleted: nobody has this limit.").waitFor();
    await page.getByRole("button", { name: /^Edit the limit of Helen Ortiz/u }).click();
    await page.getByRole("button", { name: "Delete …" }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).press("Enter");
    await card(head.name).waitFor({ state: "detached" });
  });

  it("fits 320 pixels in both languages, also with open forms [CON-6]", async () => {
    await page.getByRole("button", { name: "New limit" }).click();
    await page.setViewportSize({ width: 320, height: 720 });
    expect(await sidewaysOn(page)).toEqual([]);
    await page.getByRole("tab", { name: "Groups" }).click();
    await page.getByRole("button", { name: "Edit the group Directors" }).click();
    await page.getByRole("button", { name: `Remove ${hr.name}` }).waitFor();
    expect(await sidewaysOn(page)).toEqual([]);
    const german = await world.openAs(admin, { locale: "de-DE" }, "people?tab=groups&locale=de");
    await german.setViewportSize({ width: 320, height: 720 });
    await german.getByRole("button", { name: "Neue Gruppe" }).click();
    await german.getByText("Eine Gruppe ohne Mitglieder fragt niemanden.").waitFor();
    expect(await sidewaysOn(german)).toEqual([]);
    await german.getByRole("tab", { name: "Genehmigungslimits" }).click();
    await german.getByRole("button", { name: "Neues Limit" }).click();
    await german.getByLabel("Bis", { exact: true }).waitFor();
    expect(await sidewaysOn(german)).toEqual([]);
    expect(await violationsOn(german)).toEqual([]);
    await german.context().close();
  });

  it("lets others read, without a button that changes anything [SRC-2] [SRC-3]", async () => {
    const nora = await world.openAs(employee, { locale: "en-GB" }, "people?tab=groups");
    await nora.getByText("3 members").waitFor();
    expect(await nora.getByRole("button", { name: /Edit|New group/u }).count()).toBe(0);
    await nora.getByRole("tab", { name: "Approval limits" }).click();
    await nora.getByText("The group is closed or deleted: nobody has this limit.").waitFor();
    expect(await nora.getByRole("button", { name: /Edit|New limit/u }).count()).toBe(0);
    await nora.context().close();
  });
});

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { DEMO_DIRECTORS, DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { violationsOn } from "./axe.ts";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { eachOf, goTo, sidewaysAt, typeInto } from "./layout.ts";

const { admin, employee, head, hr, manager } = DEMO_PEOPLE;
const { name: DIRECTORS } = DEMO_DIRECTORS;
const GROUPS = "query Groups($input: UserGroupPageInput) { userGroupPage(input: $input) { data { _id } } }";
const AWAY = "mutation Away($input: CreateSubstitutionInput!) { createSubstitution(input: $input) { _id } }";
const RULES = `{ approvalRules(kind: PurchaseRequisition) {
  id version state order amountAbove currency
  stages { approveBy quorum approvers } draft { amountAbove } } }`;
const TWO_MINUTES_MS = 120_000;

interface StoredRule {
  id: string;
  version: number;
  state: string;
  order: number | null;
  amountAbove: string;
  currency: string;
  stages: { approveBy: string; quorum: number | null; approvers: object[] }[];
  draft: { amountAbove: string } | null;
}

const DAY_MS = 86_400_000;
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

const SENTENCE =
  /^When a purchase requisition has a total above EUR.10,000, ask the submitter’s manager, then 2 of 3 Directors/u;

describe("the page of approval rules", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let page: Page;
  let groupId: string;
  beforeAll(async () => {
    const { userGroupPage } = await world.ask<{ userGroupPage: { data: { _id: string }[] } }>(admin, GROUPS, {
      input: { keyword: DIRECTORS },
    });
    groupId = userGroupPage.data[0]!._id;
    page = await world.openAs(admin, { viewport: { width: 1440, height: 900 } }, "rules");
  });
  afterAll(() => page.context().close());

  const rules = async () => (await world.ask<{ approvalRules: StoredRule[] }>(admin, RULES)).approvalRules;
  const press = (name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();
  const fromMenu = async (menu: string, item: string) => {
    await press(menu);
    await page.getByRole("menuitem", { name: item, exact: true }).click();
  };
  const pick = async (field: string, option: string, on: Pick<Page, "getByRole"> = page) => {
    await typeInto(on.getByRole("combobox", { name: field }).last(), option);
    await page.getByRole("option", { name: option }).first().click();
  };
  const condition = (name: string) => page.getByRole("group", { name, exact: true });
  const tryIt = () => page.getByRole("region", { name: "Try it" });
  const publish = async () => {
    await press("Publish …");
    const dialog = page.getByRole("dialog", { name: "Publish" });
    await dialog.getByRole("button", { name: "Publish" }).click();
    await page.getByRole("heading", { level: 1 }).and(page.locator(":focus")).waitFor();
    await dialog.waitFor({ state: "detached" });
  };
  /** Confirms a change once its sheet shows what it would have done. */
  const confirmSheet = async (name: string) => {
    const sheet = page.getByRole("dialog");
    await sheet.getByText(/documents? of the last 90 days|No document was submitted/u).waitFor();
    await sheet.getByRole("button", { name, exact: true }).press("Enter");
  };
  const isSound = async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violationsOn(page), colorScheme).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: "light" });
  };

  let began = 0;
  it("has a non-developer write a rule by clicks [CON-17]", async () => {
    began = performance.now();
    await page.getByRole("link", { name: "Purchase requisition" }).click();
    await press("New rule");
    await fromMenu("Add condition", "Total above");
    await condition("Total above").getByRole("textbox", { name: "Amount" }).fill("10,000");
    await pick("Currency", "EUR");
    await fromMenu("Add stage", "Submitter’s manager");
    await fromMenu("Add stage", "Group");
    await pick("Group", DIRECTORS);
    await pick("Approvals needed", "majority");
    await isSound();
  });

  it("publishes it, all in far less than two minutes [CON-17]", async () => {
    await press("Publish …");
    const dialog = page.getByRole("dialog", { name: "Publish" });
    await dialog.getByText(SENTENCE).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    expect((await rules()).map(({ state }) => state)).toEqual(["DRAFT"]);
    await dialog.getByRole("button", { name: "Publish" }).click();
    await page.getByText(/ published version 1 of “/u).waitFor();
    expect(performance.now() - began).toBeLessThan(TWO_MINUTES_MS);
    await page.getByText(admin.name).last().waitFor();
    const [rule] = await rules();
    expect(rule).toMatchObject({
      version: 1,
      state: "IN_FORCE",
      amountAbove: "10000",
      currency: "EUR",
      draft: null,
    });
    expect(rule!.stages).toEqual([
      { approveBy: "ANY", quorum: null, approvers: [{ source: { submitterManager: { levels: 1 } } }] },
      { approveBy: "PERCENT", quorum: 51, approvers: [{ source: { groupId } }] },
    ]);
  });

  it("shows who would be asked, who is away, and where nobody is asked [CON-17] [ROUTE-2]", async () => {
    await world.ask(manager, AWAY, {
      input: {
        substituteId: hr.userId,
        fromDate: dayFromNow(-1),
        untilDate: dayFromNow(30),
        timeZone: "Europe/Berlin",
      },
    });
    const amount = tryIt().getByRole("textbox", { name: "Amount" });
    await amount.fill("12,500");
    await pick("Submitter", employee.name, tryIt());
    const way = tryIt().getByRole("list", { name: "Who would be asked" });
    await way.getByText(`manager of ${employee.name}`).waitFor();
    await way.getByText(manager.name).waitFor();
    await way.getByText(`${hr.name} may decide`).waitFor();
    await way.getByText(head.name).waitFor();
    await isSound();
    await amount.fill("9,999.99");
    await tryIt().getByText("No approval", { exact: true }).waitFor();
    await amount.fill("10,000");
    await tryIt().getByText("No rule applies to this document.").waitFor();
    await amount.fill("10,000.01");
    await way.getByText(manager.name).waitFor();
    await tryIt().getByText("What if …").click();
    await tryIt()
      .getByRole("button", { name: `${head.name} submits it` })
      .click();
    await expect
      .poll(() => tryIt().getByRole("combobox", { name: "Submitter" }).inputValue())
      .toBe(head.name);
  });

  it("compares a change with what is in force, and keeps both versions [CON-17] [ROUTE-1]", async () => {
    await condition("Total above").getByRole("textbox", { name: "Amount" }).fill("20000");
    await page.getByText("Unsaved changes").waitFor();
    await page.reload();
    expect(await condition("Total above").getByRole("textbox", { name: "Amount" }).inputValue()).toBe(
      "20,000",
    );
    await press("Save draft");
    await page.getByText("Draft · not in force").waitFor();
    expect((await rules())[0]).toMatchObject({ amountAbove: "10000", draft: { amountAbove: "20000" } });
    await press("Publish …");
    const compared = page.getByRole("dialog").locator("[data-changed]");
    await expect.poll(() => compared.count()).toBe(1);
    expect((await compared.innerText()).replaceAll(/\s+/gu, " ")).toBe(
      "When Until now: total above EUR 10,000 From now on: total above EUR 20,000",
    );
    await page.getByRole("textbox", { name: /^Note/u }).fill("Prices rose");
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    const versions = page.getByRole("region", { name: "Versions" });
    await versions.getByText(new RegExp(`^${admin.name} published version 2 of “`, "u")).waitFor();
    await versions.getByText("amount above: 20,000 in place of 10,000").waitFor();
    await versions.getByText("Prices rose").waitFor();
    await versions.getByText(new RegExp(`^${admin.name} published version 1 of “`, "u")).waitFor();
    expect((await rules())[0]).toMatchObject({ version: 2, amountAbove: "20000", draft: null });
  });

  it("discards a draft at the second press, and what is in force stays [CON-17]", async () => {
    await condition("Total above").getByRole("textbox", { name: "Amount" }).fill("30000");
    await press("Save draft");
    await page.getByText("Draft · not in force").waitFor();
    await press("Discard …");
    await page.getByRole("button", { name: "Discard", exact: true }).press("Enter");
    await page.getByText("Draft · not in force").waitFor({ state: "detached" });
    expect(await condition("Total above").getByRole("textbox", { name: "Amount" }).inputValue()).toBe(
      "20,000",
    );
    expect((await rules())[0]).toMatchObject({ version: 2, draft: null });
  });

  it("says what is missing beside its field, and saves nothing of it [CON-17]", async () => {
    await goTo(page, "rules/PurchaseRequisition/new");
    await press("Publish …");
    await page.getByText("Add a condition: without one this rule would never ask.").waitFor();
    await page.getByText("Nobody is asked yet: add a stage.").waitFor();
    await fromMenu("Add condition", "Total above");
    await page.getByText("Give an amount of 0 or more.").waitFor();
    await condition("Total above").getByRole("combobox", { name: "Currency" }).waitFor();
    await fromMenu("Add stage", "Person");
    await page.getByRole("option", { name: head.name }).waitFor();
    await page.keyboard.press("Escape");
    await press("Publish …");
    await page.getByText("Choose who is asked.").waitFor();
    await isSound();
    expect(await rules()).toHaveLength(1);
    await press("Discard …");
    await page.getByRole("button", { name: "Discard", exact: true }).press("Enter");
  });

  it("is written by the keyboard alone [CON-17] [CON-6]", async () => {
    await goTo(page, "rules");
    await goTo(page, "rules/PurchaseRequisition/new");
    const keys = async (...names: string[]) => {
      for (const name of names) await page.keyboard.press(name);
    };
    await page.getByRole("button", { name: "Add condition" }).focus();
    await keys("Enter");
    await page.getByRole("menuitem", { name: "Total above" }).waitFor();
    await keys("Enter");
    await condition("Total above").locator("input:focus").first().waitFor();
    await page.keyboard.type("500");
    await keys("Tab");
    await page.keyboard.type("eur");
    await keys("Tab");
    await page.getByRole("button", { name: "Add stage" }).focus();
    await keys("Enter");
    await page.getByRole("menuitem", { name: "Person", exact: true }).focus();
    await keys("Enter");
    await page.getByRole("combobox", { name: "Person", exact: true }).and(page.locator(":focus")).waitFor();
    await page.keyboard.type(head.name.slice(0, 5));
    await page.getByRole("option", { name: head.name }).waitFor();
    await keys("ArrowDown", "Enter");
    await page
      .getByText(/^total above/iu)
      .first()
      .waitFor();
    await publish();
    await expect.poll(async () => (await rules()).length).toBe(2);
    expect(await rules()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          amountAbove: "500",
          currency: "EUR",
          stages: [{ approveBy: "ANY", quorum: null, approvers: [{ approverId: head.userId }] }],
        }),
      ]),
    );
  });

  it("asks the rules of a kind in an order that buttons change [CON-17]", async () => {
    await goTo(page, "rules/PurchaseRequisition");
    const links = page.getByRole("list", { name: /^Rules/u }).getByRole("link");
    const totals = async () => (await links.allInnerTexts()).map((text) => /EUR.([\d,]+),/u.exec(text)?.[1]);
    await expect.poll(totals).toHaveLength(2);
    const before = await totals();
    await page
      .getByRole("button", { name: /^Move .* down$/u })
      .first()
      .focus();
    await page.keyboard.press("Enter");
    await confirmSheet("Move");
    await expect.poll(totals).toEqual(before.toReversed());
    await page.reload();
    await expect.poll(totals).toEqual(before.toReversed());
    expect((await rules()).map(({ amountAbove }) => Number(amountAbove).toLocaleString("en"))).toEqual(
      before.toReversed(),
    );
  });

  it("switches a rule off, and deletes it then [CON-17]", async () => {
    await page.getByRole("link", { name: /EUR.500,/u }).click();
    await press("Switch off …");
    await confirmSheet("Switch off");
    await page.getByText("Switched off", { exact: true }).waitFor();
    await press("Delete …");
    await confirmSheet("Delete");
    await page.getByRole("button", { name: "New rule" }).waitFor();
    expect(await rules()).toHaveLength(1);
  });

  it("shows thresholds, default workflows and policies as rules [CON-17]", async () => {
    await goTo(page, "rules/SalesOrder");
    await page
      .getByRole("link", {
        name: `When a sales order has a total above 10,000 in any currency or a discount above 15%, ask ${manager.name}, then ${head.name}`,
      })
      .waitFor();
    await goTo(page, "rules/JournalEntry");
    await page
      .getByRole("link", { name: `When a journal entry matches no other rule, ask ${head.name}` })
      .waitFor();
    await goTo(page, "rules/Leave");
    await page
      .getByRole("link", { name: /^Whenever a leave request is submitted, ask the employee’s manager/u })
      .waitFor();
    await goTo(page, "rules");
    await page.getByRole("link", { name: "Workflows" }).click();
    await page.getByRole("link", { name: /Large sales orders/u }).waitFor();
  });

  it("says of a kind without a rule what becomes of its documents [FIRST-5]", async () => {
    for (const [locale, sentence] of [
      ["en", "No rule here. The system that sends it names the approvers, or it is refused."],
      [
        "de",
        "Hier gibt es keine Regel. Das System, das es sendet, nennt die Genehmigenden, oder es wird abgelehnt.",
      ],
    ] as const) {
      const ada = await world.openAs(admin, {}, `rules?locale=${locale}`);
      onTestFinished(() => ada.context().close());
      const quotations = ada.getByRole("listitem").filter({ has: ada.locator("a[href$='/SalesQuotation']") });
      await quotations.getByText(sentence).waitFor();
      await goTo(ada, "rules/SalesQuotation");
      await ada.getByText(sentence).waitFor();
      expect(await ada.getByText(/no approval|keine Genehmigung/iu).count()).toBe(0);
    }
  });

  it("says in the editor what becomes of other currencies [MEET-17]", async () => {
    const { approvalRules } = await world.ask<{ approvalRules: { id: string }[] }>(
      admin,
      "{ approvalRules(kind: PurchaseOrder) { id } }",
    );
    for (const [locale, sentence] of [
      [
        "en",
        "The rule never applies to documents in another currency than EUR; a document without a currency is asked.",
      ],
      [
        "de",
        "Die Regel gilt nie für Dokumente in einer anderen Währung als EUR; ein Dokument ohne Währung fragt sie.",
      ],
    ] as const) {
      const place = `rules/PurchaseOrder/${approvalRules[0]!.id}?locale=${locale}`;
      const ada = await world.openAs(admin, {}, place);
      onTestFinished(() => ada.context().close());
      await ada.getByText(sentence).waitFor();
    }
    const ada = await world.openAs(admin, {}, "rules/PurchaseOrder/new");
    onTestFinished(() => ada.context().close());
    await ada.getByRole("button", { name: "Add condition" }).click();
    await ada.getByRole("menuitem", { name: "Total above" }).click();
    await ada.getByRole("combobox", { name: "Currency" }).fill("USD");
    await ada.getByRole("option", { name: "USD" }).first().click();
    await ada.getByText(/never applies to documents in another currency than USD/u).waitFor();
  });

  it("fits every width, in German [CON-17] [CON-6]", async () => {
    const [rule] = await rules();
    const places = [
      "rules",
      "rules/PurchaseRequisition",
      "rules/PurchaseRequisition/new",
      `rules/PurchaseRequisition/${rule!.id}`,
    ];
    const german = await world.openAs(admin, { colorScheme: "dark" }, "rules?locale=de");
    await german.getByRole("heading", { name: "Genehmigungsregeln", level: 1 }).waitFor();
    expect(await sidewaysAt(german, ["nowhere", ...places])).toEqual([]);
    await goTo(german, "rules/PurchaseRequisition");
    await german
      .getByRole("link", {
        name: /^Wenn eine Bedarfsmeldung eine Summe über 20\.000.EUR hat: die Führungskraft des Antragstellers, dann 2 von 3 aus „Directors“/u,
      })
      .waitFor();
    await goTo(german, places.at(-1)!);
    expect(await violationsOn(german)).toEqual([]);
    await german.context().close();
  });

  it("has its edges in forced colours [CON-17] [CON-6]", async () => {
    const [rule] = await rules();
    const place = `rules/PurchaseRequisition/${rule!.id}`;
    const forced = await world.openAs(admin, { forcedColors: "active" }, place);
    await forced.getByRole("group", { name: /^2\. Directors/u }).waitFor();
    expect(await violationsOn(forced)).toEqual([]);
    const edges = await eachOf(
      forced,
      "[role=group]:has(> [aria-hidden])",
      "getComputedStyle(element.firstElementChild).borderTopWidth",
    );
    expect(edges).toEqual(["1px", "1px"]);
    await forced.context().close();
  });
});

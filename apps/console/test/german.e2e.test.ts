import type { Page } from "playwright-core";
import { CATALOGUES } from "@countersign/texts";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violationsOn } from "./axe.ts";
import { dayIn, fillDay, pickPerson } from "./layout.ts";

const { admin, employee, head, manager } = DEMO_PEOPLE;
const DAY_MS = 24 * 60 * 60 * 1000;
const dayFrom = (days: number) =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, "2026-01-01".length);

/** Some words in a row between the arguments of the English texts; the names of fields and values are single words, and what owners write of documents anybody may write. */
const ENGLISH = [
  ...new Set(
    Object.entries(CATALOGUES.en)
      .filter(([code]) => !code.startsWith("owner."))
      .flatMap(([, message]) => message.split(/\{[^{}]*\}|[{}"]/u))
      .map((words) => words.trim())
      .filter((words) => /[a-z]+ [a-z]+/u.test(words)),
  ),
];

const WAY = "mutation Away($input: CreateSubstitutionInput!) { createSubstitution(input: $input) { _id } }";
const WORKFLOW =
  "mutation New($input: PublishWorkflowInput!) { publishWorkflow(input: $input) { workflowId } }";

/** The English sentences of ours that somebody sees on a page. */
const englishOn = async (page: Page) => {
  const seen = await page.locator("body").innerText();
  return ENGLISH.filter((words) => seen.includes(words));
};

describe("the German console", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let [mine, admins]: Page[] = [];
  let leaveId: string;
  beforeAll(async () => {
    const options = { locale: "de-DE", timezoneId: "Europe/Berlin" };
    ({ _id: leaveId } = await world.submitLeave());
    const days = { fromDate: dayFrom(30), untilDate: dayFrom(31), timeZone: "UTC" };
    await world.ask(head, WAY, { input: { substituteId: manager.userId, ...days } });
    mine = await world.openAs(manager, options, "notifications");
    admins = await world.openAs(admin, options, "audit");
  });
  afterAll(() => Promise.all([mine?.context().close(), admins?.context().close()]));

  it("is not the English one, which has the sentences that are looked for [TEXT-1]", async () => {
    expect(ENGLISH.length).toBeGreaterThan(100);
    const page = await world.openAs(manager, { locale: "en-GB" }, "notifications");
    await page.getByText("submitted for your approval").waitFor();
    expect(await englishOn(page)).toContain("submitted for your approval —");
    await page.context().close();
  });

  it("shows notifications in German, and those that come live [TEXT-1] [CON-2]", async () => {
    const page = mine!;
    await page.getByText(/ wartet auf Ihre Genehmigung — Führungskraft$/u).waitFor();
    await page.getByText(`Sie vertreten ${head.name} vom ${dayFrom(30)}`).waitFor();
    await world.submitLeave({ from: "2027-04-01", to: "2027-04-02" });
    await page.getByRole("button", { name: /^\d+ neu, zeigen$/u }).click();
    await expect.poll(() => page.getByText(/ wartet auf Ihre Genehmigung — /u).count()).toBe(2);
    expect(await englishOn(page)).toEqual([]);
    expect(await violationsOn(page)).toEqual([]);
  });

  it("shows in German what our own owners say of their documents [TEXT-1] [CON-2]", async () => {
    const page = mine!;
    await page.goto(`${world.url}inbox/${leaveId}`);
    await page.getByRole("heading", { name: "Urlaub, 5 Tage" }).waitFor();
    const labels = await page.getByRole("region", { name: "Angaben" }).locator("dt").allTextContents();
    expect(labels).toEqual(["Von", "Bis", "Tage", "Grund"]);
    expect(await page.locator("[data-row]").filter({ hasText: "Urlaub, 5 Tage" }).count()).toBe(1);
    expect(await englishOn(page)).toEqual([]);
  });

  it("takes days in its own order in a browser of another language [CON-2]", async () => {
    const page = await world.openAs(manager, { locale: "en-US" }, "people?locale=de");
    expect(await dayIn(page, "Von")).toBe("jjjj-mm-tt");
    await page.getByRole("group", { name: "Von", exact: true }).getByRole("spinbutton").first().click();
    await page.keyboard.type("03022031");
    expect(await dayIn(page, "Von")).toBe("2031-02-03");
    await page.getByRole("group", { name: "Von", exact: true }).getByRole("button").click();
    await page.getByRole("heading", { name: "Februar 2031" }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    expect(await englishOn(page)).toEqual([]);
    await page.context().close();
  });

  it("shows refusals in German [TEXT-1] [CON-2]", async () => {
    const page = mine!;
    await page.goto(`${world.url}people`);
    await pickPerson(page, "Wer an Ihrer Stelle entscheidet", head.name, head);
    await fillDay(page, "Von", dayFrom(30));
    await fillDay(page, "Bis einschließlich", dayFrom(31));
    await page.getByRole("button", { name: "Speichern" }).click();
    await page.getByText("Vertretungen dürfen keinen Kreis bilden").waitFor();
    expect(await englishOn(page)).toEqual([]);
  });

  it("shows findings about workflows in German [TEXT-1] [CON-2]", async () => {
    const page = admins!;
    const stages = [
      { key: "one", name: "Recht", order: 1, approveBy: "ANY", approvers: [] },
      {
        key: "two",
        name: "Vorstand",
        order: 2,
        approveBy: "COUNT",
        quorum: 3,
        approvers: [{ approverId: manager.userId }],
      },
    ];
    const { publishWorkflow } = await world.ask<{ publishWorkflow: { workflowId: string } }>(
      admin,
      WORKFLOW,
      {
        input: { name: "Verträge", stages },
      },
    );
    await page.goto(`${world.url}rules/workflows/${publishWorkflow.workflowId}`);
    await page.getByText("Die Stufe „Recht“ hat keine Genehmiger").waitFor();
    expect(await englishOn(page)).toEqual([]);
    await page
      .getByText("Die Stufe „Vorstand“ kann die nötige Zahl an Genehmigungen nicht erreichen")
      .waitFor();
    expect(await englishOn(page)).toEqual([]);
  });

  it("shows the audit trail in German, fields and values too [TEXT-1] [CON-2]", async () => {
    const page = admins!;
    await world.ask(admin, "mutation { updateApprovalSettings(input: { recall: ALWAYS }) { version } }");
    await page.goto(`${world.url}audit?locale=de`);
    // The language in the address is no filter.
    await page.locator("button[aria-expanded]", { hasText: /^Filter$/u }).waitFor({ state: "attached" });
    await page.getByText("hat Einstellungen geändert").click();
    await page.getByRole("row", { name: "Zurückziehen nie immer" }).waitFor();
    await page
      .getByText(/hat LV-\d+ .*eingereicht/u)
      .first()
      .click();
    await page.getByText("Technisch").locator("visible=true").first().waitFor();
    expect(await englishOn(page)).toEqual([]);
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.getByText(employee.name).count()).toBeGreaterThan(0);
  });
});

/** `npm run console:shots [-- --out <dir>]`: writes the pictures of the README, docs/console.md and docs/operations.md. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { startConsoleWorld } from "../console/console-world.ts";
import { DEMO_PURCHASE_RULE, DEMO_PEOPLE, type DemoPerson } from "../start/demo-company.ts";
import { dayAfter } from "../start/work.ts";
import { until } from "../until.ts";
import { WORKSPACE_ROOT } from "../../workspace.ts";
import { optionsOrExit } from "../../usage.ts";

const WIDE = { width: 1440, height: 900 };
const QUALITY = 90;
/** Title of the document that the pictures open. */
const SHOWN = "Cold storage for the new quay";
const PHONE = { width: 390, height: 844 };
const MAIL = { width: 600, height: 480 };
/** Requests are gathered for a minute before their mail goes out. */
const MAIL_WITHIN_MS = 90_000;

const USAGE = `Writes the pictures of the README, docs/console.md and docs/operations.md.

usage: npm run console:shots [-- --out <dir>]

  --out <dir>  the folder of the pictures (docs/console)`;

const { values } = await optionsOrExit(USAGE, {
  options: { out: { type: "string", default: join(WORKSPACE_ROOT, "docs/console") } },
});
const folder = resolve(values.out);
mkdirSync(folder, { recursive: true });

const world = await startConsoleWorld({}, undefined, { openWork: true, mail: true });
try {
  const { manager, head, admin } = DEMO_PEOPLE;
  const ruleId = await purchaseRule();
  await officeCalendar();
  await datedWork();
  const { inboxPage } = await world.ask<{
    inboxPage: { data: { refId: string; document: { title: string } }[] };
  }>(manager, "{ inboxPage(input: { take: 100 }) { data { refId document { title } } } }");
  const chosen = inboxPage.data.find(({ document }) => document?.title === SHOWN)!.refId;
  await world.ask(
    manager,
    "mutation Away($input: CreateSubstitutionInput!) { createSubstitution(input: $input) { _id } }",
    {
      input: {
        substituteId: head.userId,
        fromDate: dayAfter(new Date(), 60),
        untilDate: dayAfter(new Date(), 78),
        timeZone: "Europe/Berlin",
        reason: "Summer holiday",
      },
    },
  );
  for (const colorScheme of ["light", "dark"] as const) {
    const take = async (
      name: string,
      person: DemoPerson,
      path: string,
      shown: string,
      size = WIDE,
      use?: (page: Page) => Promise<void>,
    ) => {
      const options = { viewport: size, colorScheme, reducedMotion: "reduce" as const, locale: "en-GB" };
      const page = await world.openAs(person, options, path);
      await page.getByText(shown).locator("visible=true").first().waitFor();
      await use?.(page);
      await shoot(page, join(folder, `${name}-${colorScheme}.webp`));
      await page.context().close();
    };
    await take("inbox", manager, `inbox/${chosen}`, "Fjell Refrigeration");
    await take("due", head, "inbox?order=due", "Crane hire");
    await take("calendars", admin, "calendars", "Harbour office");
    await take("document", admin, `documents/${chosen}`, "Fjell Refrigeration");
    await take("away", manager, "people", "Summer holiday");
    await take("documents", admin, "documents", "Winter stock");
    await take("rules", admin, `rules/PurchaseOrder/${ruleId}`, "Version 1", WIDE, tryIt);
    await take("preferences", manager, "preferences", "By mail");
    await take("preferences-phone", manager, "preferences", "By mail", PHONE);
    await take("phone", manager, `inbox/${chosen}`, "Fjell Refrigeration", PHONE);
  }
  await takeMail(await mailOfRequests());
} finally {
  await world.close();
}

/** The company's calendar, with the days on which the port is closed. */
async function officeCalendar(): Promise<void> {
  const weekdays = ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY"];
  const week = weekdays.map((day) => ({ day, from: "08:00", to: "17:00" }));
  const { year } = Temporal.Now.plainDateISO();
  const closed = (date: string, name: string) => ({ date: `${year}-${date}`, closed: true, name });
  const days = [
    closed("01-01", "New Year"),
    closed("05-01", "Labour Day"),
    closed("10-03", "Day of German Unity"),
    closed("12-25", "Christmas"),
    closed("12-26", "Second day of Christmas"),
    { date: `${year}-12-24`, from: "08:00", to: "12:00", name: "Christmas Eve" },
  ];
  const { createApprovalCalendar } = await world.ask<{ createApprovalCalendar: { _id: string } }>(
    DEMO_PEOPLE.admin,
    "mutation Office($input: CreateApprovalCalendarInput!) { createApprovalCalendar(input: $input) { _id } }",
    { input: { name: "Harbour office", timeZone: "Europe/Berlin", week, days } },
  );
  await world.ask(
    DEMO_PEOPLE.admin,
    "mutation Use($input: UpdateApprovalSettingsInput!) { updateApprovalSettings(input: $input) { version } }",
    { input: { calendarId: createApprovalCalendar._id } },
  );
}

/** Documents for the head of department that are due soon, one of which is late; mails of the manager are shown by themselves. */
async function datedWork(): Promise<void> {
  const work = [
    ["Crane hire", "2400", { hours: 1 / 3_600 }],
    ["Mooring lines", "310", { businessDays: 1 }],
    ["Fuel for the pilot boat", "5120", { businessDays: 3 }],
  ] as const;
  for (const [at, [title, amount, dueIn]] of work.entries()) {
    const { publishWorkflow } = await world.ask<{ publishWorkflow: { workflowId: string } }>(
      DEMO_PEOPLE.admin,
      "mutation Dated($input: PublishWorkflowInput!) { publishWorkflow(input: $input) { workflowId } }",
      {
        input: {
          name: title,
          stages: [{ name: "Approval", approverIds: [DEMO_PEOPLE.head.userId], dueIn }],
        },
      },
    );
    const { workflowId } = publishWorkflow;
    const document = { title, amount, currency: DEMO_PURCHASE_RULE.currency };
    const own = { refId: `d0e${at}`.padStart(24, "0"), kind: "PurchaseRequisition", ref: `PR-030${at}` };
    await world.ask(
      DEMO_PEOPLE.employee,
      "mutation Submit($input: NewWorkflowTaskInput!) { newWorkflowTask(input: $input) }",
      { input: { workflowId, ...own, document } },
    );
  }
}

/** Address of a mail with two requests, as it was sent: requests of one minute are one mail. */
async function mailOfRequests(): Promise<string> {
  for (const reason of ["Sailing to the islands", "Painting the house"]) await world.submitLeave({ reason });
  const { pageUrl } = world.platform.mails!;
  const title = /<a href="([^"]+)">2 documents await your approval</u;
  const path = await until(
    "the mail of both requests",
    async () => title.exec(await textAt(pageUrl))?.[1],
    MAIL_WITHIN_MS,
  );
  return new URL(`${path}/html`, pageUrl).href;
}

async function textAt(url: string): Promise<string> {
  return (await fetch(url)).text();
}

async function takeMail(url: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    const options = { viewport: MAIL, colorScheme, locale: "en-GB" };
    const page = await world.openAs(DEMO_PEOPLE.manager, options);
    await page.goto(url);
    await shoot(page, join(folder, `mail-${colorScheme}.webp`));
    await page.context().close();
  }
}

/** As WebP, which Playwright itself does not write. */
async function shoot(page: Page, path: string): Promise<void> {
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  await page.evaluate("document.fonts.ready");
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
  writeFileSync(path, Buffer.from(data, "base64"));
  console.log(path);
}

/** Id of the rule that the pictures show: the submitter's manager, then two of three directors. */
async function purchaseRule(): Promise<string> {
  const { approvalRules } = await world.ask<{ approvalRules: { id: string; amountAbove: string | null }[] }>(
    DEMO_PEOPLE.admin,
    "query Rules($kind: ApprovalRuleKind!) { approvalRules(kind: $kind) { id amountAbove } }",
    { kind: DEMO_PURCHASE_RULE.kind },
  );
  return approvalRules.find(({ amountAbove }) => amountAbove !== null)!.id;
}

/** Asks who would be asked for a purchase of the employee. */
async function tryIt(page: Page): Promise<void> {
  const region = page.getByRole("region", { name: "Try it" });
  await region.getByRole("textbox", { name: "Amount" }).fill("12,500");
  await region.getByRole("combobox", { name: "Submitter" }).fill(DEMO_PEOPLE.employee.name);
  await page.getByRole("option", { name: DEMO_PEOPLE.employee.name }).first().click();
  await region.getByText(`manager of ${DEMO_PEOPLE.employee.name}`).waitFor();
}

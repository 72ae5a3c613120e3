/** `npm run console:shots`: writes the pictures of the README, docs/console.md and docs/company.md. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import {
  DEMO_DRAFTED_RULE,
  DEMO_PURCHASE_RULE,
  DEMO_PEOPLE,
  type DemoPerson,
} from "../start/demo-company.ts";
import { dayAfter } from "../start/read-work.ts";
import { until } from "../until.ts";
import { WORKSPACE_ROOT } from "../../workspace.ts";
import { optionsOrExit } from "../../usage.ts";

const WIDE = { width: 1440, height: 900 };
const QUALITY = 90;
/** Title of the document that the pictures open. */
const SHOWN = "Cold storage for the new quay";
const QUESTION = { width: 820, height: 800 };
const PHONE = { width: 390, height: 844 };
const MAIL = { width: 600, height: 480 };
/** Requests are gathered for a minute before their mail goes out. */
const MAIL_WITHIN_MS = 90_000;

const USAGE = `Writes the pictures of the README, docs/console.md and docs/company.md.

usage: npm run console:shots -- [options]

  --out <dir>    the folder of the pictures (docs/console)
  --only <name>  this picture alone, such as rules; may be repeated`;

const { values } = await optionsOrExit(USAGE, {
  options: {
    out: { type: "string", default: join(WORKSPACE_ROOT, "docs/console") },
    only: { type: "string", multiple: true, default: [] },
  },
});
const isWanted = (name: string): boolean => values.only.length === 0 || values.only.includes(name);
const folder = resolve(values.out);
mkdirSync(folder, { recursive: true });

// Only here: an answer about options should not wait for the platform.
const { startConsoleWorld } = await import("../console/console-world.ts");
const world = await startConsoleWorld({}, undefined, { openWork: true, mail: true });
await world.platform.historyWritten;
try {
  const { manager, head, admin } = DEMO_PEOPLE;
  const ruleId = (await rulesOf(DEMO_PURCHASE_RULE.kind)).find(({ amountAbove }) => amountAbove !== null)!.id;
  const draftedId = (await rulesOf(DEMO_DRAFTED_RULE.kind)).find(({ state }) => state === "DRAFT")!.id;
  const questionId = await agentsQuestion();
  const { inboxPage } = await world.ask<{
    inboxPage: { data: { refId: string; document: { title: string } }[] };
  }>(manager, "{ inboxPage(input: { take: 100 }) { data { refId document { title } } } }");
  const chosenRefId = inboxPage.data.find(({ document }) => document?.title === SHOWN)!.refId;
  await world.ask(
    manager,
    "mutation Away($input: CreateSubstitutionInput!) { createSubstitution(input: $input) { _id } }",
    {
      input: {
        substituteId: head.userId,
        fromDate: dayAfter(new Date(), 60),
        untilDate: dayAfter(new Date(), 78),
        timeZone: "Europe/Berlin",
        reason: "Winter holiday",
      },
    },
  );
  for (const colorScheme of ["light", "dark"] as const) {
    const take = async (
      name: string,
      person: DemoPerson,
      path: string,
      shownText: string,
      size = WIDE,
      use?: (page: Page) => Promise<void>,
    ) => {
      if (!isWanted(name)) return;
      const options = { viewport: size, colorScheme, reducedMotion: "reduce" as const, locale: "en-GB" };
      const page = await world.openAs(person, options, path);
      await page.getByText(shownText).locator("visible=true").first().waitFor();
      await use?.(page);
      await shoot(page, join(folder, `${name}-${colorScheme}.webp`));
      await page.context().close();
    };
    await take("inbox", manager, `inbox/${chosenRefId}`, "Fjell Refrigeration");
    await take("question", manager, `inbox/${questionId}`, "delete_record", QUESTION);
    await take("due", head, "inbox?order=due", "Summer party on the old pier");
    await take("calendars", admin, "calendars", "Harbour office");
    await take("document", admin, `documents/${chosenRefId}`, "Fjell Refrigeration");
    await take("away", manager, "people", "Winter holiday");
    await take("documents", admin, "documents", "Winter stock");
    await take("rules", admin, `rules/PurchaseOrder/${ruleId}`, "Version 1", WIDE, tryIt);
    await take(
      "rule-sheet",
      admin,
      `rules/${DEMO_DRAFTED_RULE.kind}/${draftedId}`,
      "not in force",
      WIDE,
      openSheet,
    );
    await take("preferences", manager, "preferences", "By mail");
    await take("preferences-phone", manager, "preferences", "By mail", PHONE);
    await take("phone", manager, `inbox/${chosenRefId}`, "Fjell Refrigeration", PHONE);
  }
  if (isWanted("mail")) await takeMail(await mailOfRequests());
} finally {
  await world.close();
}

/** Id of what an agent of the employee asks the manager for: one call of a dangerous tool. */
async function agentsQuestion(): Promise<string> {
  const engine = world.platform.services.find(({ name }) => name === "approval-engine")!;
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  const { StreamableHTTPClientTransport } =
    await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  const agent = new Client({ name: "records-assistant", version: "1.0.0" });
  const authorization = `Bearer ${await world.tokenOf(DEMO_PEOPLE.employee)}`;
  const address = new URL("/api/mcp/approvals", engine.publicUrl);
  await agent.connect(
    new StreamableHTTPClientTransport(address, { requestInit: { headers: { authorization } } }),
  );
  const { structuredContent } = await agent.callTool({
    name: "request_approval",
    arguments: {
      kind: "ToolCall",
      title: "Delete the record customers-2019",
      facts: [{ key: "reason", label: "Reason", type: "TEXT", value: "kept for 7 years" }],
      action: { tool: "delete_record", arguments: { name: "customers-2019" } },
      audience: "guarded-tools",
      idempotencyKey: "ticket 4711",
    },
  });
  await agent.close();
  return (structuredContent as { id: string }).id;
}

/** Address of a mail with several requests, as it was sent: those of one minute are one mail, with the agent's if that was soon enough. */
async function mailOfRequests(): Promise<string> {
  for (const reason of ["Sailing to the islands", "Painting the house"]) await world.submitLeave({ reason });
  const { pageUrl } = world.platform.mails!;
  const title = /<a href="([^"]+)">\d documents await your approval</u;
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

/** The rules of a kind. */
async function rulesOf(kind: string) {
  const { approvalRules } = await world.ask<{
    approvalRules: { id: string; amountAbove: string | null; state: string }[];
  }>(
    DEMO_PEOPLE.admin,
    "query Rules($kind: ApprovalRuleKind!) { approvalRules(kind: $kind) { id amountAbove state } }",
    { kind },
  );
  return approvalRules;
}

/** Asks who would be asked for a purchase of the employee. */
async function tryIt(page: Page): Promise<void> {
  const region = page.getByRole("region", { name: "Try it" });
  await region.getByRole("textbox", { name: "Amount" }).fill("12,500");
  await region.getByRole("combobox", { name: "Submitter" }).fill(DEMO_PEOPLE.employee.name);
  await page.getByRole("option", { name: DEMO_PEOPLE.employee.name }).first().click();
  await region.getByText(`manager of ${DEMO_PEOPLE.employee.name}`).waitFor();
}

/** Opens the sheet of a draft: whom it would have asked. */
async function openSheet(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Publish …" }).click();
  await page.getByText(/documents of the last 90 days would go another way/u).waitFor();
}

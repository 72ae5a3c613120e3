import { newId } from "@countersign/mongo";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_PEOPLE } from "../start/demo-company.ts";
import { useConsoleWorld } from "./console-world.ts";
import { goTo, sidewaysOn } from "./layout.ts";

const { admin, employee, manager, head } = DEMO_PEOPLE;
const NAME_MAX = 200;
const REMARK_MAX = 2_000;
const FACTS = 40;

/** Runs where it is taken for markup, and turns what follows it where it is not kept apart. */
const HOSTILE = `<script>hacked = 1</script><img src=x onerror="hacked = 1">שלום 👩🏽‍🚀`;
const UNBROKEN = "Ärzte🚀".repeat(NAME_MAX);
const hostile = (length: number) => `${HOSTILE}${UNBROKEN}`.slice(0, length);

describe("texts that people write", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  const refId = newId();
  let workflowId: string;
  let page: Page;
  beforeAll(async () => {
    const created = await world.ask<{ createWorkflow: { _id: string } }>(
      admin,
      "mutation New($input: CreateWorkflowInput!) { createWorkflow(input: $input) { _id } }",
      { input: { name: hostile(NAME_MAX), description: HOSTILE, status: "IN_PROGRESS" } },
    );
    workflowId = created.createWorkflow._id;
    for (const [order, { userId }] of [admin, manager].entries()) {
      await world.ask(
        admin,
        "mutation New($input: CreateWorkflowStageInput!) { createWorkflowStage(input: $input) { _id } }",
        { input: { workflowId, name: hostile(NAME_MAX), order, approverIds: [userId] } },
      );
    }
    const facts = Array.from({ length: FACTS }, (_, at) => ({
      key: `fact${at}`,
      label: `${at} ${HOSTILE}`.slice(0, 60),
      type: "TEXT",
      value: hostile(at === 0 ? 500 : 200),
    }));
    const document = {
      title: hostile(NAME_MAX),
      amount: "999999999999.999",
      currency: "EUR",
      url: "https://example.com/document",
      attachments: [{ name: hostile(NAME_MAX), url: "https://example.com/file" }],
      facts,
    };
    await world.ask(
      employee,
      "mutation New($input: NewWorkflowTaskInput!) { newWorkflowTask(input: $input) }",
      {
        input: { workflowId, refId, kind: "PurchaseOrder", ref: hostile(NAME_MAX), document },
      },
    );
    await world.ask(
      admin,
      "mutation New($input: CreateSubstitutionInput!) { createSubstitution(input: $input) { _id } }",
      {
        input: {
          substituteId: head.userId,
          fromDate: "2027-08-02",
          untilDate: "2027-08-20",
          timeZone: "Europe/Berlin",
          reason: hostile(NAME_MAX),
        },
      },
    );
    await world.send(admin, "hr-service", "PATCH", `/api/users/${employee.userId}`, {
      name: hostile(NAME_MAX),
    });
    page = await world.openAs(admin);
  });
  afterAll(() => page.close());

  it("are shown as they are, and hold every layout at any width [CON-6] [CON-8]", async () => {
    const places = [
      "nowhere",
      "inbox",
      `documents/${refId}`,
      `inbox/${refId}`,
      "away",
      "notifications",
      "workflows",
      `workflows/${workflowId}`,
      "audit",
    ];
    const nora = await world.openAs(employee);
    const found = [
      ...(await sidewaysAt(page, places)),
      ...(await sidewaysAt(nora, ["nowhere", "submissions", "notifications"])),
    ];
    await nora.close();
    expect(found).toEqual([]);
    await goTo(page, `documents/${refId}`);
    expect(await page.locator("dt").count()).toBe(FACTS);
    expect(await page.getByText("<script>hacked = 1</script>").count()).toBeGreaterThan(FACTS);
    expect(await page.evaluate("'hacked' in window")).toBe(false);
  });

  it("turn no text but their own [CON-6]", async () => {
    const loose: string[] = [];
    for (const place of ["nowhere", "inbox", `documents/${refId}`, "workflows", "away"]) {
      await goTo(page, place);
      loose.push(...(await looseOn(page)).map((text) => `${place}: ${text}`));
    }
    expect(loose).toEqual([]);
  });

  it("stay in their field where the engine refuses them", async () => {
    const name = "Contracts \u202Efdp.exe";
    await goTo(page, "workflows");
    await page.getByLabel("New workflow").fill(name);
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByText("must not contain U+202E").waitFor();
    expect(await page.getByLabel("New workflow").inputValue()).toBe(name);
  });

  it("reach the engine as they were pasted, 2,000 characters of them, without their formatting", async () => {
    const line = "Fine with me. ";
    const remark = `Two lines:\n${line.repeat(REMARK_MAX)}`.slice(0, REMARK_MAX - 1) + ".";
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await goTo(page, "nowhere");
    await goTo(page, `inbox/${refId}`);
    await page.getByRole("button", { name: "Approve …" }).click();
    await page.evaluate(`navigator.clipboard.write([new ClipboardItem({
      "text/plain": new Blob([${JSON.stringify(remark)}], { type: "text/plain" }),
      "text/html": new Blob(["<b>" + ${JSON.stringify(remark)} + "</b>"], { type: "text/html" }),
    })])`);
    const field = page.getByLabel("Remark (optional)");
    await field.press("Control+v");
    expect(await field.inputValue()).toBe(remark);
    await field.press("x");
    await page.getByText("At most 2,000 characters.").waitFor();
    expect(await field.inputValue()).toBe(`${remark}x`);
    await page.keyboard.press("Control+Enter");
    await field.press("Backspace");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("status").filter({ hasText: "Approved" }).waitFor();
    const { workflowEvents } = await world.ask<{
      workflowEvents: { event: string; metadata: { remark: string | null } }[];
    }>(admin, "query Events($refId: ID!) { workflowEvents(refId: $refId) { event metadata { remark } } }", {
      refId,
    });
    expect(workflowEvents.find(({ event }) => event === "APPROVED")?.metadata.remark).toBe(remark);
    expect(await page.evaluate("'hacked' in window")).toBe(false);
  });
});

/** What has to be moved sideways on any of the pages, from a phone to a desk. */
async function sidewaysAt(page: Page, places: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const place of places) {
    await goTo(page, place);
    for (const width of [320, 768, 1360]) {
      await page.setViewportSize({ width, height: 860 });
      found.push(...(await sidewaysOn(page)).map((line) => `${place} at ${width}: ${line}`));
    }
  }
  return found;
}

/** Texts with a mark that turns them, outside of what keeps them apart from their neighbours. */
function looseOn(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const walker = document.createTreeWalker(document.querySelector("main#page"), NodeFilter.SHOW_TEXT);
    const loose = [];
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode;
      if (data.includes("שלום") && !data.includes("\\u2068") && parentElement.closest("bdi, textarea, input") === null)
        loose.push(parentElement.outerHTML.slice(0, 120));
    }
    return loose;
  })()`);
}

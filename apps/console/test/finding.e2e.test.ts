import ExcelJS from "exceljs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { violationsOn } from "./axe.ts";
import { goTo, pickPerson, sidewaysAt } from "./layout.ts";
import { createWorkflow, submitTo } from "./submit.ts";

const { admin, employee, hr, manager } = DEMO_PEOPLE;
const DECIDE =
  "mutation Decide($input: UpdateWorkflowApprovalStatusInput!) { updateWorkflowApprovalStatus(input: $input) }";
const RUN = "query Run($refId: ID!) { runTasks(refId: $refId) { _id } }";

const list = (page: Page) => page.getByRole("main").getByRole("listitem");

describe("a document is found again", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let milan: Page;
  const decide = async (refId: string, status: string, remark?: string) => {
    const { runTasks } = await world.ask<{ runTasks: { _id: string }[] }>(manager, RUN, { refId });
    await world.ask(manager, DECIDE, { input: { taskId: runTasks[0]!._id, status, remark } });
  };
  beforeAll(async () => {
    const workflowId = await createWorkflow(world, [{ name: "Budget", approvers: [manager] }]);
    const supplier = { key: "supplier", label: "Supplier", type: "TEXT", value: "Fjell Refrigeration" };
    const cold = await submitTo(world, workflowId, {
      ref: "PR-7001",
      title: "Cold storage",
      amount: "4817.35",
      currency: "EUR",
      facts: [supplier],
    });
    const desks = await submitTo(world, workflowId, { ref: "PR-7002", title: "Desks" });
    await submitTo(world, workflowId, { ref: "PR-7003", title: "Lamps" });
    await decide(cold, "APPROVED", "Fine by me");
    await decide(desks, "REJECTED", "Too many");
    milan = await world.openAs(manager, {}, "decided");
  });
  afterAll(() => milan.context().close());

  it("among one's own decisions, with verdict and note, by words, kind and state [CON-14]", async () => {
    await milan.getByRole("heading", { name: "Decided" }).waitFor();
    await expect.poll(() => list(milan).count()).toBe(2);
    await list(milan).filter({ hasText: "Desks" }).getByText("“Too many”").waitFor();
    await list(milan).filter({ hasText: "Desks" }).getByText("Rejected").waitFor();
    await milan.getByRole("button", { name: /^State|State$/u }).click();
    await milan.getByRole("option", { name: "Approved" }).click();
    await expect.poll(() => list(milan).count()).toBe(1);
    expect(new URL(milan.url()).search).toBe("?state=approved");
    await milan.reload();
    await list(milan).filter({ hasText: "Cold storage" }).waitFor();
    expect(await violationsOn(milan)).toEqual([]);
  });

  it.each(["fjell", "PR-7001", "4,817.35", "4.817,35", "cold sto"])(
    "among all that the reader may see, by %s [CON-14]",
    async (text) => {
      await goTo(milan, "nowhere");
      await goTo(milan, "documents");
      await milan.getByRole("searchbox").fill(text);
      await expect.poll(() => list(milan).count()).toBe(1);
      await list(milan)
        .getByRole("link", { name: /^Cold storage/u })
        .waitFor();
      await milan.getByRole("searchbox").fill("");
    },
  );

  it("by a name in the search box, in Ctrl and K, and among one's decisions [CON-22]", async () => {
    for (const place of ["documents?q=nora+cold", "decided?q=lind+cold"]) {
      await goTo(milan, "nowhere");
      await goTo(milan, place);
      await expect.poll(() => list(milan).count()).toBe(1);
      await list(milan).filter({ hasText: "Cold storage" }).waitFor();
    }
    // A copied row has blanks between its parts.
    expect(await list(milan).innerText()).toContain("PR-7001 · “Fine by me” · Nora Lind");
    await milan.keyboard.press("Control+k");
    await milan.getByRole("dialog").getByRole("combobox").fill("nora cold");
    await milan.getByRole("option", { name: /^Cold storage/u }).waitFor();
    await milan.keyboard.press("Escape");
    await milan.getByRole("dialog").waitFor({ state: "detached" });
  });

  it("by a person who takes part in it [CON-14] [CON-22]", async () => {
    await goTo(milan, "nowhere");
    await goTo(milan, "documents");
    await pickPerson(milan, "Person", "nora", employee);
    await list(milan).filter({ hasText: "Cold storage" }).waitFor();
    expect(new URL(milan.url()).search).toBe(`?person=${employee.userId}`);
    expect(await violationsOn(milan)).toEqual([]);
    await pickPerson(milan, "Person", "priya", hr);
    await milan.getByText("No document matches").waitFor();
    expect(new URL(milan.url()).search).toBe(`?person=${hr.userId}`);
    // Emptied, the field finds anybody's again.
    await milan.getByLabel("Person", { exact: true }).fill("");
    await milan.keyboard.press("Tab");
    await list(milan).filter({ hasText: "Cold storage" }).waitFor();
    expect(new URL(milan.url()).search).toBe("");
  });

  it("and nothing is found that somebody may not see [CON-14]", async () => {
    await world.submitLeave({ reason: "A secret" });
    const nora = await world.openAs(employee, {}, "documents?q=cold");
    await list(nora).filter({ hasText: "Cold storage" }).waitFor();
    const { head } = DEMO_PEOPLE;
    const helen = await world.openAs(head, {}, "documents?q=cold");
    await helen.getByText("No document matches").waitFor();
    await Promise.all([nora.context().close(), helen.context().close()]);
  });

  it("by Ctrl and K with a few letters, as are pages and commands [CON-14]", async () => {
    await goTo(milan, "notifications");
    await milan.keyboard.press("Control+k");
    const box = milan.getByRole("dialog").getByRole("combobox");
    await box.fill("decid");
    await milan.getByRole("option", { name: /^Decided/u }).waitFor();
    await box.fill("cold");
    await milan.getByRole("option", { name: /^Cold storage/u }).waitFor();
    // The list belongs to the box by aria-controls, outside of every landmark.
    expect(await violationsOn(milan, ["[role=listbox]"])).toEqual([]);
    await milan.keyboard.press("Escape");
    await milan.getByRole("dialog").waitFor({ state: "detached" });
    await milan.keyboard.press("Control+k");
    await box.fill("cold");
    await milan.getByRole("option", { name: /^Cold storage/u }).waitFor();
    await milan.keyboard.press("ArrowDown");
    await milan.keyboard.press("Enter");
    await milan.locator("#document-title").filter({ hasText: "Cold storage" }).waitFor();
    await expect.poll(() => milan.title()).toBe("Cold storage · PR-7001 · Countersign");
  });

  it("under a name, where its filters are saved as a view [CON-13]", async () => {
    await goTo(milan, "documents");
    await milan.getByRole("searchbox").fill("desks");
    await expect.poll(() => list(milan).count()).toBe(1);
    await milan.getByRole("button", { name: "Save this view" }).click();
    await milan.getByRole("textbox", { name: "Name" }).fill("Only desks");
    await milan.getByRole("button", { name: "Save", exact: true }).press("Enter");
    await goTo(milan, "inbox");
    await milan.getByRole("link", { name: "Only desks" }).click();
    await list(milan).filter({ hasText: "Desks" }).waitFor();
    expect(new URL(milan.url()).search).toBe("?q=desks");
    await milan.getByRole("button", { name: "Delete the view Only desks" }).click();
    await milan.getByRole("link", { name: "Only desks" }).waitFor({ state: "detached" });
  });

  it("and taken along as a spreadsheet, with the filters of the list [CON-14] [CON-18]", async () => {
    const ada = await world.openAs(admin, {}, "documents?q=cold&kind=PurchaseRequisition");
    await list(ada).filter({ hasText: "Cold storage" }).waitFor();
    for (const [place, file] of [
      ["documents?q=cold&kind=PurchaseRequisition", "documents.xlsx"],
      ["audit?number=PR-7001", "audit.xlsx"],
    ] as const) {
      await goTo(ada, "nowhere");
      await goTo(ada, place);
      const [saved] = await Promise.all([
        ada.waitForEvent("download"),
        ada.getByRole("button", { name: "Download" }).click(),
      ]);
      expect(saved.suggestedFilename()).toBe(file);
      const book = new ExcelJS.Workbook();
      await book.xlsx.readFile(await saved.path());
      const cells = JSON.stringify(book.worksheets[0]!.getSheetValues());
      expect(cells).toContain("PR-7001");
      expect(cells).not.toContain("PR-7002");
    }
    await ada.context().close();
  });

  it("and whatever answers in the engine's place, a refused download is a sentence [CON-12]", async () => {
    const ada = await world.openAs(admin, { locale: "de-DE" }, "audit");
    const refused = async (status: number, contentType: string, body: string) => {
      await ada.route("**/api/audit/download**", (route) => route.fulfill({ status, contentType, body }));
      await ada.getByRole("button", { name: "Herunterladen" }).click();
      const said = ada.getByRole("status").filter({ hasText: "Nicht heruntergeladen" });
      const words = await said.innerText();
      await ada.unroute("**/api/audit/download**");
      await ada.reload();
      await ada.getByRole("button", { name: "Herunterladen" }).waitFor();
      return words;
    };
    expect(await refused(502, "text/html", "<html>Bad gateway</html>")).toContain(
      "Nicht heruntergeladen: Der Dienst hat nicht geantwortet (502).",
    );
    expect(await refused(500, "application/json", "null")).toContain("nicht geantwortet (500)");
    const known = JSON.stringify({ code: "QUERY_TOO_SLOW", message: "The search takes too long" });
    expect(await refused(400, "application/json", known)).toContain("Der Dienst hat das abgelehnt.");
    world.takeComplaints();
    await ada.context().close();
  });

  it("with words that narrow no other page, however soon the reader goes there [CON-14]", async () => {
    const ada = await world.openAs(admin, {}, "documents");
    await ada.clock.install();
    await ada.reload();
    await list(ada).filter({ hasText: "Desks" }).waitFor();
    // The typing never rests.
    await ada.clock.pauseAt(Date.now() + 1_000);
    await ada.getByRole("searchbox").fill("desks");
    await ada.getByRole("link", { name: "My requests" }).click();
    await ada.getByRole("heading", { name: "My requests" }).waitFor();
    await ada.clock.runFor(1_000);
    expect(new URL(ada.url()).search).toBe("");
    await ada.context().close();
  });

  it("on pages that fit every width", async () => {
    const ada = await world.openAs(admin, {}, "documents");
    expect(await sidewaysAt(ada, ["nowhere", "documents", "decided", "requests"])).toEqual([]);
    await ada.context().close();
  });
});

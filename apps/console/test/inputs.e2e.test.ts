import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { useConsoleWorld } from "@countersign/tools/console-world";

const { employee, manager, admin } = DEMO_PEOPLE;
const MARKUP = `<script>document.title = "hacked"</script><img src=x onerror="document.title='hacked'">`;
const SET =
  "mutation Set($input: UpdateApprovalSettingsInput!) { updateApprovalSettings(input: $input) { version } }";

describe("what people write", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  const opened = async (refId: string, options?: object): Promise<Page> => {
    const page = await world.openAs(manager, options, `inbox/${refId}`);
    await page.getByRole("button", { name: "Approve", exact: true }).waitFor();
    return page;
  };

  it("is pasted without its formatting, up to 2,000 characters, and not cut [CON-8]", async () => {
    const { _id, ref } = await world.submitLeave({ reason: MARKUP });
    const page = await opened(_id, { permissions: ["clipboard-read", "clipboard-write"] });
    await page.getByRole("button", { name: "Reject", exact: true }).click();
    const text = `Dear Nora,\n${"no ".repeat(662)}Ende`;
    expect(text).toHaveLength(2_001);
    const html = JSON.stringify(`<h1><b>${text}</b></h1>`);
    await page.evaluate(`navigator.clipboard.write([new ClipboardItem({
      "text/plain": new Blob([${JSON.stringify(text)}], { type: "text/plain" }),
      "text/html": new Blob([${html}], { type: "text/html" }) })])`);
    const reason = page.getByRole("textbox", { name: "Note" });
    await reason.focus();
    await page.keyboard.press("Control+V");
    await expect.poll(() => reason.inputValue()).toBe(text);
    await page.getByText("At most 2,000 characters.").waitFor();
    const confirm = page.getByRole("button", { name: "Confirm rejection" });
    expect(await confirm.isDisabled()).toBe(true);
    await page.keyboard.press("Backspace");
    await confirm.press("Enter");
    await page.getByRole("status").filter({ hasText: "Rejected" }).waitFor();
    const { workflowEvents } = await world.ask<{ workflowEvents: { metadata: { remark: string } }[] }>(
      employee,
      "query Events($refId: ID!) { workflowEvents(refId: $refId) { metadata { remark } } }",
      { refId: _id },
    );
    expect(workflowEvents.at(-1)?.metadata.remark).toBe(text.slice(0, -1));
    expect(ref).toMatch(/^LV-/u);
    await page.context().close();
  });

  it("changes under the reader only with a notice, and what was typed is kept [CTRL-2] [DOC-3]", async () => {
    await world.ask(admin, SET, { input: { onAmend: "KEEP_VERDICTS" } });
    const { _id } = await world.submitLeave({ reason: "Skiing" });
    const page = await opened(_id);
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await page.getByRole("textbox", { name: "Note" }).fill("Have fun");
    const changed = { from: "2027-03-01", to: "2027-03-26", reason: "Skiing", note: "Longer" };
    await world.send(employee, "hr-service", "PUT", `/api/leaves/${_id}`, changed);
    const notice = page
      .getByRole("alert")
      .filter({ hasText: "This has changed while you were looking at it." });
    await notice.getByText("Longer").waitFor();
    const confirm = page.getByRole("button", { name: "Confirm approval" });
    expect(await confirm.isDisabled()).toBe(true);
    expect(await page.getByRole("textbox", { name: "Note" }).inputValue()).toBe("Have fun");
    await page.getByRole("button", { name: "I have read what changed" }).click();
    await confirm.press("Enter");
    await page.getByRole("status").filter({ hasText: "Approved" }).waitFor();
    await page.close();
  });

  it("for a verdict that somebody else gave first stays until it is thrown away [CON-4]", async () => {
    const { _id } = await world.submitLeave({ reason: "Moving" });
    const page = await opened(_id);
    await page.getByRole("button", { name: "Reject", exact: true }).click();
    await page.getByRole("textbox", { name: "Note" }).fill("Not in this week");
    const { runTasks } = await world.ask<{ runTasks: { _id: string }[] }>(
      manager,
      "query Run($refId: ID!) { runTasks(refId: $refId) { _id } }",
      { refId: _id },
    );
    await world.ask(
      manager,
      "mutation Decide($input: UpdateWorkflowApprovalStatusInput!) { updateWorkflowApprovalStatus(input: $input) }",
      { input: { taskId: runTasks[0]!._id, status: "APPROVED" } },
    );
    const unsent = page.getByRole("region", { name: "What you typed was not sent" });
    await unsent.getByText("Not in this week").waitFor();
    await unsent.getByRole("button", { name: "Discard" }).click();
    await unsent.waitFor({ state: "detached" });
    await page.close();
  });
});

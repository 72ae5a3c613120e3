import { connectStore } from "@countersign/mongo";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { DEMO_COMPANY, DEMO_PEOPLE } from "@countersign/tools/demo-company";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { violationsOn } from "./axe.ts";
import { openReaderMenu, sidewaysOn } from "./layout.ts";

const { admin, employee, manager } = DEMO_PEOPLE;
const WHEN = "{ notificationPreferences { channel category when } }";
const TASKS = "query Run($refId: ID!) { runTasks(refId: $refId) { _id status } }";
const DECIDE =
  "mutation Decide($input: UpdateWorkflowApprovalStatusInput!) { updateWorkflowApprovalStatus(input: $input) }";

const choose = async (page: Page, preference: string, when: string) => {
  await page.getByRole("button", { name: preference }).click();
  await page.getByRole("option", { name: when }).click();
};
const shownAt = (page: Page, preference: string) =>
  page.getByRole("button", { name: preference }).innerText();

describe("notification preferences, where mails are sent", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld({}, { mail: true });
  let page: Page;
  beforeAll(async () => {
    page = await world.openAs(employee);
  });
  afterAll(() => page.close());
  const stored = async (channel: string, category: string) => {
    const { notificationPreferences } = await world.ask<{
      notificationPreferences: { channel: string; category: string; when: string }[];
    }>(employee, WHEN);
    return notificationPreferences.find((one) => one.channel === channel && one.category === category)?.when;
  };

  it("are behind the reader's name, and saved with each choice [TIME-5]", async () => {
    await openReaderMenu(page, employee);
    await page.getByRole("button", { name: "Notification preferences" }).click();
    await page.getByText(`Mails go to ${employee.email}`).waitFor();
    expect(await page.getByRole("columnheader").allInnerTexts()).toEqual([
      "News",
      "In the console",
      "By mail",
    ]);
    expect(await page.getByRole("rowheader").count()).toBe(4);
    expect(await shownAt(page, "Outcomes, By mail")).toBe("Daily");
    await choose(page, "Outcomes, By mail", "At once");
    await page.getByRole("status").filter({ hasText: "Saved" }).waitFor();
    await choose(page, "Reminders, In the console", "Never");
    await expect.poll(() => stored("IN_APP", "REMINDER")).toBe("OFF");
    expect(await stored("EMAIL", "OUTCOME")).toBe("NOW");
    await page.reload();
    await page.getByRole("button", { name: "Reminders, In the console" }).waitFor();
    expect(await shownAt(page, "Reminders, In the console")).toBe("Never");
    expect(await shownAt(page, "Outcomes, By mail")).toBe("At once");
  });

  it("say when mails come, which the page of mails shows [TIME-5]", async () => {
    const leave = await world.submitLeave();
    const { runTasks } = await world.ask<{ runTasks: { _id: string; status: string }[] }>(manager, TASKS, {
      refId: leave._id,
    });
    const { _id: taskId } = runTasks.find(({ status }) => status === "AWAITING_APPROVAL")!;
    await world.ask(manager, DECIDE, { input: { taskId, status: "REJECTED", remark: "Too <b>long</b>" } });
    const mails = await page.context().newPage();
    const title = new RegExp(`${leave.ref}.*rejected`, "u");
    await expect
      .poll(async () => {
        await mails.goto(world.platform.mails!.pageUrl);
        return mails.getByRole("link", { name: title }).count();
      })
      .toBe(1);
    await mails.getByRole("link", { name: title }).click();
    await mails.getByText(`<${employee.email}>`).waitFor();
    const [opened] = await Promise.all([
      mails.context().waitForEvent("page"),
      mails.frameLocator("iframe").getByRole("link", { name: "Open" }).click(),
    ]);
    await opened.waitForURL(`${world.url}inbox/${leave._id}`);
    expect(await mails.locator("pre").innerText()).toContain(`${world.url}inbox/${leave._id}`);
    await opened.close();
    await mails.close();
  });

  it("stay what was saved last where a choice is refused, and say why [TIME-5]", async () => {
    const refusal = page.locator("td").getByText(/server cannot be reached/u);
    for (const [saved, next] of [
      ["At once", "Daily"],
      ["Daily", "At once"],
    ] as const) {
      await page.route("**/graphql", (route) => route.abort());
      await choose(page, "Requests, By mail", "Never");
      await refusal.waitFor();
      expect(await shownAt(page, "Requests, By mail")).toBe(saved);
      await page.unroute("**/graphql");
      await choose(page, "Requests, By mail", next);
      await refusal.waitFor({ state: "detached" });
      await expect.poll(() => stored("EMAIL", "ASKED")).toBe(next === "Daily" ? "DIGEST" : "NOW");
      expect(await shownAt(page, "Requests, By mail")).toBe(next);
    }
    expect(world.takeComplaints()).not.toEqual([]);
  });

  it("break no rule of WCAG 2.2 AA in either theme, and fit on a phone [CON-6]", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violationsOn(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.getByRole("columnheader").allInnerTexts()).toHaveLength(3);
    expect(await sidewaysOn(page)).toEqual([]);
  });

  it("are there in German [CON-2] [TIME-5]", async () => {
    const german = await world.openAs(manager, { locale: "de-DE" }, "preferences");
    await german.getByRole("heading", { name: "Mitteilungen einstellen" }).waitFor();
    await german.getByText(`Mails gehen an ${manager.email}`).waitFor();
    expect(await shownAt(german, "Ergebnisse, Als Mail")).toBe("Täglich");
    await german.context().close();
  });

  it("show whose address refuses mails, to them and to administrators [TIME-5]", async () => {
    const store = await connectStore({
      uri: world.platform.store.uri,
      dbName: "countersign",
      appName: "test",
    });
    await store.db
      .collection<{ _id: string }>("channel_users")
      .updateOne(
        { _id: `EMAIL ${DEMO_COMPANY.id} ${employee.userId}` },
        { $set: { failingSince: new Date() } },
        { upsert: true },
      );
    await store.close();
    await page.reload();
    await page.getByText(`The mail server of your address ${employee.email} refuses our mails.`).waitFor();
    for (const [reader, count] of [
      [admin, 1],
      [manager, 0],
    ] as const) {
      const people = await world.openAs(reader, undefined, "people?tab=list");
      await people.getByText(employee.email).waitFor();
      const row = people.getByRole("listitem").filter({ hasText: employee.name });
      expect(await row.getByText("mails are refused").count()).toBe(count);
      await people.close();
    }
  });
});

describe("notification preferences, where no mails are sent", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();

  it("say so, and are about the console alone [TIME-5]", async () => {
    const page = await world.openAs(employee, undefined, "preferences");
    await page.getByText("No mails are sent here: this installation has no mail server.").waitFor();
    expect(await page.getByRole("columnheader").allInnerTexts()).toEqual(["News", "In the console"]);
    await page.close();
  });
});

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { violationsOn } from "./axe.ts";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { goTo } from "./layout.ts";

const { admin } = DEMO_PEOPLE;

describe("policies and thresholds", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();
  let page: Page;
  beforeAll(async () => {
    page = await world.openAs(admin, undefined, "policies");
  });
  afterAll(() => page.close());
  const isSound = async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violationsOn(page), colorScheme).toEqual([]);
    }
  };
  const policyOf = async (kind: string) => {
    const { hrApprovalPolicyPage } = await world.ask<{ hrApprovalPolicyPage: { data: object[] } }>(
      admin,
      `{ hrApprovalPolicyPage(input: { kind: ${kind} }) { data { levels { role order approveBy rejectBy bulk } } } }`,
    );
    return hrApprovalPolicyPage.data;
  };

  it("change the levels of a policy, which are kept until they are saved [CON-2]", async () => {
    await page.getByRole("button", { name: "Edit the policy for: Leave" }).click();
    await page.getByRole("button", { name: "Move Human resources up" }).click();
    await page.getByRole("button", { name: "Remove Manager" }).click();
    await page.getByText("May be decided together").first().click();
    await page.reload();
    await page.getByRole("heading", { name: "1. Human resources" }).waitFor();
    await isSound();
    const ofRule = { approveBy: "ANY", rejectBy: "VETO" };
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Edit the policy for: Leave" }).waitFor();
    expect(await policyOf("LEAVE")).toEqual([
      {
        levels: [
          { role: "HR", order: 1, ...ofRule, bulk: false },
          { role: "HEAD_OF_DEPARTMENT", order: 2, ...ofRule, bulk: true },
        ],
      },
    ]);
  });

  it("show beside a level what the engine refuses", async () => {
    await page.getByRole("button", { name: "Edit the policy for: Loan" }).click();
    await page.getByRole("button", { name: "One approval" }).first().click();
    await page.getByRole("option", { name: "A number of approvals" }).click();
    await page.getByLabel("Approvals", { exact: true }).fill("2");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText(/cannot reach its quorum/u).waitFor();
    expect(await page.getByLabel("Approvals", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    await page.getByRole("button", { name: "Discard" }).click();
  });

  it("delete a policy at the second press, and create it again", async () => {
    await page.getByRole("button", { name: "Edit the policy for: Salary advance" }).click();
    await page.getByRole("button", { name: "Delete …" }).click();
    expect(await policyOf("ADVANCE")).toHaveLength(1);
    await page.getByRole("button", { name: "Delete", exact: true }).press("Enter");
    await page.getByText("documents of this kind cannot be submitted").waitFor();
    await page.getByRole("button", { name: "Create a policy for: Salary advance" }).click();
    await page.getByRole("button", { name: "Add a level" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Edit the policy for: Salary advance" }).waitFor();
    expect(await policyOf("ADVANCE")).toMatchObject([{ levels: [{ role: "MANAGER", order: 1 }] }]);
  });

  it("create a threshold, with what is missing said beside its field [CON-2]", async () => {
    await page.getByRole("link", { name: "Thresholds" }).click();
    await page.getByRole("button", { name: "New threshold" }).click();
    await page.getByText("Without either limit this threshold never asks").waitFor();
    await page.getByLabel("Amount", { exact: true }).fill("2500.5");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Choose the workflow that approves.").waitFor();
    await isSound();
    await page.reload();
    expect(await page.getByLabel("Amount", { exact: true }).inputValue()).toBe("2,500.5");
    await page.getByRole("button", { name: "Choose a workflow" }).click();
    await page.getByRole("option", { name: "Large sales orders" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Above 2,500.5 ·").waitFor();
  });

  it("change a threshold and delete it", async () => {
    await page.getByRole("button", { name: "Edit the threshold for Purchase order" }).click();
    await page.getByLabel("Discount in percent").fill("7.5");
    await page.getByText("In use").click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Switched off: Above 2,500.5, or above 7.5 % discount").waitFor();
    await page.getByRole("button", { name: "Edit the threshold for Purchase order" }).click();
    await page.getByRole("button", { name: "Delete …" }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).press("Enter");
    await page.getByText("Switched off").waitFor({ state: "detached" });
    const { approvalThresholdPage } = await world.ask<{ approvalThresholdPage: { total: number } }>(
      admin,
      "{ approvalThresholdPage { total } }",
    );
    expect(approvalThresholdPage.total).toBe(1);
  });

  it("fit 320 pixels in German", async () => {
    const phone = await world.openAs(admin, undefined, "policies?locale=de");
    await phone.setViewportSize({ width: 320, height: 640 });
    const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    await phone.getByRole("button", { name: /Urlaub/u }).click();
    expect(await phone.evaluate<number>(overflow)).toBe(0);
    await goTo(phone, "thresholds");
    await phone.getByRole("button", { name: /Auftrag/u }).click();
    expect(await phone.evaluate<number>(overflow)).toBe(0);
    expect(await violationsOn(phone)).toEqual([]);
    await phone.close();
  });
});

import { describe, expect, it } from "vitest";
import { instructionsFor } from "./instructions.ts";

const caller = { companyId: "c".repeat(24), userId: "a".repeat(24), name: "Priya Shah" };

describe("the instructions of the journal [MCP-5]", () => {
  it("name company, user, currency and the limit of posting", () => {
    const text = instructionsFor(caller, { currency: "EUR", postApproval: 1_000_000_000n });
    expect(text).toContain(
      `You act for Priya Shah: companyId is ${caller.companyId}, createdBy is ${caller.userId}. ` +
        "Amounts are in EUR. Entries above EUR 1000 need approval before they are posted.",
    );
  });

  it.each([
    [
      { currency: undefined, postApproval: 99_500_000n },
      "Entries above 99.5 need approval before they are posted.",
    ],
    [{ currency: "EUR", postApproval: "always" as const }, "Every entry needs approval before it is posted."],
    [{ currency: "EUR", postApproval: "off" as const }, "Amounts are in EUR."],
    [{ currency: undefined, postApproval: "off" as const }, `createdBy is ${caller.userId}.`],
  ])("end with what holds for %o", (books, ending) => {
    expect(instructionsFor(caller, books).endsWith(ending)).toBe(true);
  });

  it("show a name on one line, and no hidden letters", () => {
    const text = instructionsFor(
      { ...caller, name: "Eve\n\u202EIgnore" },
      { currency: undefined, postApproval: "off" },
    );
    expect(text).not.toMatch(/[\n\u202E]/u);
    expect(instructionsFor({ ...caller, name: "" }, { currency: undefined, postApproval: "off" })).toContain(
      "You act for the user:",
    );
  });
});

import { describe, expect, it } from "vitest";
import { AGENT_AUDIENCES, audienceOf, PERSON_AUDIENCES, serviceOfForeignAudience } from "./audiences.ts";

const SERVICES = ["mcp-journal", "approval-engine", "version-gate", "hr-service", "contracts"];

describe("the audiences of development", () => {
  it("are one for each service, and the owners take the engine's [AGT-2]", () => {
    expect(SERVICES.map(audienceOf)).toEqual([
      "countersign-journal",
      "countersign-approvals",
      "countersign-gate",
      "countersign-approvals",
      "countersign-approvals",
    ]);
  });

  it("let an agent's token into the journal alone, and a person's everywhere [AGT-2]", () => {
    const takes = (audiences: readonly string[]) =>
      SERVICES.filter((name) => audiences.includes(audienceOf(name)));
    expect(takes(AGENT_AUDIENCES)).toEqual(["mcp-journal"]);
    expect(takes(PERSON_AUDIENCES)).toEqual(SERVICES);
  });

  it.each([
    ["approval-engine", "countersign-journal", "mcp-journal"],
    ["hr-service", "countersign-journal", "mcp-journal"],
    ["mcp-journal", "countersign-approvals", "approval-engine"],
    ["approval-engine", "countersign-approvals", undefined],
    ["hr-service", "countersign-approvals", undefined],
    ["approval-engine", "our-own", undefined],
  ])("are kept apart: %s with %s is %s [AGT-2]", (service, audience, other) => {
    expect(serviceOfForeignAudience(service, audience)).toBe(other);
  });
});

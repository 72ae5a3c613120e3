import { call, useAgent } from "@countersign/testing/mcp-agent";
import { useConsoleWorld } from "@countersign/tools/console-world";
import { DEMO_PEOPLE } from "@countersign/tools/demo-company";
import { describe, expect, it } from "vitest";
import { violationsOn } from "./axe.ts";

const { employee, manager } = DEMO_PEOPLE;

describe("what an agent asks a person for", { tags: ["chromium"] }, () => {
  const world = useConsoleWorld();

  it("is shown line by line with its hash, and who asked through which client, in both languages [ASK-2] [AGT-4]", async () => {
    const engine = world.platform.services.find(({ name }) => name === "approval-engine")!;
    const authorization = `Bearer ${await world.tokenOf(employee)}`;
    const agent = await useAgent(engine, { authorization, path: "/api/mcp/approvals" });
    const asked = await call(agent, "request_approval", {
      kind: "ToolCall",
      title: "Delete the record customers-2019",
      approvers: [manager.userId],
      action: { tool: "delete_record", arguments: { name: "customers-2019", note: "a\u202Eb" } },
      idempotencyKey: "console",
    });
    const { id, actionSha256 } = asked.data as { id: string; actionSha256: string };

    const milan = await world.openAs(manager, undefined, `inbox/${id}`);
    await milan.getByText(`${employee.name}’s agent (claims to be “test-agent”)`).first().waitFor();
    const shown = milan.getByRole("region", { name: "The call that is asked for" });
    await shown.getByText(actionSha256).waitFor();
    expect(await shown.getByRole("listitem").allTextContents()).toEqual([
      "{",
      '  "arguments": {',
      '    "name": "customers-2019",',
      String.raw`    "note": "a\u202eb"`,
      "  },",
      '  "tool": "delete_record"',
      "}",
    ]);
    expect(await violationsOn(milan)).toEqual([]);
    await milan.close();

    const german = await world.openAs(manager, undefined, `inbox/${id}?locale=de`);
    await german.getByText(`Agent von ${employee.name} (gibt sich als „test-agent“ aus)`).first().waitFor();
    await german.getByRole("region", { name: "Der Aufruf, um den gebeten wird" }).waitFor();
    await german.getByText("Werkzeugaufruf").locator("visible=true").first().waitFor();
    await german.close();
  });
});

import type { Principal } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import { MongoNetworkError } from "mongodb";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineTool, type CallContext, ToolFailure } from "./tool.ts";

const principal: Principal = {
  issuer: "https://issuer.test",
  userId: "a".repeat(24),
  companyId: "b".repeat(24),
  privileged: false,
  expiresAt: 0,
};
const context: CallContext = { principal, meta: {} };

function toolThat(run: (input: { name: string }) => Promise<{ text: string; data: { name: string } }>) {
  const failures: unknown[] = [];
  const tool = defineTool({
    name: "greet",
    title: "Greet",
    description: "Greets",
    annotations: { readOnlyHint: true },
    input: z.object({ name: z.string() }),
    output: z.object({ name: z.string() }),
    run,
    onFailure: (error, name) => failures.push([name, error]),
  });
  return { tool, failures };
}

const failing = (error: Error) =>
  toolThat(async () => {
    throw error;
  });

describe("a tool", () => {
  it("answers with its text, and the same as data [MJ-TOOL-01]", async () => {
    const { tool } = toolThat(async ({ name }) => ({ text: `Hello ${name}`, data: { name } }));
    expect(await tool.call({ name: "Nora" }, context)).toEqual({
      content: [{ type: "text", text: "Hello Nora" }],
      structuredContent: { name: "Nora" },
    });
  });

  it("answers what the domain refuses with its message [MJ-TOOL-05]", async () => {
    const { tool, failures } = failing(new DomainError("NOT_FOUND", "Nobody here"));
    expect(await tool.call({ name: "Nora" }, context)).toEqual({
      content: [{ type: "text", text: "Error: Nobody here" }],
      isError: true,
    });
    expect(failures).toEqual([]);
  });

  it("answers a failure whose whole text the specification gives with that text", async () => {
    const { tool } = failing(new ToolFailure("Nobody found."));
    expect(await tool.call({ name: "Nora" }, context)).toMatchObject({
      content: [{ text: "Nobody found." }],
      isError: true,
    });
  });

  it("hides an unexpected failure from the agent, and logs all of it [MJ-TOOL-07]", async () => {
    const error = new TypeError("the password is swordfish");
    const { tool, failures } = failing(error);
    expect(await tool.call({ name: "Nora" }, context)).toEqual({
      content: [{ type: "text", text: "Error: Internal error" }],
      isError: true,
    });
    expect(failures).toEqual([["greet", error]]);
  });

  it("reports to the agent that the store is away, and logs why [MJ-TOOL-05]", async () => {
    const error = new MongoNetworkError("connect ECONNREFUSED 10.0.0.7:27017");
    const { tool, failures } = failing(error);
    expect(await tool.call({ name: "Nora" }, context)).toEqual({
      content: [{ type: "text", text: "Error: The store is not available; try again" }],
      isError: true,
    });
    expect(failures).toEqual([["greet", error]]);
  });

  it("answers arguments of a wrong shape, or none, with the problems [MJ-TOOL-06]", async () => {
    const { tool } = toolThat(async () => ({ text: "", data: { name: "" } }));
    for (const input of [{ name: 5 }, {}, undefined]) {
      expect(await tool.call(input, context)).toMatchObject({
        isError: true,
        content: [{ text: expect.stringMatching(/^Error: Invalid arguments: name: /) }],
        _meta: { problems: [{ path: "name" }] },
      });
    }
  });
});

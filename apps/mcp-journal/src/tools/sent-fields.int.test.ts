import { ledgerFixture, sweepOf, testTokens, useTestService, useTestStore } from "@countersign/testing";
import { call, useAgent } from "@countersign/testing/mcp-agent";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { mcpJournal } from "../service.ts";

const store = await useTestStore();
const { companyId, userId, entry, lines, entries } = await ledgerFixture(store);
const service = await useTestService(mcpJournal, store);
const agent = await useAgent(service, {
  authorization: await testTokens().bearer({ sub: userId, companyId }),
});

/** Valid arguments of each tool, where their types alone do not suffice. */
const GIVEN: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  create_journal_entry: {
    ...entry(),
    documentDate: Date.UTC(2026, 0, 31),
    transactions: lines(12).map((line) => Object.assign(line, { remark: "paper" })),
  },
};

const { tools } = await agent.listTools();

describe.each(tools.map(({ name, inputSchema }) => ({ name, inputSchema })))(
  "$name",
  ({ name, inputSchema }) => {
    const { sound, fields } = sweepOf(
      z.fromJSONSchema(inputSchema as Parameters<typeof z.fromJSONSchema>[0]),
      GIVEN[name],
    );

    /** The answer to a call; a refusal writes nothing, and is no error of the service. */
    async function tried(args: unknown) {
      const before = (await entries()).length;
      const { isError, text } = await call(agent, name, args as Record<string, unknown>);
      if (isError) expect((await entries()).length, text).toBe(before);
      expect(text).not.toContain("Internal error");
      return { isError, refusal: isError ? text : "" };
    }

    it.each(fields)(
      "takes null at $path as no argument, or refuses it by its name [FIX-4]",
      async (field) => {
        const [nulled, absent] = [await tried(field.nulled), await tried(field.absent)];
        if (field.isOptional) {
          expect(nulled).toEqual(absent);
          expect(nulled.refusal).not.toContain("Invalid arguments");
        }
        for (const { refusal } of field.isOptional ? [] : [nulled, absent]) {
          expect(refusal).toContain(`Error: Invalid arguments: ${field.path}: `);
        }
      },
    );

    it.each(fields)(
      "takes an empty or blank text at $path, or refuses it by its name [FIX-4]",
      async (field) => {
        for (const args of [field.empty, field.blank]) {
          const { refusal } = await tried(args);
          if (refusal.includes("Invalid arguments")) expect(refusal).toContain(`${field.path}: `);
        }
      },
    );

    it("refuses an unknown argument by its name [FIX-4]", async () => {
      const { refusal } = await tried({ ...(sound as object), surprise: null });
      expect(refusal).toBe("Error: Invalid arguments: surprise: unknown argument");
    });
  },
);

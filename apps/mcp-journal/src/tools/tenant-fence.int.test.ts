import { newId } from "@countersign/mongo";
import { ledgerFixture, testTokens, useTestService, useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";
import { call, createdId, useAgent } from "@countersign/testing/mcp-agent";
import { mcpJournal } from "../service.ts";

const FENCE = "Error: Access denied: entry does not belong to this company";

const store = await useTestStore();
const own = await ledgerFixture(store);
const foreign = await ledgerFixture(store);
const authorization = await testTokens().bearer({ sub: own.userId, companyId: own.companyId });
const fenced = await useTestService(mcpJournal, store, { env: { MCP_TENANT_FENCE: "on" } });
const agent = await useAgent(fenced, { authorization });
const guest = await useAgent(await useTestService(mcpJournal, store), { authorization });

describe("with the tenant fence on", () => {
  it("refuses to write to another company, and writes nothing [MJ-FENCE-02]", async () => {
    expect(await call(agent, "create_journal_entry", foreign.entry())).toMatchObject({
      isError: true,
      text: FENCE,
    });
    expect(await foreign.entries()).toEqual([]);
  });

  it("refuses to read and to post with another company's id, whether or not the entry exists [MJ-FENCE-02]", async () => {
    const id = createdId(await call(guest, "create_journal_entry", foreign.entry()));
    for (const entryId of [id, newId()]) {
      for (const tool of ["get_journal_entry", "post_journal_entry"]) {
        const { text } = await call(agent, tool, { id: entryId, companyId: foreign.companyId });
        expect(text).toBe(FENCE);
      }
    }
    expect(await foreign.legs(id)).toEqual([]);
  });

  it("serves the token's own company, however its id is written [MJ-FENCE-02]", async () => {
    const id = createdId(await call(agent, "create_journal_entry", own.entry()));
    const companyId = own.companyId.toUpperCase();
    expect((await call(agent, "get_journal_entry", { id, companyId })).isError).toBe(false);
    expect((await call(agent, "post_journal_entry", { id, companyId })).isError).toBe(false);
  });

  it("lists the token's own accounts only [MJ-LIST-03]", async () => {
    const accounts = JSON.parse((await call(agent, "list_accounts")).text) as { id: string }[];
    expect(accounts.map(({ id }) => id).toSorted()).toEqual([own.cash, own.rent].toSorted());
  });
});

it("without it the argument decides, and accounts of every company are listed [MJ-FENCE-01]", async () => {
  const id = createdId(await call(guest, "create_journal_entry", foreign.entry()));
  expect((await call(guest, "post_journal_entry", { id, companyId: foreign.companyId })).isError).toBe(false);
  expect(JSON.parse((await call(guest, "list_accounts")).text)).toHaveLength(4);
});

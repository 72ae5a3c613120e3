import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { DEMO_ACCOUNTS, DEMO_COMPANY } from "../start/demo-company.ts";

/** Reads journal entries as an agent does, with the journal service's tools. */
export interface JournalReader {
  /** The entry in one line, its accounts by number and name. @throws Error when there is none */
  describe: (entryId: string) => Promise<string>;
  close: () => Promise<void>;
}

interface Entry {
  status: string;
  transactions: { accountId: string; type: string; debit: number; credit: number }[];
}

/** @param token development token of the reading person */
export async function openJournalReader(journalUrl: string, token: string): Promise<JournalReader> {
  const client = new Client({ name: "countersign-demo", version: "1.0.0" });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL("/api/mcp", journalUrl), { requestInit }));
  return {
    describe: async (id) => {
      const result = await client.callTool({
        name: "get_journal_entry",
        arguments: { id, companyId: DEMO_COMPANY.id },
      });
      if (result.isError) throw new Error(`mcp-journal does not show entry ${id}`);
      const { status, transactions } = result.structuredContent as Entry;
      const legs = transactions.map(({ accountId, type, debit, credit }) => {
        const account = DEMO_ACCOUNTS.find((knownAccount) => knownAccount.id === accountId);
        return `${type} ${account?.number} ${account?.name} ${type === "DEBIT" ? debit : credit}`;
      });
      return [status, ...legs].join(", ");
    },
    close: () => client.close(),
  };
}

import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";

/** A person at a terminal. */
export interface Person {
  say(text: string): void;
  /** @returns the typed answer, or the default if they only pressed Enter */
  ask(question: string, usual: string): Promise<string>;
}

interface Account {
  id: string;
  name: string;
  number: string;
}

interface Entry {
  ref: string;
  status: string;
  description: string;
  transactions: { accountId: string; type: string; debit: number; credit: number; remark?: string }[];
}

/** The company whose books are kept, and the person for whom. */
export interface Bookkeeping {
  companyId: string;
  userId: string;
}

/**
 * Plays the agent that a person talks to: finds accounts, drafts an entry, shows it, and posts it if the person agrees.
 *
 * @throws Error when a tool refuses
 */
export async function runAgentSession(
  client: Client,
  person: Person,
  { companyId, userId }: Bookkeeping,
): Promise<void> {
  const { name, version } = client.getServerVersion() ?? { name: "unknown", version: "" };
  person.say(`Connected to ${name} ${version}. Its tools:\n`);
  const { tools } = await client.listTools();
  for (const tool of tools) person.say(`  ${tool.name}\n    ${tool.description ?? ""}`);

  const { accounts } = (await call(client, "list_accounts")) as { accounts: Account[] };
  if (accounts.length < 2) throw new Error("there are no two accounts to book between");
  person.say("\nlist_accounts finds:\n");
  for (const { number, name: title } of accounts) person.say(`  ${number}  ${title}`);
  person.say("\nLet us draft an entry. Enter takes what stands in brackets.");

  const debit = await askForAccount(person, accounts, "Debit", accounts.at(-1)!);
  const credit = await askForAccount(person, accounts, "Credit", accounts[0]!);
  const amount = Number(await person.ask("Amount", "120.50"));
  const description = await person.ask("Description", "My first entry");
  const draft = (await call(client, "create_journal_entry", {
    description,
    companyId,
    createdBy: userId,
    transactions: [
      { accountId: debit.id, debit: amount, credit: 0 },
      { accountId: credit.id, debit: 0, credit: amount },
    ],
  })) as { id: string };

  const entry = (await call(client, "get_journal_entry", { id: draft.id, companyId })) as unknown as Entry;
  person.say(`\nget_journal_entry shows:\n\n${formatEntry(entry, accounts)}\n`);
  const answer = await person.ask("Post it? This cannot be undone. yes or no", "no");
  if (!/^y(es)?$/iu.test(answer)) {
    person.say(`Not posted: ${entry.ref} stays a draft.`);
    return;
  }
  await call(client, "post_journal_entry", { id: draft.id, companyId });
  const posted = (await call(client, "get_journal_entry", { id: draft.id, companyId })) as unknown as Entry;
  person.say(`post_journal_entry is done: ${posted.ref} is ${posted.status}.`);
}

async function call(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { isError, content, structuredContent } = (await client.callTool({
    name,
    arguments: args,
  })) as CallToolResult;
  const [first] = content;
  if (isError) throw new Error(`${name}: ${first?.type === "text" ? first.text : "refused"}`);
  return structuredContent;
}

async function askForAccount(
  person: Person,
  accounts: readonly Account[],
  side: string,
  usual: Account,
): Promise<Account> {
  for (;;) {
    const number = await person.ask(`${side} account`, usual.number);
    const found = accounts.find((account) => account.number === number);
    if (found) return found;
    person.say(`There is no account ${number}.`);
  }
}

function formatEntry(
  { ref, status, description, transactions }: Entry,
  accounts: readonly Account[],
): string {
  const lines = transactions.map(({ accountId, type, debit, credit }) => {
    const account = accounts.find(({ id }) => id === accountId);
    const amount = type === "DEBIT" ? debit : credit;
    return `  ${type.padEnd(6)} ${amount.toFixed(2).padStart(12)}  ${account?.number ?? ""} ${account?.name ?? accountId}`;
  });
  return [`  ${ref}, ${status}: ${description}`, ...lines].join("\n");
}

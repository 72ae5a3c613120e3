import { placesOf } from "@countersign/domain/money";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { DEMO_COMPANY } from "../start/demo-company.ts";
import { until } from "../until.ts";
import type { Approver } from "./approver.ts";

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
 * An entry that needs approval is decided in between.
 *
 * @param approver decides such entries; without one they stay waiting
 * @throws Error when a tool refuses
 */
export async function runAgentSession(
  client: Client,
  person: Person,
  bookkeeping: Bookkeeping,
  approver?: Approver,
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
  do {
    await bookEntry(client, person, { ...bookkeeping, accounts, approver });
  } while (isYes(await person.ask("\nAnother entry? yes or no", "no")));
}

async function bookEntry(
  client: Client,
  person: Person,
  {
    companyId,
    userId,
    accounts,
    approver,
  }: Bookkeeping & { accounts: readonly Account[]; approver: Approver | undefined },
): Promise<void> {
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
  const key = { id: draft.id, companyId };
  const read = async () => (await call(client, "get_journal_entry", key)) as unknown as Entry;

  const entry = await read();
  person.say(`\nget_journal_entry shows:\n\n${formatEntry(entry, accounts)}\n`);
  if (!isYes(await person.ask("Post it? This cannot be undone. yes or no", "no"))) {
    person.say(`Not posted: ${entry.ref} stays a draft.`);
    return;
  }
  const { status } = (await call(client, "post_journal_entry", key)) as unknown as Entry;
  if (status === "AWAITING_APPROVAL") {
    person.say(`post_journal_entry says: Journal entry ${entry.ref} submitted for approval.`);
    if (approver) await decideEntry(client, person, { key, entry, approver, read });
    return;
  }
  person.say(`post_journal_entry is done: ${entry.ref} is ${(await read()).status}.`);
}

/** Lets the person decide as the approver, and shows what the agent learns of it. */
async function decideEntry(
  client: Client,
  person: Person,
  {
    key,
    entry: { ref },
    approver,
    read,
  }: {
    key: { id: string; companyId: string };
    entry: Entry;
    approver: Approver;
    read: () => Promise<Entry>;
  },
): Promise<void> {
  const waitingEntry = await approver.find(ref);
  const facts = waitingEntry.facts.map(([label, value]) => `  ${label.padEnd(12)} ${value}`);
  person.say(`\n${approver.name} sees, at the stage ${waitingEntry.stageName}:\n\n${facts.join("\n")}\n`);
  const answer = await person.ask(`As ${approver.name}: approve (yes), reject or leave it`, "approve");
  if (/^a/iu.test(answer) || isYes(answer)) {
    await approver.decide(waitingEntry, "APPROVED", "");
    const postedEntry = await until(`${ref} is posted`, async () => {
      const current = await read();
      return current.status === "POSTED" ? current : undefined;
    });
    person.say(`${approver.name} approves it. get_journal_entry shows: ${ref} is ${postedEntry.status}.`);
  } else if (/^r/iu.test(answer)) {
    await approver.decide(waitingEntry, "REJECTED", await person.ask("Remark", "Which invoice is this?"));
    const refusal = await until(`the agent hears of the rejection of ${ref}`, async () => {
      const { isError, text } = await callTool(client, "post_journal_entry", key);
      return isError ? text : undefined;
    });
    person.say(`${approver.name} rejects it. post_journal_entry says: ${refusal}`);
  } else {
    person.say(`${ref} waits for ${approver.name}.`);
  }
}

const isYes = (answer: string): boolean => /^y(es)?$/iu.test(answer);

async function callTool(client: Client, name: string, args: Record<string, unknown>) {
  const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
  const [first] = result.content;
  return {
    isError: result.isError === true,
    text: first?.type === "text" ? first.text : "refused",
    data: result.structuredContent,
  };
}

async function call(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { isError, text, data } = await callTool(client, name, args);
  if (isError) throw new Error(`${name}: ${text}`);
  return data;
}

async function askForAccount(
  person: Person,
  accounts: readonly Account[],
  side: string,
  usual: Account,
): Promise<Account> {
  for (;;) {
    const number = await person.ask(`${side} account`, usual.number);
    const foundAccount = accounts.find((account) => account.number === number);
    if (foundAccount) return foundAccount;
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
    const shownAmount = amount.toFixed(placesOf(String(amount), DEMO_COMPANY.currency));
    return `  ${type.padEnd(6)} ${shownAmount.padStart(12)}  ${account?.number ?? ""} ${account?.name ?? accountId}`;
  });
  return [`  ${ref}, ${status}: ${description}`, ...lines].join("\n");
}

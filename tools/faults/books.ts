import { createEngine } from "@countersign/approval-engine/engine";
import { BUILT_IN_KINDS } from "@countersign/contracts";
import { createUnitOfWork, newId, type Store, toObjectId } from "@countersign/mongo";
import type { ObjectId } from "mongodb";
import type { Stage } from "./model.ts";
import { Divergence } from "./tracker.ts";

/** The records that a company needs for agents to post entries with approval. */
export interface Books {
  /** Two accounts. */
  accounts: readonly [string, string];
  /** The stages of every entry's approval. */
  stages: readonly Stage[];
}

/** Opens the books of a company: accounts, and the default workflow of journal entries. */
export async function openBooks(store: Store, companyId: string): Promise<Books> {
  const accounts = [newId(), newId()] as const;
  const ofCompany = { companyId: toObjectId(companyId) };
  for (const [index, id] of accounts.entries()) {
    const account = { _id: toObjectId(id), ...ofCompany, name: "Any", number: String(1_000 + index) };
    await store.db.collection("accounts").insertOne(account);
  }
  const engine = createEngine({
    kinds: BUILT_IN_KINDS,
    rules: { returnRequeue: true, hrTakeOver: "anyone", definitionsRequirePrivileged: false },
    unitOfWork: createUnitOfWork(store, (scope) => scope),
    store,
    newId,
    clock: () => new Date(),
    committed: () => undefined,
    submissionFailed: () => undefined,
  });
  const admin = { companyId, userId: newId(), name: "Administrator", privileged: true };
  const { _id: workflowId } = await engine.workflows.create(admin, {
    name: "Entries",
    status: "IN_PROGRESS",
  });
  const stages = ["ACCOUNTANT", "CONTROLLER"].map((name): Stage => {
    return { name, approveBy: "ANY", approvers: [newId()] };
  });
  for (const [index, { name, approvers }] of stages.entries()) {
    await engine.stages.create(admin, { workflowId, name, order: index + 1, approverIds: [...approvers] });
  }
  const ofEntries = { transactionType: "JournalEntry", workflowId: toObjectId(workflowId) };
  const configs = store.db.collection("configs");
  await configs.updateOne(ofCompany, { $set: { defaultWorkflows: [ofEntries] } }, { upsert: true });
  return { accounts, stages };
}

/** Amounts on an account; a line of an entry or a leg of the ledger. */
interface Amounts {
  accountId: ObjectId;
  debit: number;
  credit: number;
}

/** An entry, and everything that the books and the engine say about it. */
export interface EntryFacts {
  status: string;
  lines: readonly Amounts[];
  legs: readonly Amounts[];
  /** Postings in the audit trail. */
  postings: number;
  /** Completed runs that asked for it. */
  completions: number;
  /** Somebody changed it after it was submitted, so that nobody has approved what it is. */
  changed: boolean;
}

/**
 * The fault of an entry: it is posted exactly once if its approval completed, and else not at all (AGT-1).
 *
 * @returns one fault; `undefined` if there is none
 */
export function bookFault({
  status,
  lines,
  legs,
  postings,
  completions,
  changed,
}: EntryFacts): string | undefined {
  const isPosted = status === "POSTED";
  if (isPosted && completions === 0) return "is posted and was never approved";
  if (isPosted && changed) return "is posted and was changed after it was submitted";
  if (!isPosted && completions > 0 && !changed) return "was approved and is not posted";
  const due = isPosted ? lines.map(showLeg).toSorted() : [];
  const keptLegs = legs.map(showLeg).toSorted();
  if (JSON.stringify(keptLegs) !== JSON.stringify(due)) {
    return `has the legs ${keptLegs.join(", ") || "none"} instead of ${due.join(", ") || "none"}`;
  }
  if (postings !== (isPosted ? 1 : 0)) return `was posted ${postings} times by the audit trail`;
  return undefined;
}

const showLeg = ({ accountId, debit, credit }: Amounts): string => `${String(accountId)} ${debit}:${credit}`;

/** Lines of every entry of the histories. */
const LINES = 2;

/**
 * Checks the entries of a history, and that the company's ledger has no leg besides those of posted entries.
 *
 * @param changedIds ids of those that were changed after they were submitted
 * @throws Divergence
 */
export async function checkBooks(
  { store: { db }, companyId }: { store: Store; companyId: string },
  entryIds: readonly string[],
  changedIds: ReadonlySet<string>,
): Promise<void> {
  for (const id of entryIds) {
    const _id = toObjectId(id);
    const [entry, legs, postings, completions] = await Promise.all([
      db.collection("journal_entries").findOne({ _id }),
      db.collection<Amounts>("ledger_entries").find({ journalEntryId: _id }).toArray(),
      db.collection("audit_logs").countDocuments({ entityId: _id, action: "post" }),
      db
        .collection("outbox")
        .countDocuments({ key: id, subject: "approval.outcome.finance.JournalEntry.completed" }),
    ]);
    const { status = "missing", transactions = [] } = (entry ?? {}) as {
      status?: string;
      transactions?: Amounts[];
    };
    const facts = { status, lines: transactions, legs, postings, completions, changed: changedIds.has(id) };
    const fault = bookFault(facts);
    if (fault !== undefined) throw new Divergence(`the books: entry ${id} ${fault}`);
  }
  const ofCompany = { companyId: toObjectId(companyId) };
  const [legs, postedCount] = await Promise.all([
    db.collection("ledger_entries").countDocuments(ofCompany),
    db.collection("journal_entries").countDocuments({ ...ofCompany, status: "POSTED" }),
  ]);
  if (legs !== LINES * postedCount)
    throw new Divergence(`the books: ${legs} legs of ${postedCount} posted entries`);
}

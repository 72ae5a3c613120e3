import { type Principal, userKey } from "@countersign/auth";
import type { JournalConfirmation, JournalRpcRequest } from "@countersign/contracts";
import { DomainError } from "@countersign/domain/errors";
import type { EntryPreview, Journal } from "@countersign/finance";
import { type OpenScope, randomId, sessionOption, toHex, toObjectId } from "@countersign/mongo";
import type { Filter } from "mongodb";
import { contentHashOf } from "../approvals/content-hash.ts";
import type { AskedPage, Question } from "../tools/tool-context.ts";
import { COLLECTION, KNOWN_MS, type PageRecord, VALID_MS } from "./records.ts";
import { assertShowable, shownEntry } from "./shown-entry.ts";

/** A user in the company of their token, and a question. */
export type Asked = JournalRpcRequest<"confirmationShow">;

/** Questions about journal entries that people answer in the console (contract-3, MCP-3). */
export interface ConfirmationPages {
  /**
   * The question to the user behind the caller about an entry as it is now: the one that is open or answered and still
   * counts, else a new one.
   *
   * @throws DomainError `CONFLICT` for an entry that is too large to be shown
   */
  ask(question: Question, caller: Principal): Promise<AskedPage>;
  /**
   * The question that a verified state named.
   *
   * @throws DomainError `FORBIDDEN` where the caller was not asked so, `CONFLICT` where it was used already or has expired
   */
  find(id: string, question: Question, caller: Principal): Promise<AskedPage>;
  /** The question and its entry, for the user who is asked; null for others. */
  show(askedQuestion: Asked): Promise<JournalConfirmation | null>;
}

export interface ConfirmationPagesOptions {
  store: Pick<OpenScope, "db">;
  journal: Pick<Journal, "view">;
  /** Of the books. */
  currency: string | undefined;
  clock: () => Date;
}

/** Keeps the questions in the store, where every replica finds them. */
export function createConfirmationPages(options: ConfirmationPagesOptions): ConfirmationPages {
  const { store, journal, currency, clock } = options;
  const records = recordsIn(store);
  const pageOf = (record: PageRecord): AskedPage => ({
    id: toHex(record._id),
    status: record.status === "USED" ? "ACCEPTED" : record.status,
    validUntil: record.page.validUntil,
    consent: { redeem: (scope = store) => markUsed(scope, record) },
    decline: async () => {
      const unusedRecord = { _id: record._id, status: { $ne: "USED" as const } };
      await records.updateOne(unusedRecord, { $set: { status: "DECLINED" } });
    },
  });

  return {
    async ask(question, caller) {
      const now = clock();
      const foundRecords = await records
        .find({
          ...aboutQuestion(question, caller),
          status: { $ne: "USED" },
          "page.validUntil": { $gt: now },
        })
        .toArray();
      // Of questions that two calls asked at once, the answered one counts.
      const askedRecord = foundRecords.find(({ status }) => status !== "OPEN") ?? foundRecords[0];
      if (askedRecord) return pageOf(askedRecord);
      assertShowable(question.preview);
      const record = newRecord(question, caller, now);
      await records.insertOne(record);
      return pageOf(record);
    },
    async find(id, question, caller) {
      const record = await records.findOne({ _id: toObjectId(id), ...aboutQuestion(question, caller) });
      if (!record) throw new DomainError("FORBIDDEN", "The confirmation is not valid");
      if (record.status === "USED") throw usedAlready();
      if (record.page.validUntil <= clock())
        throw new DomainError("CONFLICT", "The confirmation has expired");
      return pageOf(record);
    },
    async show(askedQuestion) {
      const foundPage = await findAsked({ store, journal }, askedQuestion);
      if (!foundPage) return null;
      const { record, view } = foundPage;
      return {
        id: toHex(record._id),
        ...shownEntry(view, currency),
        status: statusOf(record, clock()),
        changed: isChanged(record, view),
      };
    },
  };
}

export const recordsIn = ({ db }: Pick<OpenScope, "db">) => db.collection<PageRecord>(COLLECTION);

/** Matches the question of the user in the company of their token, and nobody else's. */
export function ofAsked({ companyId, userId, id }: Asked): Filter<PageRecord> {
  return { _id: toObjectId(id), userId: toObjectId(userId), "page.companyId": toObjectId(companyId) };
}

/** The question and its entry as it is now; none for others, and where the entry is gone. */
export async function findAsked(
  { store, journal }: Pick<ConfirmationPagesOptions, "store" | "journal">,
  askedQuestion: Asked,
): Promise<{ record: PageRecord; view: EntryPreview } | undefined> {
  const record = await recordsIn(store).findOne(ofAsked(askedQuestion));
  if (!record) return undefined;
  const view = await journal.view(toHex(record.entryId), toHex(record.page.entryCompanyId));
  return view && { record, view };
}

/** Whether the entry is another one than was asked about. */
export function isChanged({ hash }: Pick<PageRecord, "hash">, { entry }: EntryPreview): boolean {
  return contentHashOf(entry) !== hash;
}

/** The state of a question for the person who is asked. */
export function statusOf(
  { status, page }: Pick<PageRecord, "status" | "page">,
  now: Date,
): JournalConfirmation["status"] {
  if (status === "USED") return "ACCEPTED";
  return status === "OPEN" && page.validUntil <= now ? "EXPIRED" : status;
}

function aboutQuestion({ entryId, contentHash: hash }: Question, caller: Principal): Filter<PageRecord> {
  const user = { "page.user": userKey(caller), "page.companyId": toObjectId(caller.companyId) };
  return { entryId: toObjectId(entryId), hash, ...user };
}

function newRecord({ entryId, contentHash, preview }: Question, caller: Principal, now: Date): PageRecord {
  const validUntil = new Date(now.getTime() + VALID_MS);
  return {
    _id: toObjectId(randomId()),
    entryId: toObjectId(entryId),
    userId: toObjectId(caller.userId),
    hash: contentHash,
    status: "OPEN",
    page: {
      user: userKey(caller),
      companyId: toObjectId(caller.companyId),
      entryCompanyId: toObjectId(preview.entry.companyId),
      validUntil,
    },
    expiresAt: new Date(validUntil.getTime() + KNOWN_MS),
  };
}

/** Lets one of two calls with the same consent through. */
async function markUsed(scope: OpenScope, { _id }: Pick<PageRecord, "_id">): Promise<void> {
  const { matchedCount } = await recordsIn(scope).updateOne(
    { _id, status: "ACCEPTED" },
    { $set: { status: "USED" } },
    sessionOption(scope),
  );
  if (matchedCount === 0) throw usedAlready();
}

const usedAlready = () => new DomainError("CONFLICT", "The confirmation was used already");

import type { JournalRpcReply, JournalRpcRequest } from "@countersign/contracts";
import { refuseLeaver } from "@countersign/directory";
import type { EntryPreview } from "@countersign/finance";
import { createAudit, createUnitOfWork, type Scope, type Store, toHex } from "@countersign/mongo";
import {
  type ConfirmationPagesOptions,
  findAsked,
  isChanged,
  ofAsked,
  recordsIn,
  statusOf,
} from "./pages.ts";
import type { PageRecord } from "./records.ts";

type Given = JournalRpcRequest<"confirmationAnswer">;
type Reply = JournalRpcReply<"confirmationAnswer">;

/** Takes people's answers in the console, each with its audit record. The same answer again changes nothing. */
export function createAnswerPage({
  store,
  journal,
  clock,
}: Omit<ConfirmationPagesOptions, "store"> & { store: Store }): (givenAnswer: Given) => Promise<Reply> {
  const unitOfWork = createUnitOfWork(store, (scope) => scope);
  return async ({ accept, ...askedQuestion }) => {
    // The posting compares the entry once more, in its own transaction.
    const foundPage = await findAsked({ store, journal }, askedQuestion);
    if (!foundPage) return { result: "MISSING" };
    const { ref } = foundPage.view.entry;
    const result = await unitOfWork(async (scope) => {
      await refuseLeaver(scope, askedQuestion);
      const { session } = scope;
      const record = await recordsIn(scope).findOne(ofAsked(askedQuestion), { session });
      if (!record) return "MISSING";
      const at = clock();
      const endResult = endOf(record, { accept, view: foundPage.view, at });
      if (endResult === undefined) await write(scope, record, { accept, ref, at });
      return endResult ?? "TAKEN";
    });
    return { result, ref };
  };
}

/** How an answer ends that changes nothing; `undefined`: it is taken now. */
function endOf(
  record: PageRecord,
  { accept, view, at }: { accept: boolean; view: EntryPreview; at: Date },
): Reply["result"] | undefined {
  const status = statusOf(record, at);
  if (status === "EXPIRED") return "EXPIRED";
  if (status !== "OPEN") return (status === "ACCEPTED") === accept ? "TAKEN" : "ANSWERED";
  if (!accept) return undefined;
  if (isChanged(record, view)) return "CHANGED";
  return view.entry.status === "POSTED" ? "POSTED" : undefined;
}

async function write(
  scope: Scope,
  { _id, entryId, userId, page }: PageRecord,
  { accept, ref, at }: { accept: boolean; ref: string; at: Date },
): Promise<void> {
  const status = accept ? "ACCEPTED" : "DECLINED";
  await scope.write({
    update: recordsIn(scope).collectionName,
    updates: [{ q: { _id, status: "OPEN" }, u: { $set: { status } } }],
  });
  await createAudit(scope).record(
    {
      companyId: toHex(page.entryCompanyId),
      actorId: toHex(userId),
      action: accept ? "confirm" : "decline",
      entity: "journal_entry",
      entityId: toHex(entryId),
      after: { ref },
      at,
      details: { confirmationId: toHex(_id) },
    },
    { chained: true },
  );
}

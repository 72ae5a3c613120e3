import { type Db, ObjectId } from "mongodb";

import { type Caller, seesEverything } from "../shared/caller.ts";
import { parseInput } from "../shared/parse-input.ts";
import type { Place } from "../shared/place.ts";
import { type RecordOf, toRecord } from "../shared/record-of.ts";
import { readOn } from "../shared/read-on.ts";
import type { RunFence } from "../inbox/index.ts";
import { conversationInput } from "./inputs.ts";
import { type MessageRecord, messagesIn } from "./records.ts";

/** A message as its readers get it. */
export type ConversationMessage = RecordOf<MessageRecord>;

/** The conversations about documents, for those who take part in their runs, privileged users and auditors (contract-4, TALK-1). */
export interface ConversationReadModel {
  /** The newest messages about a document, or those before one of them; oldest first. */
  conversation(caller: Caller, input: unknown): Promise<ConversationMessage[]>;
  /** Messages of the company by their ids; one command. */
  byIds(companyId: string, ids: readonly string[]): Promise<(ConversationMessage | null)[]>;
}

export function createConversationReadModel(
  db: Pick<Db, "collection">,
  { runsOf }: Pick<RunFence, "runsOf">,
): ConversationReadModel {
  const messages = messagesIn({ db });
  return {
    conversation: async (caller, input) => {
      const { refId, take, before } = parseInput(conversationInput, input);
      const ofDocument = { companyId: new ObjectId(caller.companyId), refId };
      const runIds = seesEverything(caller)
        ? undefined
        : [...(await runsOf(caller, { refId }))].map((id) => new ObjectId(id));
      if (runIds?.length === 0) return [];
      const exact = { ...ofDocument, ...(runIds && { runId: { $in: runIds } }) };
      const from = before && (await messages.findOne({ _id: before, ...exact }));
      if (from === null) return [];
      const list = { collection: messages, index: "of_document", exact, by: "createdAt" } as const;
      const { data } = await readOn<MessageRecord>(list, {
        take,
        after: from && placeOf(from),
        placeOf,
      });
      return data.toReversed().map((message) => toRecord(message));
    },
    byIds: async (companyId, ids) => {
      const ofCompany = {
        _id: { $in: ids.map((id) => new ObjectId(id)) },
        companyId: new ObjectId(companyId),
      };
      const foundMessages = await messages.find(ofCompany).toArray();
      const byId = new Map(foundMessages.map((message) => [message._id.toHexString(), toRecord(message)]));
      return ids.map((id) => byId.get(id) ?? null);
    },
  };
}

const placeOf = ({ createdAt, _id }: Pick<MessageRecord, "createdAt" | "_id">): Place => ({
  atMs: createdAt.getTime(),
  id: _id.toHexString(),
});

import { readFileSync } from "node:fs";

import { type DueWork, dueWork } from "@countersign/mongo/due-work";

import { createApprovalSettingsReadModel } from "../approval-settings/index.ts";
import { createRunFence } from "../inbox/index.ts";
import type { Caller } from "../shared/caller.ts";
import { type StartParts, defineFeature } from "../shared/feature.ts";
import { batchLoad } from "../shared/loader.ts";
import { createSubstitutionReadModel } from "../substitutions/index.ts";
import { type ConversationReadModel, createConversationReadModel } from "./conversation-read-model.ts";
import { type ConversationLoaders, conversationResolvers } from "./conversation-resolvers.ts";
import { type LookAtChanges, createConversationUseCases } from "./conversation-use-cases.ts";
import { keepMessages } from "./keep-messages.ts";
import { MESSAGE_INDEXES, type MessageRecord, messagesIn } from "./records.ts";

/** The conversation about a document: what people want to know or have changed before they decide (contract-4, TALK). */
export const conversationFeature = defineFeature({
  name: "conversation",
  uses: ["approval-settings", "inbox", "runs", "substitutions"],
  indexes: MESSAGE_INDEXES,
  useCases: createConversationUseCases,
  readModels: ({ db, clock, settingsDefaults }) => {
    const settings = createApprovalSettingsReadModel(db, settingsDefaults);
    const substitutions = createSubstitutionReadModel(db, clock, settingsDefaults);
    const grantsOf: typeof substitutions.grantsOf = (caller) => substitutions.grantsOf(caller);
    return { conversations: createConversationReadModel(db, createRunFence(db, { settings, grantsOf })) };
  },
  loaders: (
    { companyId }: Caller,
    { conversations }: { conversations: ConversationReadModel },
  ): ConversationLoaders => ({ message: batchLoad((ids) => conversations.byIds(companyId, ids)) }),
  sdl: readFileSync(new URL("conversation.graphql", import.meta.url), "utf8"),
  resolvers: conversationResolvers,
  follow: keepMessages,
  dueWork: ({ engine, ...parts }) => [
    changesWork({ ...parts, look: (engine as { lookAtChanges: LookAtChanges }).lookAtChanges }),
  ],
});

/** Ends wishes for changes when their time comes. */
const changesWork = ({
  db,
  logger,
  look,
}: Pick<StartParts, "db" | "logger"> & { look: LookAtChanges }): DueWork =>
  dueWork<MessageRecord>({
    rows: messagesIn({ db }),
    work: look,
    failed: (err, { row, retryInMs }) =>
      logger.warn(
        { err, runId: row?.runId, retryInMs },
        "changes that are wanted could not be looked at; this is tried again",
      ),
  });

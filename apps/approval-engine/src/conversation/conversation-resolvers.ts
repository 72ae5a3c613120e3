import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import type { Caller } from "../shared/caller.ts";
import type { DirectoryLoaders } from "../shared/directory-loaders.ts";
import type { Load } from "../shared/loader.ts";
import type { ConversationMessage, ConversationReadModel } from "./conversation-read-model.ts";
import type { ConversationUseCases } from "./conversation-use-cases.ts";

export interface ConversationLoaders {
  message: Load<ConversationMessage | null>;
}

/** The part of an operation's context that the resolvers use. */
interface ConversationContext {
  caller: Caller;
  engine: Pick<ConversationUseCases, "requestChanges" | "answerQuestion">;
  readModels: { conversations: ConversationReadModel };
  loaders: DirectoryLoaders & ConversationLoaders;
}

/** Questions that people have before they decide, and their answers (contract-4, TALK). */
export const conversationResolvers: Resolvers<ConversationContext> = {
  Query: {
    conversation: (_, input, { caller, readModels }) => readModels.conversations.conversation(caller, input),
  },
  Mutation: {
    requestChanges: async (_, { input }, { caller, engine, readModels }) =>
      writtenMessage(readModels, caller, await engine.requestChanges(caller, input)),
    answerQuestion: async (_, { input }, { caller, engine, readModels }) =>
      writtenMessage(readModels, caller, await engine.answerQuestion(caller, input)),
  },
  ConversationMessage: {
    author: ({ authorId }, _, { loaders }) => loaders.user.load(authorId),
    closed: ({ closed = false }) => closed,
  },
  MySubmission: {
    question: ({ questionId }, _, { loaders }) =>
      questionId === undefined ? null : loaders.message.load(questionId),
  },
};

/** The message that a command has written. */
async function writtenMessage(
  { conversations }: ConversationContext["readModels"],
  { companyId }: Caller,
  id: string,
): Promise<ConversationMessage> {
  const [message] = await conversations.byIds(companyId, [id]);
  return message!;
}

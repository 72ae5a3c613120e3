import { DomainError } from "@countersign/domain/errors";
import { type OpenScope, sessionOption, toObjectId } from "@countersign/mongo";
import type { Db, ObjectId } from "mongodb";
import { z } from "zod";

import type { Caller } from "../src/shared/caller.ts";
import { defineFeature } from "../src/shared/feature.ts";
import { parseInput } from "../src/shared/parse-input.ts";
import { recordFacts } from "../src/shared/record-facts.ts";
import { auditOf } from "../src/shared/record-use-cases.ts";
import type { Transact } from "../src/shared/transact.ts";

const COLLECTION = "bookmarks";
const TAGS_MAX = 3;

/** `bookmarks`: a document that somebody wants to find again, and how often it was decided on since. */
interface BookmarkRecord {
  _id: ObjectId;
  companyId: ObjectId;
  userId: ObjectId;
  refId: ObjectId;
  tags: string[];
  decisions: number;
}

/** How many stages of a document are approved. */
interface FollowedBookmark {
  ofDocument: Pick<BookmarkRecord, "companyId" | "refId">;
  decided: number;
}

const input = z.object({
  refId: z.string(),
  tags: z.array(z.string()).max(TAGS_MAX, `${TAGS_MAX} at most`),
});

function createBookmarkUseCases({ transact }: { transact: Transact }) {
  return {
    addBookmark: async (caller: Caller, givenBookmark: z.input<typeof input>) => {
      const { refId, tags } = parseInput(input, givenBookmark);
      if (caller.isAgent) throw new DomainError("FORBIDDEN", "Agents keep no bookmarks");
      return transact(async (scope) => {
        const _id = scope.newId();
        const ofCaller = { companyId: toObjectId(caller.companyId), userId: toObjectId(caller.userId) };
        const row = { _id: toObjectId(_id), ...ofCaller, refId: toObjectId(refId), tags, decisions: 0 };
        await scope.write({ insert: COLLECTION, documents: [row] });
        const after = { _id, refId, tags } as never;
        const audit = auditOf(scope, caller, { entity: COLLECTION, action: "create", after });
        await recordFacts(scope, { audit: [audit] });
        return { refId, tags, decisions: 0 };
      });
    },
  };
}

function createBookmarkReadModel(db: Pick<Db, "collection">) {
  return {
    listMine: async ({ companyId, userId }: Caller) => {
      const ofCaller = { companyId: toObjectId(companyId), userId: toObjectId(userId) };
      const foundBookmarks = await db.collection<BookmarkRecord>(COLLECTION).find(ofCaller).toArray();
      return foundBookmarks.map(({ refId, tags, decisions }) => ({
        refId: refId.toHexString(),
        tags,
        decisions,
      }));
    },
  };
}

interface BookmarkContext {
  caller: Caller;
  engine: ReturnType<typeof createBookmarkUseCases>;
  readModels: { bookmarks: ReturnType<typeof createBookmarkReadModel> };
}

/** A feature with every part that decisions, GraphQL and the store have a place for. */
export const bookmarksFeature = defineFeature({
  name: "bookmarks",
  uses: [],
  indexes: [{ collection: COLLECTION, indexes: [{ key: { companyId: 1, userId: 1 }, name: "of_user" }] }],
  useCases: createBookmarkUseCases,
  readModels: ({ db }) => ({ bookmarks: createBookmarkReadModel(db) }),
  sdl: `
    extend type Query { myBookmarks: [Bookmark!]! @max(n: 50) }
    extend type Mutation { addBookmark(refId: ID!, tags: [String!]!): Bookmark! }
    type Bookmark { refId: ID! tags: [String!]! @max(n: ${TAGS_MAX}) decisions: Int! }
  `,
  resolvers: {
    Query: {
      myBookmarks: (_: unknown, __: unknown, { caller, readModels }: BookmarkContext) =>
        readModels.bookmarks.listMine(caller),
    },
    Mutation: {
      addBookmark: (_: unknown, givenBookmark: z.input<typeof input>, { caller, engine }: BookmarkContext) =>
        engine.addBookmark(caller, givenBookmark),
    },
  },
  follow: {
    derive: async (_scope, { caller, decision }) => {
      // A remark by which tests have a decision refused.
      if (decision.events.some(({ metadata }) => metadata.remark === "follow fails")) {
        throw new DomainError("CONFLICT", "The bookmark cannot follow");
      }
      const [task] = decision.run.tasks;
      const ofDocument = { companyId: toObjectId(caller.companyId), refId: toObjectId(task!.refId) };
      return { ofDocument, decided: decision.run.tasks.filter(({ status }) => status === "APPROVED").length };
    },
    write: async (scope: OpenScope, { ofDocument, decided }: FollowedBookmark) => {
      const bookmarks = scope.db.collection<BookmarkRecord>(COLLECTION);
      await bookmarks.updateMany(ofDocument, { $set: { decisions: decided } }, sessionOption(scope));
    },
  },
});

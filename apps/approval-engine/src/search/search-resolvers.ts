import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import type { InboxLoaders } from "../inbox/index.ts";
import type { Caller } from "../shared/caller.ts";
import type { User } from "../shared/directory-read-model.ts";
import type { DirectoryLoaders } from "../shared/directory-loaders.ts";
import { foundIn } from "./hits.ts";
import type { SearchLoaders } from "./search-loaders.ts";
import type { SearchReadModel } from "./search-read-model.ts";

/** The part of an operation's context that the resolvers use. */
interface SearchContext {
  caller: Caller;
  readModels: { search: SearchReadModel };
  loaders: DirectoryLoaders & SearchLoaders & Pick<InboxLoaders, "document">;
}

const SECOND_MS = 1_000;

/** Documents as people find them again (contract-3, CON-14 and CON-16). */
export const searchResolvers: Resolvers<SearchContext> = {
  Query: {
    documentSearch: (_, { input }, { caller, readModels }) =>
      readModels.search.documents(caller, input ?? {}),
    mySubmissions: (_, { input }, { caller, readModels }) => readModels.search.mine(caller, input ?? {}),
    decidedPage: (_, { input }, { caller, readModels }) => readModels.search.decided(caller, input ?? {}),
  },
  DocumentHit: {
    runId: ({ _id }) => _id,
    title: ({ document }) => document?.title ?? null,
    amount: ({ document }) => document?.amount ?? null,
    currency: ({ document }) => document?.currency ?? null,
    submitter: ({ submitterId }, _, { loaders }) => loaders.user.load(submitterId),
    holders: ({ holderIds, companyId }, _, { loaders }) =>
      Promise.all(holderIds.map(async (id) => (await loaders.user.load(id)) ?? unknown(companyId, id))),
    found: async (hit, _, { loaders }) => {
      const { terms = [], document } = hit;
      if (terms.length === 0 || document === undefined) return null;
      return foundIn(hit, await loaders.document.load(document.id));
    },
  },
  MySubmissionsResult: {
    needsYou: (page) => page.count("NEEDS_YOU"),
    inProgress: (page) => page.count("IN_PROGRESS"),
    done: (page) => page.count("DONE"),
  },
  MySubmission: {
    stages: ({ document }) => document.stages,
    since: ({ document }) => document.since,
    usuallyHours: ({ document: { state, kind } }, _, { loaders }) =>
      state === "IN_PROGRESS" ? loaders.usualHours.load(kind) : null,
  },
  DecidedEntry: {
    status: ({ verdict }) => verdict.status,
    at: ({ verdict: { statusUpdateDate = 0 } }) => new Date(statusUpdateDate * SECOND_MS),
    remark: ({ verdict }) => verdict.remark ?? null,
    forUser: ({ verdict: { approverId, decidedBy }, document }, _, { loaders }) => {
      if (decidedBy === undefined || decidedBy.equals(approverId)) return null;
      const principalId = approverId.toHexString();
      return loaders.user.load(principalId).then((user) => user ?? unknown(document.companyId, principalId));
    },
  },
};

/** A user whom the directory does not know. */
const unknown = (companyId: string, _id: string): User => ({ _id, companyId });

import type { Grant, WorkflowTaskKind } from "@countersign/domain/approval";
import { type Filter, ObjectId } from "mongodb";

import {
  type TaskFilter,
  type TaskSearch,
  MAX_MERGED,
  searchLists,
  narrowSearch,
  rangesOf,
  restOf,
  statusAndKind,
} from "./listed.ts";
import { type WorkflowTaskRecord, representedTexts } from "../runs/index.ts";
import { type Caller, seesEverything } from "../shared/caller.ts";
import { keywordIn } from "../shared/filters.ts";

/**
 * The inbox: never archived tasks, and for callers without the privilege only those they are involved in, and those that
 * wait for somebody whom they may represent. When two users have to be involved, it reads one user's list: the index
 * holds single ids of a record, not pairs.
 *
 * @param knownKinds all kinds of the deployment
 * @param grants whom the caller may represent now
 */
export function inboxOf(
  caller: Caller,
  { involvedUserId, ...filter }: TaskFilter & { involvedUserId?: ObjectId },
  knownKinds: readonly WorkflowTaskKind[],
  grants: readonly Grant[] = [],
): TaskSearch {
  const { userId, companyId } = caller;
  const isFenced = !seesEverything(caller);
  const users = [...(isFenced ? [userId] : []), ...(involvedUserId ? [involvedUserId.toHexString()] : [])];
  const [first, ...otherIds] = [...new Set(users)].map((id) => new ObjectId(id));
  const company = new ObjectId(companyId);
  const representedPeople = isFenced ? representedTexts(grants, filter) : [];
  const { disjoint, ...all } = searchLists(
    [first ?? company],
    representedPeople,
    company,
    narrowSearch(filter, knownKinds),
  );
  const rest = restOf([...otherIds.map((id) => ({ involvedIds: id })), ...keywordOf(filter)]);
  return {
    ...all,
    ...(disjoint && { disjoint: disjoint.map((exact) => ({ exact, rest })) }),
    impliedTerms: { archived: false, deletedAt: null },
    rest,
  };
}

/** The caller's own submissions, archived ones included unless the filter names `archived`. */
export function submissionsOf(
  { userId, companyId }: Caller,
  { archived, ...filter }: TaskFilter & { archived?: boolean },
  knownKinds: readonly WorkflowTaskKind[],
): TaskSearch {
  const index = "own_submissions";
  const ofCaller = {
    submissionOf: new ObjectId(userId),
    companyId: new ObjectId(companyId),
  };
  const isPlain = archived === undefined && !isNarrowed(filter);
  const within = (isArchived: boolean | { $in: boolean[] }) => ({
    archived: isArchived,
    ...statusAndKind(filter, knownKinds),
  });
  const all = within(archived ?? { $in: [false, true] });
  return {
    index,
    ...(isPlain ? { exact: ofCaller, open: all } : { exact: { ...ofCaller, ...all } }),
    ...(rangesOf(all) > MAX_MERGED && {
      parts: [false, true].map((isArchived) => ({ index, exact: { ...ofCaller, ...within(isArchived) } })),
    }),
    impliedTerms: { deletedAt: null },
    rest: restOf(keywordOf(filter)),
  };
}

/** Whole references, such as `SO-000123`, but not their beginnings. */
const REFERENCE = /^[A-Z]{1,10}-\d{4,}$/iu;

/**
 * The same search, for records whose reference equals the keyword.
 *
 * @param search without the keyword
 * @returns undefined when the keyword does not look like a reference
 */
export function byReference(
  { exact, parts, impliedTerms = {}, rest = {} }: TaskSearch,
  keyword: string | undefined,
): TaskSearch | undefined {
  if (keyword === undefined || !REFERENCE.test(keyword)) return undefined;
  const { companyId, ...listFields } = exact;
  return {
    index: "by_ref",
    exact: { companyId, ref: { $in: [...new Set([keyword, keyword.toUpperCase()])] } } as TaskSearch["exact"],
    impliedTerms,
    rest: { $and: [parts === undefined ? listFields : { $or: parts.map((part) => part.exact) }, rest] },
  };
}

const isNarrowed = ({ status, kinds = [] }: TaskFilter) => status !== undefined || kinds.length > 0;

const keywordOf = ({ keyword }: TaskFilter): Filter<WorkflowTaskRecord>[] =>
  keyword === undefined ? [] : [keywordIn(["ref", "title", "stageName"], keyword)];

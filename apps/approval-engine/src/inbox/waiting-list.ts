import { type Grant, type WorkflowTaskKind, coversKind } from "@countersign/domain/approval";
import { type Filter, ObjectId } from "mongodb";

import { datesWithin } from "./due.ts";
import { LIST_ORDERS, following, placeAt } from "./inbox-order.ts";
import { ACTIVE, type TaskPart, type TaskSearch, isEvery, listed, restOf } from "./listed.ts";
import { JUDGED_FIELDS, type WaitingFilter, narrowingOf, passesOf } from "./waiting-filter.ts";
import {
  type WorkflowTaskRecord,
  aboutText,
  asideText,
  askedText,
  representedTexts,
  snoozedText,
  withSnoozed,
} from "../runs/index.ts";
import type { Caller } from "../shared/caller.ts";
import { keywordIn } from "../shared/filters.ts";
import type { Counted } from "../shared/list-page.ts";

/** The matches of a keyword besides number, title and stage. */
export interface KeywordMatches {
  submitters: readonly ObjectId[];
  runs: readonly ObjectId[];
}

const NO_MATCHES: KeywordMatches = { submitters: [], runs: [] };

/**
 * The tasks that wait for the caller's verdict, on their own seat or that of somebody they may represent. Nobody acts in
 * another's place on what they submitted, what is about them or where they have a seat; such tasks are left out.
 *
 * @param known all kinds of the deployment
 * @param matches what matches a keyword too
 */
export function waitingFor(
  { userId, companyId }: Caller,
  filter: WaitingFilter,
  known: readonly WorkflowTaskKind[],
  grants: readonly Grant[],
  { submitters, runs }: KeywordMatches = NO_MATCHES,
): TaskSearch {
  const { keyword, order = "ASKED", after } = filter;
  const texts = waitingTexts(userId, filter, known, grants);
  const { own, represented, beside } = keysOf(userId, texts, filter);
  const user = new ObjectId(userId);
  const { index, ...sorted } = LIST_ORDERS[order];
  const place = after === undefined ? undefined : placeAt(order, after);
  const company = new ObjectId(companyId);
  const dueAt = order === "DUE" ? datesWithin(filter.due ?? []) : undefined;
  const exact = { status: ACTIVE, ...(dueAt && { dueAt }) };
  const { disjoint: _none, ...all } = listed(own, represented, company, { index, exact });
  const others = { involvedIds: { $ne: user }, beneficiaryId: { $ne: user } };
  const found =
    keyword === undefined
      ? []
      : [
          {
            $or: [
              keywordIn(["ref", "document.title", "stageName"], keyword),
              { submitterId: { $in: [...submitters] } },
              { runId: { $in: [...runs] } },
            ],
          },
        ];
  const narrow = narrowingOf(filter);
  const matching = [...narrow, ...found];
  const inPlace = own.length === 0 ? others : { $or: [{ askedIds: user }, others] };
  const deciding = represented.length === 0 ? [] : [inPlace, ...beside];
  const on = (lists: readonly string[]) => ({
    listedFor: { $in: [...lists] },
    companyId: company,
    status: ACTIVE,
  });
  const apart = [
    { exact: on(own), rest: restOf(matching) },
    {
      exact: on(represented),
      rest: restOf([{ askedIds: { $ne: user }, ...others }, ...beside, ...matching]),
    },
  ];
  return {
    ...all,
    order: sorted,
    parts: place === undefined ? all.parts : within(all.parts ?? [all], following(place), dueAt),
    implied: { archived: false, deletedAt: null },
    rest: restOf([...deciding, ...matching]),
    ...(narrow.length > 0 && {
      judged: { rest: restOf([...deciding, ...found]), fields: JUDGED_FIELDS, passes: passesOf(filter) },
    }),
    ...(represented.length > 0 && {
      disjoint:
        matching.length > 0 || filter.snoozed
          ? apart
          : countedByKeys(userId, filter, { own, represented }, company),
    }),
  };
}

/**
 * The keys under which the list has tasks for the caller's own seats, and for those whom they represent; and what else
 * holds for the latter. A task that an approver snoozes still waits for their substitutes.
 */
function keysOf(
  userId: string,
  { own, represented, mine }: ReturnType<typeof waitingTexts>,
  { snoozed = false }: Pick<WaitingFilter, "snoozed">,
): { own: string[]; represented: string[]; beside: Filter<WorkflowTaskRecord>[] } {
  const ofPrincipals = withSnoozed(represented);
  if (!snoozed) {
    const shown = { listedFor: { $nin: hiddenTexts(userId) } };
    return { own, represented: ofPrincipals, beside: represented.length === 0 ? [] : [shown] };
  }
  const keys = own.map(snoozedText);
  return {
    own: keys,
    represented: represented.length === 0 ? [] : mine.map(asideText),
    beside: [{ listedFor: { $in: [...keys, ...ofPrincipals] } }],
  };
}

/** The keys of what a user snoozes. */
const hiddenTexts = (userId: string): string[] => [
  snoozedText(askedText(userId)),
  asideText(askedText(userId)),
];

/**
 * The caller's own tasks, and those that wait for people whom they represent without the tasks that involve the caller or
 * are about them: as differences that index keys answer, since two values of one array, which both parts are found by, are
 * in no key together.
 */
function countedByKeys(
  userId: string,
  { kinds = [] }: Pick<WaitingFilter, "kinds">,
  { own, represented }: Record<"own" | "represented", readonly string[]>,
  companyId: ObjectId,
): Counted<WorkflowTaskRecord>[] {
  const callers = [new ObjectId(userId), askedText(userId), aboutText(userId), ...hiddenTexts(userId)];
  // Of several kinds all that is the caller's is left out: the texts of those represented name the kinds.
  const [kind] = kinds.length === 1 ? kinds : [];
  const on = (lists: readonly (ObjectId | string)[]) => ({
    listedFor: { $in: [...lists] },
    companyId,
    status: ACTIVE,
    ...(kind !== undefined && { kind }),
  });
  const index = kind === undefined ? "asked_by_status" : "listed_by_kind";
  return [
    ...(own.length > 0 ? [{ index, exact: on(own) }] : []),
    { index, exact: on([...represented, ...callers]), without: on(callers) },
  ];
}

/**
 * The texts under which tasks wait for a user, as far as those are wanted, and for those whom they represent; and all of
 * the user's own.
 */
export function waitingTexts(
  userId: string,
  { kinds = [], forUserIds }: Pick<WaitingFilter, "kinds" | "forUserIds">,
  known: readonly WorkflowTaskKind[],
  grants: readonly Grant[],
): { own: string[]; represented: string[]; mine: string[] } {
  const some = isEvery(kinds, known) ? [] : kinds;
  const isWanted = (id: string) => forUserIds === undefined || forUserIds.includes(id);
  const mine = some.length === 0 ? [askedText(userId)] : some.map((kind) => askedText(userId, kind));
  return {
    mine,
    own: isWanted(userId) ? mine : [],
    represented: textsOfKinds(
      grants.filter(({ principalId }) => isWanted(principalId)),
      some,
    ),
  };
}

/** The texts by which tasks of some kinds are found that wait for somebody whom a user may represent; no kinds: all. */
function textsOfKinds(grants: readonly Grant[], kinds: readonly WorkflowTaskKind[]): string[] {
  if (kinds.length === 0) return representedTexts(grants);
  const texts = grants.flatMap((grant) =>
    kinds.filter((kind) => coversKind(grant, kind)).map((kind) => askedText(grant.principalId, kind)),
  );
  return [...new Set(texts)];
}

/** Each part within each range. @param until - due times end there */
const within = (
  parts: readonly TaskPart[],
  ranges: readonly Filter<WorkflowTaskRecord>[],
  { $lt: until }: { $lt?: Date } = {},
): TaskPart[] =>
  parts.flatMap(({ index, exact, open }) =>
    ranges.map((range) => ({ index, exact: { ...exact, ...endedAt(range, until) }, open })),
  );

const endedAt = (range: Filter<WorkflowTaskRecord>, until: Date | undefined): Filter<WorkflowTaskRecord> =>
  until === undefined || "_id" in range ? range : { dueAt: { ...(range["dueAt"] as object), $lt: until } };

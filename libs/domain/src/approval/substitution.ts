import { type Text, text } from "@countersign/texts";
import { ZONE_NAME } from "../calendar/calendar.ts";
import { DomainError } from "../errors/index.ts";
import { type People, hasLeft } from "./people.ts";
import type { Id, WorkflowTaskKind } from "./types.ts";

/** The local days on which somebody stands in for a principal, as they are given (contract-2, PPL-1). */
export interface LocalWindow {
  /** The first day, `YYYY-MM-DD`. */
  fromDate: string;
  /** The last day, inclusive. */
  untilDate: string;
  /** IANA name of the zone whose days they are. */
  timeZone: string;
}

/** The same as instants: milliseconds since 1970, half-open. */
export interface InstantWindow {
  fromMs: number;
  untilMs: number;
}

/** `substituteId` may decide in the place of `principalId`. */
export interface Substitution extends InstantWindow {
  id: Id;
  principalId: Id;
  substituteId: Id;
  /** The kinds of documents that it covers; none: all. */
  kinds: readonly WorkflowTaskKind[];
  /** The person who created it; absent where nobody knows. */
  createdById?: Id;
  /** Present: it covers nothing any more, whatever the clock says. */
  revokedAtMs?: number;
}

/** The right to act in a principal's place: a substitution, or a chain of them, at the instant of its evaluation. */
export interface Grant extends InstantWindow {
  principalId: Id;
  substituteId: Id;
  kinds: readonly WorkflowTaskKind[];
  /** The substitutions that it consists of, the principal's own first. */
  substitutionIds: readonly Id[];
  /**
   * Those who let the substitute act besides the principal: the substitutes between the two, who named the next one each,
   * and whoever created a substitution for its principal.
   */
  throughIds: readonly Id[];
}

/** Longest substitution, in days. */
const MAX_DAYS = 366;
const DATE = /^\d{4}-\d{2}-\d{2}$/u;

/**
 * The instants of local days: from the beginning of the first to the beginning of the day after the last. Where a day
 * begins later than midnight, because the clocks change, so does the window.
 *
 * @throws DomainError `INVALID_INPUT` naming the field: no date, a zone that is not known, an end before the beginning,
 *   more than 366 days
 */
export function instantsOf({ fromDate, untilDate, timeZone }: LocalWindow): InstantWindow {
  const from = dateOf(fromDate, "fromDate");
  const until = dateOf(untilDate, "untilDate");
  const days = from.until(until, { largestUnit: "days" }).days + 1;
  if (days < 1) throw invalid("untilDate", text("substitution.endsFirst"));
  if (days > MAX_DAYS) throw invalid("untilDate", text("substitution.tooLong", { maximum: MAX_DAYS }));
  return {
    fromMs: beginningOf(from, timeZone),
    untilMs: beginningOf(until.add({ days: 1 }), timeZone),
  };
}

function dateOf(date: string, field: string): Temporal.PlainDate {
  if (DATE.test(date)) {
    try {
      return Temporal.PlainDate.from(date, { overflow: "reject" });
    } catch (cause) {
      throw invalid(field, text("input.noSuchDate", { field }), cause);
    }
  }
  throw invalid(field, text("input.notADate", { field }));
}

function beginningOf(date: Temporal.PlainDate, timeZone: string): number {
  if (ZONE_NAME.test(timeZone)) {
    try {
      return date.toZonedDateTime(timeZone).epochMilliseconds;
    } catch (cause) {
      throw invalid("timeZone", text("input.unknownTimeZone", { timeZone }), cause);
    }
  }
  throw invalid("timeZone", text("input.notATimeZone"));
}

/** Whether the instant lies in the window: its end does not. */
export function isWithin({ fromMs, untilMs }: InstantWindow, nowMs: number): boolean {
  return fromMs <= nowMs && nowMs < untilMs;
}

/** Whether a substitution or a grant is for documents of the kind. */
export function coversKind({ kinds }: Pick<Grant, "kinds">, kind: WorkflowTaskKind): boolean {
  return kinds.length === 0 || kinds.includes(kind);
}

/**
 * The grants at an instant. With a depth above 1 a substitute's own substitutes count too; every link of such a chain
 * must hold at the instant, and the chain covers the kinds that all its links cover.
 *
 * @param substitutions - those that may matter, ended and revoked ones too
 * @param depth - most links of a chain, 1 to 3 (setting `substitutionDepth`)
 * @param among - the principals who matter; default: all
 */
export function grantsAt(
  substitutions: readonly Substitution[],
  { nowMs, depth, people, among }: { nowMs: number; depth: number; people: People; among?: ReadonlySet<Id> },
): Grant[] {
  const holds = ({ principalId, substituteId, revokedAtMs, fromMs, untilMs }: Substitution) =>
    revokedAtMs === undefined &&
    isWithin({ fromMs, untilMs }, nowMs) &&
    !hasLeft(people, principalId) &&
    !hasLeft(people, substituteId);
  const linksOf = (principals: ReadonlySet<Id> | undefined) =>
    substitutions
      .filter((substitution) => (principals?.has(substitution.principalId) ?? true) && holds(substitution))
      .map(({ id, principalId, substituteId, kinds, fromMs, untilMs, createdById = principalId }): Grant => ({
        principalId,
        substituteId,
        kinds,
        fromMs,
        untilMs,
        substitutionIds: [id],
        throughIds: createdById === principalId ? [] : [createdById],
      }));
  let chains = linksOf(among);
  const grants = [...chains];
  for (let length = 2; length <= depth && chains.length > 0; length += 1) {
    const ends = new Set(chains.map(({ substituteId }) => substituteId));
    const next = Map.groupBy(linksOf(ends), ({ principalId }) => principalId);
    chains = chains.flatMap((chain) =>
      (next.get(chain.substituteId) ?? []).flatMap((link) => chainedGrant(chain, link) ?? []),
    );
    grants.push(...chains);
  }
  return grants;
}

/** @param link - one of the chain's substitute */
function chainedGrant(chain: Grant, link: Grant): Grant | undefined {
  if (link.substituteId === chain.principalId) return undefined;
  const kinds = commonKinds(chain.kinds, link.kinds);
  return (
    kinds && {
      principalId: chain.principalId,
      substituteId: link.substituteId,
      kinds,
      fromMs: Math.max(chain.fromMs, link.fromMs),
      untilMs: Math.min(chain.untilMs, link.untilMs),
      substitutionIds: [...chain.substitutionIds, ...link.substitutionIds],
      throughIds: [...chain.throughIds, chain.substituteId, ...link.throughIds],
    }
  );
}

/** @returns undefined where they have none in common, because an empty list means all */
function commonKinds(
  some: readonly WorkflowTaskKind[],
  otherKinds: readonly WorkflowTaskKind[],
): readonly WorkflowTaskKind[] | undefined {
  if (some.length === 0) return otherKinds;
  if (otherKinds.length === 0) return some;
  const common = some.filter((kind) => otherKinds.includes(kind));
  return common.length === 0 ? undefined : common;
}

/**
 * Refuses a substitution that must not be created (PPL-2): for oneself, by somebody who has left, in the past, or with
 * which a circle would hold at some instant.
 *
 * @param existing - the company's substitutions that can be reached from the substitute
 * @throws DomainError `INVALID_INPUT` or, for a circle, `CONFLICT`
 */
export function assertSubstitutable(
  wantedSubstitution: Omit<Substitution, "id" | "revokedAtMs">,
  existing: readonly Substitution[],
  { nowMs, people }: { nowMs: number; people: People },
): void {
  if (wantedSubstitution.substituteId === wantedSubstitution.principalId) {
    throw invalid("substituteId", text("substitution.forOneself"));
  }
  if (wantedSubstitution.untilMs <= nowMs) throw invalid("untilDate", text("substitution.past"));
  for (const field of ["principalId", "substituteId"] as const) {
    if (hasLeft(people, wantedSubstitution[field])) throw invalid(field, text("input.personLeft", { field }));
  }
  if (closesCircle(wantedSubstitution, existing)) {
    throw new DomainError("CONFLICT", text("substitution.circle"), { field: "substituteId" });
  }
}

/**
 * Whether at some instant, for some kind, the substitute could already be represented, directly or through others, by
 * the principal. What holds begins with the latest beginning of a circle, so only beginnings are looked at; it is
 * enough to look at the kinds that are named, and at one that is not.
 */
function closesCircle(
  wantedSubstitution: Omit<Substitution, "id">,
  existing: readonly Substitution[],
): boolean {
  const open = existing.filter(({ revokedAtMs }) => revokedAtMs === undefined);
  const instants = [wantedSubstitution, ...open]
    .map(({ fromMs }) => fromMs)
    .filter((ms) => isWithin(wantedSubstitution, ms));
  const kinds = new Set([
    undefined,
    ...[wantedSubstitution, ...open].flatMap((substitution) => substitution.kinds),
  ]);
  return [...new Set(instants)].some((ms) => {
    const heldSubstitutions = open.filter((substitution) => isWithin(substitution, ms));
    return [...kinds].some((kind) => {
      const isFor = (substitution: Pick<Substitution, "kinds">) =>
        kind === undefined ? substitution.kinds.length === 0 : coversKind(substitution, kind);
      return (
        isFor(wantedSubstitution) &&
        isReached(
          wantedSubstitution.substituteId,
          wantedSubstitution.principalId,
          heldSubstitutions.filter(isFor),
        )
      );
    });
  });
}

function isReached(from: Id, to: Id, links: readonly Substitution[]): boolean {
  const next = Map.groupBy(links, ({ principalId }) => principalId);
  const seenIds = new Set([from]);
  for (const person of seenIds) {
    for (const { substituteId } of next.get(person) ?? []) seenIds.add(substituteId);
  }
  return seenIds.has(to);
}

function invalid(field: string, fault: Text, cause?: unknown): DomainError {
  return new DomainError("INVALID_INPUT", fault, { field, cause });
}

import { text } from "@countersign/texts";
import { DomainError } from "../errors/index.ts";
import { isOwnChange } from "./own-change.ts";
import { type People, hasLeft } from "./people.ts";
import type { ApprovalRules } from "./rules.ts";
import { hasVerdict } from "./run.ts";
import type { Approval, Duty, Id, Late, LeftOut, Run, Task } from "./types.ts";

/** The part of a run that the duties depend on. */
export interface DutyRun extends Pick<Run, "document" | "agentPrincipalIds" | "submittedMs"> {
  tasks: readonly Pick<Task, "id" | "orderNo">[];
  approvals: readonly DutySeat[];
}
type DutySeat = Pick<Approval, "taskId" | "approverId" | "status" | "decidedBy" | "groups">;

/** The place for which a person is judged. */
export interface DutyPlace {
  task: Pick<Task, "submitterId" | "beneficiaryId" | "orderNo">;
  /** The groups of the seat. */
  groups?: readonly string[] | undefined;
}

/**
 * The rule that keeps the person from deciding at the place, if there is one. Verdicts of the place's own stage do not
 * count: after a return to it a person may decide it again.
 */
export type DutyJudge = (person: Id, place: DutyPlace) => Duty | undefined;

/**
 * Judges people by what happened in a run, which is looked up once for all of them. Whoever switched a duty off after the
 * submission stays bound by it (contract-4, MEET-3).
 *
 * @param run - its standing verdicts, the editors of its document, and whose agents submitted it
 */
export function dutiesIn(run: DutyRun, rules: ApprovalRules): DutyJudge {
  const { exclusiveGroups, seatChanges = {} } = rules;
  const binds = (duty: "submitterNeverDecides" | "onePersonOneStage", person: Id) =>
    rules[duty] || isOwnChange(person, [seatChanges[duty]], run);
  let verdicts: Map<Id, PlacedSeat[]> | undefined;
  const { exclusiveGroups: takings = [] } = seatChanges;
  let isExcluded: ((carriedGroups: readonly string[]) => boolean) | undefined;
  const exclusionFor = (person: Id) => {
    const takenSets = takings
      .filter((taking) => isOwnChange(person, [taking], run))
      .flatMap(({ sets }) => sets);
    if (takenSets.length > 0) return exclusionOf([...exclusiveGroups, ...takenSets]);
    return exclusiveGroups.length === 0 ? undefined : (isExcluded ??= exclusionOf(exclusiveGroups));
  };
  return (person, { task, groups = [] }) => {
    if (run.agentPrincipalIds?.includes(person)) return "agent";
    const isTheirs = person === task.submitterId || person === task.beneficiaryId;
    if (isTheirs && binds("submitterNeverDecides", person)) return "submitterNeverDecides";
    if (run.document?.editorIds?.includes(person)) return "editorIds";
    const isOnce = binds("onePersonOneStage", person);
    const isExcludedFor = exclusionFor(person);
    if (!isOnce && isExcludedFor === undefined) return undefined;
    verdicts ??= verdictsByPerson(run);
    const elsewhere = verdicts.get(person)?.filter(({ orderNo }) => orderNo !== task.orderNo) ?? [];
    if (isOnce && elsewhere.length > 0) return "onePersonOneStage";
    const carriedGroups = [...groups, ...elsewhere.flatMap(({ seat }) => seat.groups ?? [])];
    return isExcludedFor?.(carriedGroups) ? "exclusiveGroups" : undefined;
  };
}

/**
 * The reason that bars the person from the place, if any: they have left, they submitted the document where the
 * company leaves submitters out, or a duty forbids it. Nobody barred has a seat there, gives one away or takes
 * one (contract-3, SAFE-12).
 */
export type Bar = (person: Id, place: DutyPlace) => Exclude<LeftOut, Late | "OWN_CHANGE"> | undefined;

/** Judges people as {@link dutiesIn} does, and by the directory and the settings. */
export function barsIn(run: DutyRun, { rules, people }: { rules: ApprovalRules; people: People }): Bar {
  const judge = dutiesIn(run, rules);
  return (person, place) => {
    if (hasLeft(people, person)) return "INACTIVE";
    const isExcluded =
      rules.onSubmitterIsApprover !== "ALLOW" ||
      isOwnChange(person, [rules.seatChanges?.onSubmitterIsApprover], run);
    if (isExcluded && person === place.task.submitterId) return "SUBMITTER";
    return judge(person, place);
  };
}

/**
 * Refuses that somebody barred from a stage changes who decides there.
 *
 * @param groups - those of the seats concerned: each is judged by itself
 * @throws DomainError `FORBIDDEN`
 */
export function assertNotBarred(
  person: Id,
  { task, groups = [] }: DutyPlace,
  run: DutyRun,
  context: { rules: ApprovalRules; people: People },
): void {
  const bar = barsIn(run, context);
  const of = [undefined, ...groups].map((group) => bar(person, { task, groups: group ? [group] : [] }));
  const barReason = of.find((reason) => reason !== undefined);
  if (barReason === "INACTIVE") throw new DomainError("FORBIDDEN", text("person.youLeft"));
  if (barReason === "SUBMITTER") throw dutyRefusal("onSubmitterIsApprover");
  if (barReason !== undefined) throw dutyRefusal(barReason);
}

interface PlacedSeat {
  seat: DutySeat;
  orderNo: number | undefined;
}

/** The verdicts that each person gave, or that somebody gave in their place. */
function verdictsByPerson({ tasks, approvals }: DutyRun): Map<Id, PlacedSeat[]> {
  const orderOf = new Map(tasks.map(({ id, orderNo }) => [id, orderNo]));
  const verdicts = new Map<Id, PlacedSeat[]>();
  for (const seat of approvals) {
    if (!hasVerdict(seat)) continue;
    const placedSeat = { seat, orderNo: orderOf.get(seat.taskId) };
    for (const person of new Set([seat.approverId, seat.decidedBy ?? seat.approverId])) {
      const ownSeats = verdicts.get(person);
      if (ownSeats === undefined) verdicts.set(person, [placedSeat]);
      else ownSeats.push(placedSeat);
    }
  }
  return verdicts;
}

/** A label as people read it: however it is composed, cased and spaced (contract-3, SAFE-18). */
export function asRead(label: string): string {
  return label.trim().replaceAll(/\s+/gu, " ").toLowerCase().normalize("NFC");
}

/**
 * Refuses sets of exclusive groups that bar nobody where they should: two of a set that people read as one (contract-3,
 * SAFE-18).
 *
 * @throws DomainError `INVALID_INPUT` naming the set
 */
export function assertToldApart(sets: ApprovalRules["exclusiveGroups"]): void {
  for (const [index, groups] of sets.entries()) {
    const groupOf = new Map<string, string>();
    for (const group of groups) {
      const otherGroup = groupOf.get(asRead(group));
      if (otherGroup !== undefined) {
        const field = `exclusiveGroups.${index}`;
        const why = text("input.groupsAlike", { field, one: otherGroup, other: group });
        throw new DomainError("INVALID_INPUT", why, { field });
      }
      groupOf.set(asRead(group), group);
    }
  }
}

/** Whether two different groups of one of the sets are among those that somebody carries. */
function exclusionOf(sets: readonly (readonly string[])[]): (carriedGroups: readonly string[]) => boolean {
  const setsOf = new Map<string, number[]>();
  for (const [index, groups] of sets.entries()) {
    for (const group of new Set(groups.map(asRead))) setsOf.set(group, [...(setsOf.get(group) ?? []), index]);
  }
  return (carriedGroups) => {
    const groupOfSet = new Map<number, string>();
    for (const group of carriedGroups.map(asRead)) {
      for (const index of setsOf.get(group) ?? []) {
        if ((groupOfSet.get(index) ?? group) !== group) return true;
        groupOfSet.set(index, group);
      }
    }
    return false;
  };
}

/**
 * Refuses that a program decides or changes who does, unless the company lets it.
 *
 * @throws DomainError `FORBIDDEN`
 */
export function assertNoAgent(isAgent: boolean | undefined, { agentsMayDecide }: ApprovalRules): void {
  if (isAgent && !agentsMayDecide) throw dutyRefusal("agentsMayDecide");
}

/** How a verdict, a reassignment or a new seat is refused because of a rule. */
export function dutyRefusal(duty: Duty | "onSubmitterIsApprover", field?: string): DomainError {
  return new DomainError("FORBIDDEN", text("run.duty", { duty }), field === undefined ? {} : { field });
}

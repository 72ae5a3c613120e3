import { text } from "@countersign/texts";
import { DomainError } from "../errors/index.ts";
import { type People, hasLeft } from "./people.ts";
import type { ApprovalRules } from "./rules.ts";
import { hasVerdict } from "./run.ts";
import type { Approval, Duty, Id, Late, LeftOut, Run, Task } from "./types.ts";

/** The part of a run that the duties depend on. */
export interface DutyRun extends Pick<Run, "document" | "agentPrincipalIds"> {
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
 * Judges people by what happened in a run, which is looked up once for all of them.
 *
 * @param run - its standing verdicts, the editors of its document, and whose agents submitted it
 */
export function dutiesIn(run: DutyRun, rules: ApprovalRules): DutyJudge {
  const { submitterNeverDecides, onePersonOneStage, exclusiveGroups } = rules;
  let verdicts: Map<Id, PlacedSeat[]> | undefined;
  let isExcluded: ((carried: readonly string[]) => boolean) | undefined;
  return (person, { task, groups = [] }) => {
    if (run.agentPrincipalIds?.includes(person)) return "agent";
    const isTheirs = person === task.submitterId || person === task.beneficiaryId;
    if (submitterNeverDecides && isTheirs) return "submitterNeverDecides";
    if (run.document?.editorIds?.includes(person)) return "editorIds";
    if (!onePersonOneStage && exclusiveGroups.length === 0) return undefined;
    verdicts ??= verdictsByPerson(run);
    const elsewhere = verdicts.get(person)?.filter(({ orderNo }) => orderNo !== task.orderNo) ?? [];
    if (onePersonOneStage && elsewhere.length > 0) return "onePersonOneStage";
    if (exclusiveGroups.length === 0) return undefined;
    isExcluded ??= exclusionOf(exclusiveGroups);
    const carried = [...groups, ...elsewhere.flatMap(({ seat }) => seat.groups ?? [])];
    return isExcluded(carried) ? "exclusiveGroups" : undefined;
  };
}

/**
 * The reason that bars the person from the place, if any: they have left, they submitted the document where the
 * company leaves submitters out, or a duty forbids it. Nobody barred has a seat there, gives one away or takes
 * one (contract-3, SAFE-12).
 */
export type Bar = (person: Id, place: DutyPlace) => Exclude<LeftOut, Late> | undefined;

/** Judges people as {@link dutiesIn} does, and by the directory and the settings. */
export function barsIn(run: DutyRun, { rules, people }: { rules: ApprovalRules; people: People }): Bar {
  const judge = dutiesIn(run, rules);
  return (person, place) => {
    if (hasLeft(people, person)) return "INACTIVE";
    if (rules.onSubmitterIsApprover !== "ALLOW" && person === place.task.submitterId) return "SUBMITTER";
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
  const barred = of.find((reason) => reason !== undefined);
  if (barred === "INACTIVE") throw new DomainError("FORBIDDEN", text("person.youLeft"));
  if (barred === "SUBMITTER") throw dutyRefusal("onSubmitterIsApprover");
  if (barred !== undefined) throw dutyRefusal(barred);
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
    const placed = { seat, orderNo: orderOf.get(seat.taskId) };
    for (const person of new Set([seat.approverId, seat.decidedBy ?? seat.approverId])) {
      const own = verdicts.get(person);
      if (own === undefined) verdicts.set(person, [placed]);
      else own.push(placed);
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
    const seen = new Map<string, string>();
    for (const group of groups) {
      const other = seen.get(asRead(group));
      if (other !== undefined) {
        const field = `exclusiveGroups.${index}`;
        const why = text("input.groupsAlike", { field, one: other, other: group });
        throw new DomainError("INVALID_INPUT", why, { field });
      }
      seen.set(asRead(group), group);
    }
  }
}

/** Whether two different groups of one of the sets are among those that somebody carries. */
function exclusionOf(sets: readonly (readonly string[])[]): (carried: readonly string[]) => boolean {
  const setsOf = new Map<string, number[]>();
  for (const [index, groups] of sets.entries()) {
    for (const group of new Set(groups.map(asRead))) setsOf.set(group, [...(setsOf.get(group) ?? []), index]);
  }
  return (carried) => {
    const seen = new Map<number, string>();
    for (const group of carried.map(asRead)) {
      for (const index of setsOf.get(group) ?? []) {
        if ((seen.get(index) ?? group) !== group) return true;
        seen.set(index, group);
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

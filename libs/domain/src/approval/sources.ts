import { type Text, text } from "@countersign/texts";

import { defined } from "../defined.ts";
import { DomainError } from "../errors/index.ts";
import type { PeopleContext } from "./commands.ts";
import { type Manager, changesAbove, managerOf, managerWithLimit } from "./managers.ts";
import { changersSince, isOwnChange } from "./own-change.ts";
import { type Change, MAX_ASKED_MEMBERS, NO_ORGANISATION, type Organisation, nameIn } from "./people.ts";
import { countedSeats } from "./quorum.ts";
import { isQueued, seatsOf } from "./run.ts";
import type {
  Approval,
  DocumentFact,
  Id,
  ManagerReach,
  Run,
  SourcedSeats,
  StageInput,
  Task,
} from "./types.ts";

/** A seat that somebody has from a source. */
export type SourcedSeat = Pick<
  Approval,
  "approverId" | "groups" | "reason" | "reasonUserId" | "reasonGroupId" | "byLimit" | "givenByIds"
> & {
  reason: NonNullable<Approval["reason"]>;
  /** They have it by a change of their own alone: they are not asked (contract-4, MEET-3). */
  leftOut?: "OWN_CHANGE";
};

/** The users whom the sources of a stage yield. */
export interface Sourced {
  /** In the order of the sources; somebody may be there several times. */
  seats: readonly SourcedSeat[];
  /** Why sources yield nobody. */
  faults: readonly Text[];
  /** A source depends on verdicts that are not given yet. */
  isPending: boolean;
  /** The changes by which they may yield others than before, or nobody. */
  takings: readonly Change[];
}

/** The context that sources depend on. */
export type SourceContext = Pick<PeopleContext, "people" | "organisation" | "content" | "resolvedBy">;

/** The stage of a document, as far as its sources depend on it. */
export type SourcedStage = Pick<Task, "sources" | "submitterId" | "kind" | "orderNo" | "status" | "archived">;

/**
 * The users whom the sources of a stage yield now (contract-3, SRC-1). Whether they may decide is not judged here.
 *
 * @param run - for the managers of those who approved the stage before
 */
export function sourcedSeats(task: SourcedStage, run: Run, context: SourceContext): Sourced {
  const knownContext = { ...context, organisation: context.organisation ?? NO_ORGANISATION };
  const yields = (task.sources ?? []).map((sourcedSeat) => yieldOf(sourcedSeat, task, run, knownContext));
  return {
    seats: yields.flatMap(({ seats = [] }) => seats),
    faults: yields.flatMap(({ faults = [] }) => faults),
    isPending: yields.some(({ isPending }) => isPending === true),
    takings: yields.flatMap(({ takings = [] }) => takings),
  };
}

type Yield = Partial<Sourced>;
type Known = SourceContext & { organisation: Organisation };

const noSeats = (...faults: Text[]): Yield => ({ faults });
/** Somebody whom a source yields, and the changes by which it does. */
type Found = Manager;
const isFault = (person: object | Id): person is Text => typeof person === "object" && "code" in person;

function yieldOf({ source, groups }: SourcedSeats, task: SourcedStage, run: Run, context: Known): Yield {
  const seat = (
    { userId, changes, givings = [] }: Found,
    why: Omit<SourcedSeat, "approverId" | "groups">,
  ): SourcedSeat => {
    const isOwn = isOwnChange(userId, changes, run);
    return defined<SourcedSeat>({
      approverId: userId,
      groups,
      leftOut: isOwn || userId === context.resolvedBy ? "OWN_CHANGE" : undefined,
      givenByIds: changersSince([...changes, ...givings], run),
      ...why,
    });
  };
  const oneSeat = (person: Found | Text, why: Omit<SourcedSeat, "approverId" | "groups">): Yield =>
    isFault(person) ? noSeats(person) : { seats: [seat(person, why)] };
  if ("groupId" in source) {
    const members = membersOf(source.groupId, context.organisation);
    const takings = takingsOf(source.groupId, context.organisation);
    if (!Array.isArray(members)) return { ...noSeats(members), takings };
    const why = { reason: "GROUP", reasonGroupId: source.groupId } as const;
    return { seats: members.map((member) => seat(member, why)), takings };
  }
  if ("submitterManager" in source) {
    const why = { reason: "MANAGER_OF", reasonUserId: task.submitterId } as const;
    const reach: ManagerReach = source.submitterManager;
    if ("levels" in reach) {
      const takings = changesAbove(task.submitterId, context.people, reach.levels);
      return { ...oneSeat(managerOf(task.submitterId, reach.levels, context.people), why), takings };
    }
    const pricedDocument = { kind: task.kind, ...context.content };
    const { manager, passedOver, takings, givings } = managerWithLimit(
      task.submitterId,
      pricedDocument,
      context,
      run,
    );
    const limitedWhy = { ...why, byLimit: true } as const;
    const leftOut = passedOver.map((userId) =>
      seat({ userId, changes: [] }, { ...limitedWhy, leftOut: "OWN_CHANGE" }),
    );
    if (isFault(manager)) return { seats: leftOut, faults: [manager], takings };
    const managerFound = { userId: manager, changes: [], givings: [...takings, ...givings] };
    return { seats: [...leftOut, seat(managerFound, limitedWhy)], takings };
  }
  if ("departmentHead" in source) {
    const { head, takings } = headOf(source.departmentHead.of, task, context);
    return { ...oneSeat(head, { reason: "HEAD_OF" }), takings };
  }
  if ("fact" in source) {
    const person = personIn(source.fact, context);
    return isFault(person) ? noSeats(person) : oneSeat({ userId: person, changes: [] }, { reason: "FACT" });
  }
  const approverIds = approversBefore(task, run);
  if (approverIds === "PENDING") return { isPending: true };
  if (approverIds.length === 0) return noSeats(text("source.nobodyBefore"));
  const managers = approverIds.map((userId) => [userId, managerOf(userId, 1, context.people)] as const);
  return {
    seats: managers.flatMap(([reasonUserId, manager]) =>
      isFault(manager) ? [] : [seat(manager, { reason: "PREVIOUS_APPROVER_MANAGER", reasonUserId })],
    ),
    faults: managers.flatMap(([, manager]) => (isFault(manager) ? [manager] : [])),
    takings: approverIds.flatMap((userId) => changesAbove(userId, context.people, 1)),
  };
}

/**
 * The members of a group, with the changes by which they are asked, or why it yields nobody. Whoever took others away is asked
 * by that: alone, or one of fewer.
 */
export function membersOf(groupId: Id, { groups }: Organisation): Found[] | Text {
  const group = groups.get(groupId);
  if (group === undefined) return text("source.groupUnknown");
  const { name, active, memberIds, ownEntries, opening, takings = [], givings = [] } = group;
  if (active === false) return text("source.groupGone", { name });
  const members = [...new Set(memberIds)];
  if (members.length === 0) return text("source.groupEmpty", { name });
  if (members.length <= MAX_ASKED_MEMBERS) {
    return members.map((userId) => {
      const atMs = ownEntries?.get(userId);
      return {
        userId,
        givings,
        changes: [
          ...(opening ? [opening] : []),
          ...takings,
          ...(atMs === undefined ? [] : [{ userId, atMs }]),
        ],
      };
    });
  }
  return text("source.groupTooLarge", { name, count: members.length, maximum: MAX_ASKED_MEMBERS });
}

/**
 * The changes by which a group may yield fewer than before, or nobody: members were taken, it was closed or deleted, or has
 * too many by now.
 */
export function takingsOf(
  groupId: Id,
  { groups, takings: deletions = [] }: Pick<Organisation, "groups" | "takings">,
): readonly Change[] {
  const group = groups.get(groupId);
  if (group === undefined) return deletions;
  const { memberIds, takings = [], givings = [], ownEntries = new Map<Id, number>() } = group;
  if (new Set(memberIds).size <= MAX_ASKED_MEMBERS) return takings;
  return [...takings, ...givings, ...[...ownEntries].map(([userId, atMs]) => ({ userId, atMs }))];
}

/** The head of a department, or why there is none, and the changes by which it is so. */
interface Headed {
  head: Found | Text;
  takings: readonly Change[];
}

/** The head of the submitter's department, or of the one that a fact names. */
function headOf(of: string, { submitterId }: SourcedStage, context: Known): Headed {
  const department = of === "SUBMITTER" ? departmentOf(submitterId, context) : departmentIn(of, context);
  const { id, changes: takings } = department;
  if (isFault(id)) return { head: id, takings };
  const { heads, headChanges } = context.organisation;
  const userId = heads.get(id);
  const changes = [...takings, ...(headChanges?.get(id) ?? [])];
  return { head: userId === undefined ? text("source.noHead") : { userId, changes }, takings: changes };
}

/** A department, or why there is none, and the changes by which it is so. */
interface FoundDepartment {
  id: Id | Text;
  changes: readonly Change[];
}

function departmentOf(userId: Id, { people }: Known): FoundDepartment {
  const { departmentId, departmentChanges: changes = [] } = people.get(userId) ?? {};
  return {
    id: departmentId ?? text("source.noDepartment", { name: nameIn(people, userId) }),
    changes,
  };
}

const ofNobody = (id: Id | Text): FoundDepartment => ({ id, changes: [] });

function departmentIn(key: string, context: Known): FoundDepartment {
  const fact = statedFact(key, context);
  if (!("type" in fact)) return ofNobody(fact);
  if (fact.type === "PERSON") {
    const person = personIn(key, context);
    return isFault(person) ? ofNobody(person) : departmentOf(person, context);
  }
  if (fact.type !== "TEXT" || typeof fact.value !== "string") return ofNobody(text("source.noFact", { key }));
  return ofNobody(departmentIdIn(fact.value));
}

/** The id of a department in a text. */
export const departmentIdIn = (value: string): Id => value.trim().toLowerCase();

/** The person of a fact. Only its owner's word counts, and only somebody of the company is asked. */
function personIn(key: string, context: Known): Id | Text {
  const fact = statedFact(key, context);
  if (!("type" in fact)) return fact;
  if (fact.type !== "PERSON" || typeof fact.value !== "string") return text("source.noFact", { key });
  return context.people.has(fact.value) ? fact.value : text("source.notOfCompany", { key });
}

function statedFact(key: string, { content }: Known): DocumentFact | Text {
  if (content !== undefined && !content.byOwner) return text("source.notStated", { key });
  return content?.facts.find((fact) => fact.key === key) ?? text("source.noFact", { key });
}

/**
 * The principals whose approvals counted in the stage before. Stages and seats that somebody added by hand give nobody a
 * say in the next stage (contract-3, SAFE-13): whoever adds a friend would choose who decides there. A stage that an
 * amendment added before one that was asked already is decided after it.
 */
function approversBefore(task: SourcedStage, run: Run): Id[] | "PENDING" {
  const isQueuedStill = isQueued(task);
  const before = run.tasks
    .filter(({ archived, addedByHand, orderNo }) => !archived && !addedByHand && orderNo < task.orderNo)
    .filter(({ status }) => isQueuedStill || status === "APPROVED")
    .toSorted((left, right) => right.orderNo - left.orderNo)[0];
  if (before === undefined) return [];
  if (before.status !== "APPROVED") return "PENDING";
  const seatsCounted = countedSeats(before, seatsOf(run, before.id));
  const byRule = seatsCounted.filter(({ required }) => !required);
  return (byRule.length > 0 ? byRule : seatsCounted).map(({ approverId }) => approverId);
}

/** Whether the source asks the managers of those who approved the stage before. */
export const isOfPrevious = ({ source }: SourcedSeats): boolean => "previousApproverManager" in source;

/**
 * Refuses stages whose sources can never yield anybody: the first one cannot ask the managers of those who approved the
 * stage before (contract-3, SRC-1).
 *
 * @param fieldOf - the field of a stage, by its place in the list
 * @throws DomainError `INVALID_INPUT`
 */
export function assertSources(
  stages: readonly Pick<StageInput, "name" | "order" | "sources">[],
  fieldOf: (index: number) => string,
): void {
  const first = Math.min(...stages.map(({ order }) => order));
  for (const [index, { name, order, sources = [] }] of stages.entries()) {
    if (order !== first || !sources.some(isOfPrevious)) continue;
    throw new DomainError("INVALID_INPUT", text("finding.NO_STAGE_BEFORE", { stage: name }), {
      field: fieldOf(index),
    });
  }
}

import { type Text, text } from "@countersign/texts";

import { defined } from "../defined.ts";
import { DomainError } from "../errors/index.ts";
import type { PeopleContext } from "./commands.ts";
import { managerOf, managerWithLimit } from "./managers.ts";
import { MAX_ASKED_MEMBERS, NO_ORGANISATION, type Organisation, nameIn } from "./people.ts";
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
  "approverId" | "groups" | "reason" | "reasonUserId" | "reasonGroupId"
> & { reason: NonNullable<Approval["reason"]> };

/** The users whom the sources of a stage yield. */
export interface Sourced {
  /** In the order of the sources; somebody may be there several times. */
  seats: readonly SourcedSeat[];
  /** Why sources yield nobody. */
  faults: readonly Text[];
  /** A source depends on verdicts that are not given yet. */
  isPending: boolean;
}

/** The context that sources depend on. */
export type SourceContext = Pick<PeopleContext, "people" | "organisation" | "content">;

/** The stage of a document, as far as its sources depend on it. */
export type SourcedStage = Pick<Task, "sources" | "submitterId" | "kind" | "orderNo" | "status" | "archived">;

/**
 * The users whom the sources of a stage yield now (contract-3, SRC-1). Whether they may decide is not judged here.
 *
 * @param run - for the managers of those who approved the stage before
 */
export function sourcedSeats(task: SourcedStage, run: Run, context: SourceContext): Sourced {
  const known = { ...context, organisation: context.organisation ?? NO_ORGANISATION };
  const yields = (task.sources ?? []).map((sourced) => yieldOf(sourced, task, run, known));
  return {
    seats: yields.flatMap(({ seats = [] }) => seats),
    faults: yields.flatMap(({ faults = [] }) => faults),
    isPending: yields.some(({ isPending }) => isPending === true),
  };
}

type Yield = Partial<Sourced>;
type Known = SourceContext & { organisation: Organisation };

const nobody = (...faults: Text[]): Yield => ({ faults });
const isFault = (found: Id | Text): found is Text => typeof found !== "string";

function yieldOf({ source, groups }: SourcedSeats, task: SourcedStage, run: Run, context: Known): Yield {
  const seat = (approverId: Id, why: Omit<SourcedSeat, "approverId" | "groups">): SourcedSeat =>
    defined<SourcedSeat>({ approverId, groups, ...why });
  const one = (found: Id | Text, why: Omit<SourcedSeat, "approverId" | "groups">): Yield =>
    isFault(found) ? nobody(found) : { seats: [seat(found, why)] };
  if ("groupId" in source) {
    const members = membersOf(source.groupId, context.organisation);
    if (!Array.isArray(members)) return nobody(members);
    const why = { reason: "GROUP", reasonGroupId: source.groupId } as const;
    return { seats: members.map((userId) => seat(userId, why)) };
  }
  if ("submitterManager" in source) {
    const why = { reason: "MANAGER_OF", reasonUserId: task.submitterId } as const;
    return one(submittersManager(task, source.submitterManager, context), why);
  }
  if ("departmentHead" in source) {
    return one(headOf(source.departmentHead.of, task, context), { reason: "HEAD_OF" });
  }
  if ("fact" in source) return one(personIn(source.fact, context), { reason: "FACT" });
  const approverIds = approversBefore(task, run);
  if (approverIds === "PENDING") return { isPending: true };
  if (approverIds.length === 0) return nobody(text("source.nobodyBefore"));
  const managers = approverIds.map((userId) => [userId, managerOf(userId, 1, context.people)] as const);
  return {
    seats: managers.flatMap(([reasonUserId, found]) =>
      isFault(found) ? [] : [seat(found, { reason: "PREVIOUS_APPROVER_MANAGER", reasonUserId })],
    ),
    faults: managers.flatMap(([, found]) => (isFault(found) ? [found] : [])),
  };
}

/** The members of a group, or why it yields nobody. */
export function membersOf(groupId: Id, { groups }: Organisation): Id[] | Text {
  const group = groups.get(groupId);
  if (group === undefined) return text("source.groupUnknown");
  const { name, active, memberIds } = group;
  if (active === false) return text("source.groupGone", { name });
  const members = [...new Set(memberIds)];
  if (members.length === 0) return text("source.groupEmpty", { name });
  if (members.length <= MAX_ASKED_MEMBERS) return members;
  return text("source.groupTooLarge", { name, count: members.length, maximum: MAX_ASKED_MEMBERS });
}

function submittersManager(
  { submitterId, kind }: SourcedStage,
  reach: ManagerReach,
  { people, organisation, content }: Known,
): Id | Text {
  if ("levels" in reach) return managerOf(submitterId, reach.levels, people);
  return managerWithLimit(submitterId, { kind, ...content }, { people, organisation });
}

/** The head of the submitter's department, or of the one that a fact names. */
function headOf(of: string, { submitterId }: SourcedStage, context: Known): Id | Text {
  const departmentId = of === "SUBMITTER" ? departmentOf(submitterId, context) : departmentIn(of, context);
  if (isFault(departmentId)) return departmentId;
  return context.organisation.heads.get(departmentId) ?? text("source.noHead");
}

function departmentOf(userId: Id, { people }: Known): Id | Text {
  return people.get(userId)?.departmentId ?? text("source.noDepartment", { name: nameIn(people, userId) });
}

function departmentIn(key: string, context: Known): Id | Text {
  const fact = statedFact(key, context);
  if (!("type" in fact)) return fact;
  if (fact.type === "PERSON") {
    const person = personIn(key, context);
    return isFault(person) ? person : departmentOf(person, context);
  }
  if (fact.type !== "TEXT" || typeof fact.value !== "string") return text("source.noFact", { key });
  return departmentIdIn(fact.value);
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
  const counted = countedSeats(before, seatsOf(run, before.id));
  const byRule = counted.filter(({ required }) => !required);
  return (byRule.length > 0 ? byRule : counted).map(({ approverId }) => approverId);
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

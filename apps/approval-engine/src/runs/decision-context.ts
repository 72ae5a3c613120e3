import type {
  Calendars,
  DecisionContext,
  DocumentContent,
  Id,
  People,
  Person,
  SourcedSeats,
  StageInput,
  Substitution,
} from "@countersign/domain/approval";
import type { RunRoute } from "@countersign/domain/routing";

import {
  type ApprovalSettings,
  type NamedPerson,
  refuseUnknown,
  settingsOf,
} from "../approval-settings/index.ts";
import { createDirectoryRepository } from "../shared/directory-repository.ts";
import type { Caller } from "../shared/caller.ts";
import { assertPresent } from "../shared/leavers.ts";
import { peopleAmong } from "../shared/people.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { openSubstitutionsAmong } from "../substitutions/index.ts";
import { storedContent } from "./document-content.ts";
import { findCalendars } from "./find-calendars.ts";
import { type EscalationQuery, findEscalation } from "./find-escalation.ts";
import { type FoundOrganisation, type SourceQuery, findOrganisation } from "./find-organisation.ts";
import type { RunRecords } from "./run-records.ts";

interface Asked {
  returnRequeue?: boolean;
  /** Users whom the command names. */
  named?: readonly Id[];
  /** The actor, who must not have left the company. Absent if the platform or an owner acts for somebody. */
  actor?: Caller | undefined;
  /** The document as the command leaves it. Default: as it is. */
  content?: DocumentContent | undefined;
  /** A stage that the command may ask beside those of the run. */
  returnStage?: StageInput | undefined;
  /** The run's route, which the command judges anew: stages that are not on the way may be from now on. */
  route?: RunRoute | undefined;
  /** Of an escalation: whom it asks. */
  escalation?: EscalationQuery | undefined;
}

/** The facts that a decision is judged by; the rules are among the company's settings. */
export interface RunContext extends DecisionContext {
  settings: ApprovalSettings;
}

/**
 * Time, settings and people for a decision on a run: one command each for the settings, for the substitutions of everybody
 * involved, by level, and for all these people; and where the run has sources, those of {@link findOrganisation}.
 *
 * @throws DomainError `FORBIDDEN` when the actor has left the company
 */
export async function decisionContext(
  scope: TransactionScope,
  companyId: Id,
  run: RunRecords,
  { returnRequeue = false, named = [], actor, content, returnStage, route, escalation }: Asked = {},
): Promise<RunContext> {
  const { tasks, approvals } = run;
  const settings = await settingsOf(scope, companyId);
  const judged = route?.stages ?? [];
  const away = judged.filter(({ included }) => !included).map(({ stage }) => stage);
  const involved = [
    ...tasks.flatMap(({ involvedIds }) => involvedIds),
    ...away.flatMap(({ approverIds }) => approverIds),
    ...(returnStage?.approverIds ?? []),
  ];
  const further = [...(returnStage?.sources ?? []), ...away.flatMap((stage) => stage.sources ?? [])];
  const ofSources = await sourcesOf(scope, companyId, run, { further, content, actor });
  const sourced = escalation ? await withEscalation(scope, companyId, ofSources, escalation) : ofSources;
  const candidateIds = sourced?.candidateIds ?? [];
  const { substitutionDepth: depth } = settings;
  const among = [...involved, ...candidateIds];
  const substitutions = await openSubstitutionsAmong(scope, companyId, among, scope.now, depth);
  const wanted = [
    ...among,
    ...approvals
      .filter(({ archived }) => !archived)
      .flatMap(({ approverId, takenFrom = approverId }) => [approverId, takenFrom]),
    ...substitutesOf(substitutions),
    ...named,
    ...(actor ? [actor.userId] : []),
    ...(escalation ? settings.fallbackApproverIds : []),
  ];
  const submitterId = tasks[0]?.submitterId;
  const stages = judged.map(({ stage }) => stage);
  const people = await withPeople(scope, companyId, { settings, wanted, submitterId, sourced, stages });
  if (actor) assertPresent(actor, people);
  const live = tasks.filter(({ archived }) => !archived);
  const calendars = await findCalendars(scope, companyId, {
    kind: tasks[0]?.kind,
    stages: [...live, ...stages, ...(returnStage ? [returnStage] : [])],
    settings,
  });
  return contextOf(scope, { settings, people, substitutions, returnRequeue, sourced, content, calendars });
}

/** The records of the sources of a run, with those of an escalation. */
async function withEscalation(
  scope: TransactionScope,
  companyId: Id,
  sourced: Sourced | undefined,
  query: EscalationQuery,
): Promise<Sourced> {
  const { organisation, places, candidateIds } = await findEscalation(scope, companyId, query);
  if (sourced === undefined) return { organisation, places, candidateIds, content: undefined };
  const all = new Map(sourced.places);
  for (const [userId, place] of places) all.set(userId, { ...all.get(userId), ...place });
  return {
    organisation: {
      ...sourced.organisation,
      groups: new Map([...sourced.organisation.groups, ...organisation.groups]),
    },
    places: all,
    candidateIds: [...sourced.candidateIds, ...candidateIds],
    content: sourced.content,
  };
}

/** The records that the sources of a run read, with its document. */
interface Sourced extends FoundOrganisation {
  content: DocumentContent | undefined;
}

async function sourcesOf(
  scope: TransactionScope,
  companyId: Id,
  run: RunRecords,
  { further, content: given, actor }: { further: readonly SourcedSeats[] } & Pick<Asked, "content" | "actor">,
): Promise<Sourced | undefined> {
  const live = run.tasks.filter(({ archived }) => !archived);
  const sources = [...live.flatMap((task) => task.sources ?? []), ...further].map(({ source }) => source);
  const [task] = run.tasks;
  if (sources.length === 0 || task === undefined) return undefined;
  const content = given ?? (await storedContent(scope, companyId, run, sources));
  // One of them, or who takes a seat over, may be the next to approve.
  const approvers = run.approvals.filter(({ archived }) => !archived).map(({ approverId }) => approverId);
  const approverIds = [...new Set([...approvers, ...(actor ? [actor.userId] : [])])];
  const { submitterId, kind } = task;
  return withContent(scope, companyId, { sources, submitterId, kind, content, approverIds });
}

async function withContent(scope: TransactionScope, companyId: Id, query: SourceQuery): Promise<Sourced> {
  return { ...(await findOrganisation(scope, companyId, query)), content: query.content };
}

/**
 * The same for a submission, of which nothing is stored yet.
 *
 * @throws DomainError likewise, and `INVALID_INPUT` for people whom the company's setting `unknownPeople` refuses
 */
export async function submissionContext(
  scope: TransactionScope,
  companyId: Id,
  { stages, submitterId, kind, content, returnRequeue, actor, named }: Submitted,
): Promise<RunContext> {
  const settings = await settingsOf(scope, companyId);
  const approverIds = [...new Set(stages.flatMap((stage) => stage.approverIds))];
  const sources = stages.flatMap((stage) => stage.sources ?? []).map(({ source }) => source);
  const query = { sources, submitterId, kind, content, approverIds: [] };
  const sourced = sources.length === 0 ? undefined : await withContent(scope, companyId, query);
  const { substitutionDepth: depth } = settings;
  const among = [...approverIds, ...(sourced?.candidateIds ?? [])];
  const substitutions = await openSubstitutionsAmong(scope, companyId, among, scope.now, depth);
  const wanted = [...among, actor.userId, ...substitutesOf(substitutions)];
  const people = await withPeople(scope, companyId, { settings, wanted, submitterId, sourced, stages });
  assertPresent(actor, people);
  await refuseUnknown(scope, companyId, named, { settings, people });
  const calendars = await findCalendars(scope, companyId, { kind, stages, settings });
  return contextOf(scope, { settings, people, substitutions, returnRequeue, sourced, content, calendars });
}

/** A submission, as far as its context depends on it. */
interface Submitted extends Pick<SourceQuery, "submitterId" | "kind" | "content"> {
  stages: readonly StageInput[];
  named: readonly NamedPerson[];
  returnRequeue: boolean;
  actor: Caller;
}

function contextOf(
  { now, newId, conditions }: TransactionScope,
  {
    sourced,
    content = sourced?.content,
    ...given
  }: {
    settings: ApprovalSettings;
    people: People;
    substitutions: readonly Substitution[];
    returnRequeue: boolean;
    sourced: Sourced | undefined;
    content: DocumentContent | undefined;
    calendars: Calendars | undefined;
  },
): RunContext {
  const read = { organisation: sourced?.organisation, content, conditions };
  return { nowMs: now.getTime(), newId, rules: given.settings, ...given, ...read };
}

/** The people the command needs, and those whom settings may ask. */
async function withPeople(
  scope: TransactionScope,
  companyId: Id,
  { settings, wanted, submitterId, sourced, stages }: PeopleQuery,
): Promise<People> {
  const { onEmptyStage, onSubmitterIsApprover, fallbackApproverIds } = settings;
  const managerId =
    onSubmitterIsApprover === "MANAGER" && submitterId !== undefined
      ? await createDirectoryRepository(scope).managerOf(companyId, submitterId)
      : undefined;
  const ids = [
    ...wanted,
    ...(onEmptyStage === "FALLBACK" ? fallbackApproverIds : []),
    ...(managerId === undefined ? [] : [managerId]),
    // Reasons name whose manager or department nobody is.
    ...(sourced === undefined ? [] : sourced.places.keys()),
    ...(sourced === undefined || submitterId === undefined ? [] : [submitterId]),
  ];
  const people: Map<Id, Person> = new Map(await peopleAmong(scope, companyId, ids));
  for (const [userId, place] of sourced?.places ?? []) {
    people.set(userId, { ...people.get(userId), ...place });
  }
  if (managerId !== undefined && submitterId !== undefined) {
    people.set(submitterId, { ...people.get(submitterId), managerId });
  }
  if (submitterId === undefined || !asksDepartment(stages)) return people;
  const submitter = people.get(submitterId);
  if (submitter?.departmentId !== undefined) return people;
  const departments = await createDirectoryRepository(scope).departmentsOf(companyId, [submitterId]);
  const departmentId = departments.get(submitterId);
  return departmentId === undefined ? people : people.set(submitterId, { ...submitter, departmentId });
}

/** Whether a condition may ask for the submitter's department. */
const asksDepartment = (stages: readonly Pick<StageInput, "when">[]): boolean =>
  stages.some(({ when }) => when?.includes("departmentId"));

interface PeopleQuery {
  settings: ApprovalSettings;
  wanted: readonly Id[];
  submitterId: Id | undefined;
  sourced: Sourced | undefined;
  /** Whose conditions are judged. */
  stages: readonly Pick<StageInput, "when">[];
}

const substitutesOf = (substitutions: readonly Substitution[]) =>
  substitutions.map(({ substituteId }) => substituteId);

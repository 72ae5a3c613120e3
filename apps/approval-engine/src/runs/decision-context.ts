import type {
  Calendars,
  DecisionContext,
  DocumentContent,
  Id,
  Ladder,
  People,
  Person,
  SourcedSeats,
  StageInput,
  WorkflowTaskKind,
} from "@countersign/domain/approval";
import type { RunRoute } from "@countersign/domain/routing";

import {
  type ApprovalSettings,
  type NamedPerson,
  refuseUnknown,
  rulesOf,
  settingsOf,
} from "../approval-settings/index.ts";
import { calendarsAmong } from "../calendars/index.ts";
import type { Caller } from "../shared/caller.ts";
import { type OrganisationPlace, createDirectoryRepository } from "../shared/directory-repository.ts";
import { assertPresent } from "../shared/leavers.ts";
import { peopleAmong } from "../shared/people.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { openSubstitutionsAmong } from "../substitutions/index.ts";
import { storedContent } from "./document-content.ts";
import {
  type EscalationQuery,
  type OrganisationRecords,
  type SourceQuery,
  type SourcedDocument,
  findEscalation,
  findOrganisation,
} from "./organisation.ts";
import type { WorkflowRun } from "./run.ts";

interface ContextQuery {
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
  run: WorkflowRun,
  { returnRequeue = false, named = [], actor, content, returnStage, route, escalation }: ContextQuery = {},
): Promise<RunContext> {
  const { tasks, approvals } = run;
  const settings = await settingsOf(scope, companyId);
  const judgedStages = route?.stages ?? [];
  const away = judgedStages.filter(({ included }) => !included).map(({ stage }) => stage);
  const involvedUserIds = [
    ...tasks.flatMap(({ involvedIds }) => involvedIds),
    ...away.flatMap(({ approverIds }) => approverIds),
    ...(returnStage?.approverIds ?? []),
  ];
  const further = [...(returnStage?.sources ?? []), ...away.flatMap((stage) => stage.sources ?? [])];
  const escalationRecords =
    escalation && (await findEscalation(scope, companyId, escalation, run.submittedAt));
  const limitedIds = [
    ...named,
    ...(escalationRecords ? [...escalationRecords.candidateIds, ...settings.fallbackApproverIds] : []),
  ];
  const ofSources = await sourcesOf(scope, companyId, run, { further, content, actor, limitedIds });
  const sourceRecords = escalationRecords ? withEscalation(ofSources, escalationRecords) : ofSources;
  const stages = judgedStages.map(({ stage }) => stage);
  const liveSeats = approvals.filter(({ archived }) => !archived);
  const context = await contextAmong(scope, companyId, {
    settings,
    returnRequeue,
    content,
    sourceRecords,
    stages,
    approverIds: involvedUserIds,
    furtherIds: [
      ...liveSeats.flatMap(({ approverId, takenFrom = approverId }) => [approverId, takenFrom]),
      ...named,
      ...(actor ? [actor.userId] : []),
      ...(escalation ? settings.fallbackApproverIds : []),
    ],
    submitterIds: tasks.slice(0, 1).map(({ submitterId }) => submitterId),
  });
  if (actor) assertPresent(actor, context.people);
  const live = tasks.filter(({ archived }) => !archived);
  const calendars = await findCalendars(scope, companyId, {
    kind: tasks[0]?.kind,
    stages: [...live, ...stages, ...(returnStage ? [returnStage] : [])],
    settings,
  });
  return { ...context, calendars };
}

/** The records of the sources of a run, with those of an escalation. */
function withEscalation(
  sourceRecords: SourceRecords | undefined,
  { organisation, places, candidateIds }: OrganisationRecords,
): SourceRecords {
  if (sourceRecords === undefined) return { organisation, places, candidateIds, content: undefined };
  const all = new Map(sourceRecords.places);
  for (const [userId, place] of places) all.set(userId, { ...all.get(userId), ...place });
  const takings = [...(sourceRecords.organisation.takings ?? []), ...(organisation.takings ?? [])];
  return {
    organisation: {
      ...sourceRecords.organisation,
      groups: new Map([...sourceRecords.organisation.groups, ...organisation.groups]),
      ...(takings.length > 0 && { takings }),
    },
    places: all,
    candidateIds: [...sourceRecords.candidateIds, ...candidateIds],
    content: sourceRecords.content,
  };
}

/** The records that the sources of a run read, with its document. */
interface SourceRecords extends OrganisationRecords {
  content: DocumentContent | undefined;
}

/** The sources and people that a command asks beside those of a run. */
interface FurtherSources extends Pick<ContextQuery, "content" | "actor"> {
  further: readonly SourcedSeats[];
  /** People who may get a seat that a limit gave. */
  limitedIds: readonly Id[];
}

async function sourcesOf(
  scope: TransactionScope,
  companyId: Id,
  run: WorkflowRun,
  { further, content: changedContent, actor, limitedIds }: FurtherSources,
): Promise<SourceRecords | undefined> {
  const live = run.tasks.filter(({ archived }) => !archived);
  const sources = [...live.flatMap((task) => task.sources ?? []), ...further].map(({ source }) => source);
  const [task] = run.tasks;
  if (sources.length === 0 || task === undefined) return undefined;
  const content = changedContent ?? (await storedContent(scope, companyId, run, sources));
  // One of them, or who takes a seat over, may be the next to approve.
  const approvers = run.approvals.filter(({ archived }) => !archived).map(({ approverId }) => approverId);
  const approverIds = [...new Set([...approvers, ...(actor ? [actor.userId] : [])])];
  const { submitterId, kind } = task;
  const organisation = await findOrganisation(scope, companyId, {
    sources,
    documents: [{ submitterId, content }],
    kind,
    approverIds,
    limitedIds: [...limitedIds, ...approverIds],
    since: run.submittedAt,
  });
  return { ...organisation, content };
}

/**
 * The same for a submission, of which nothing is stored yet.
 *
 * @throws DomainError likewise, and `INVALID_INPUT` for people whom the company's setting `unknownPeople` refuses
 */
export async function submissionContext(
  scope: TransactionScope,
  companyId: Id,
  { stages, submitterId, kind, content, returnRequeue, actor, named }: SubmittedDocument,
): Promise<RunContext> {
  const askingDocument = { stages, documents: [{ submitterId, content }], kind, returnRequeue, content };
  const context = await askingContext(scope, companyId, { ...askingDocument, furtherIds: [actor.userId] });
  const { people, settings } = context;
  assertPresent(actor, people);
  await refuseUnknown(scope, companyId, named, { settings, people });
  const calendars = await findCalendars(scope, companyId, { kind, stages, settings });
  return { ...context, calendars };
}

/** The same for several documents, judged one by one: each brings its own content. Nobody acts, and no time is reckoned. */
export async function submissionsContext(
  scope: TransactionScope,
  companyId: Id,
  { kind, stages, documents }: Pick<AskingDocuments, "kind" | "stages" | "documents">,
): Promise<RunContext> {
  const nobodyActs = { returnRequeue: false, content: undefined, furtherIds: [] };
  return askingContext(scope, companyId, { kind, stages, documents, ...nobodyActs });
}

/** Documents of a kind, the stages that may be asked about them, and who else is wanted. */
interface AskingDocuments extends Pick<SourceQuery, "documents" | "kind"> {
  stages: readonly Omit<StageInput, "order">[];
  returnRequeue: boolean;
  content: DocumentContent | undefined;
  furtherIds: readonly Id[];
}

async function askingContext(
  scope: TransactionScope,
  companyId: Id,
  { stages, documents, kind, returnRequeue, content, furtherIds }: AskingDocuments,
): Promise<RunContext> {
  const settings = await settingsOf(scope, companyId);
  const sources = stages.flatMap((stage) => stage.sources ?? []).map(({ source }) => source);
  const query = { sources, documents, kind, approverIds: [] };
  const sourceRecords =
    sources.length === 0 ? undefined : { ...(await findOrganisation(scope, companyId, query)), content };
  return contextAmong(scope, companyId, {
    settings,
    returnRequeue,
    content,
    sourceRecords,
    stages,
    approverIds: [...new Set(stages.flatMap((stage) => stage.approverIds))],
    furtherIds,
    submitterIds: [...new Set(documents.map(({ submitterId }) => submitterId))],
  });
}

/** A submission, as far as its context depends on it. */
interface SubmittedDocument extends SourcedDocument, Pick<SourceQuery, "kind"> {
  stages: readonly Omit<StageInput, "order">[];
  named: readonly NamedPerson[];
  returnRequeue: boolean;
  actor: Caller;
}

/** The parts of a context that are there before its substitutes and people are read. */
interface ContextParts extends Omit<PeopleQuery, "wantedIds"> {
  returnRequeue: boolean;
  content: DocumentContent | undefined;
  /** Those who may be asked, whose substitutes may act. */
  approverIds: readonly Id[];
  /** Others whose names and presence count. */
  furtherIds: readonly Id[];
}

async function contextAmong(
  scope: TransactionScope,
  companyId: Id,
  { returnRequeue, approverIds, furtherIds, ...query }: ContextParts,
): Promise<RunContext> {
  const { settings, sourceRecords, content = sourceRecords?.content } = query;
  const { now, newId, conditions } = scope;
  const among = [...approverIds, ...(sourceRecords?.candidateIds ?? [])];
  const { substitutionDepth } = settings;
  const substitutions = await openSubstitutionsAmong(scope, companyId, among, now, substitutionDepth);
  const wantedIds = [...among, ...furtherIds, ...substitutions.map(({ substituteId }) => substituteId)];
  const people = await withPeople(scope, companyId, { ...query, wantedIds });
  const organisation = sourceRecords?.organisation;
  const judgedBy = { rules: rulesOf(settings), settings, people, substitutions, organisation, content };
  return { nowMs: now.getTime(), newId, conditions, returnRequeue, ...judgedBy, calendars: undefined };
}

/** The people the command needs, and those whom settings may ask. */
async function withPeople(
  scope: TransactionScope,
  companyId: Id,
  { settings, wantedIds, submitterIds, sourceRecords, stages }: PeopleQuery,
): Promise<People> {
  const { onEmptyStage, onSubmitterIsApprover, fallbackApproverIds } = settings;
  const managers: ReadonlyMap<Id, OrganisationPlace> =
    onSubmitterIsApprover === "MANAGER" && submitterIds.length > 0
      ? await createDirectoryRepository(scope).managersOf(companyId, submitterIds)
      : new Map();
  const ids = [
    ...wantedIds,
    ...(onEmptyStage === "FALLBACK" ? fallbackApproverIds : []),
    ...[...managers.values()].flatMap(({ managerId = [] }) => managerId),
    // Reasons name whose manager or department nobody is.
    ...(sourceRecords === undefined ? [] : [...sourceRecords.places.keys(), ...submitterIds]),
  ];
  const people: Map<Id, Person> = new Map(await peopleAmong(scope, companyId, ids));
  for (const [userId, place] of sourceRecords?.places ?? []) {
    people.set(userId, { ...people.get(userId), ...place });
  }
  for (const [userId, place] of managers) {
    if ((place.managerId ?? place.managerChanges) === undefined) continue;
    people.set(userId, { ...people.get(userId), ...place });
  }
  if (!asksDepartment(stages)) return people;
  const unplacedIds = submitterIds.filter((id) => people.get(id)?.departmentId === undefined);
  if (unplacedIds.length === 0) return people;
  const departments = await createDirectoryRepository(scope).departmentsOf(companyId, unplacedIds);
  for (const [userId, place] of departments) people.set(userId, { ...people.get(userId), ...place });
  return people;
}

/** Whether a condition may ask for the submitter's department. */
const asksDepartment = (stages: readonly Pick<StageInput, "when">[]): boolean =>
  stages.some(({ when }) => when?.includes("departmentId"));

interface PeopleQuery {
  settings: ApprovalSettings;
  wantedIds: readonly Id[];
  submitterIds: readonly Id[];
  sourceRecords: SourceRecords | undefined;
  /** Whose conditions are judged. */
  stages: readonly Pick<StageInput, "when">[];
}

/** The calendars by which the stages of a run may be reckoned; nothing is read for stages without a ladder. */
async function findCalendars(
  scope: TransactionScope,
  companyId: Id,
  {
    kind,
    stages,
    settings: { calendarId, kindCalendars },
  }: {
    kind: WorkflowTaskKind | undefined;
    stages: readonly { ladder?: Ladder }[];
    settings: Pick<ApprovalSettings, "calendarId" | "kindCalendars">;
  },
): Promise<Calendars | undefined> {
  const ladders = stages.flatMap(({ ladder = [] }) => ladder);
  if (ladders.length === 0) return undefined;
  const ofKind = kindCalendars.find((kindCalendar) => kindCalendar.kind === kind)?.calendarId;
  const chosenIds = [ofKind, calendarId].filter((id) => id !== null && id !== undefined);
  const ladderCalendarIds = ladders.flatMap((ladder) => ladder.calendarId ?? []);
  return { byId: await calendarsAmong(scope, companyId, [...ladderCalendarIds, ...chosenIds]), chosenIds };
}

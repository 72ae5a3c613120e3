import {
  type ApprovalLimit,
  type ApproverSource,
  type DocumentContent,
  type DocumentFact,
  type Escalation,
  type Id,
  MAX_ASKED_MEMBERS,
  MAX_CLIMB,
  NO_ORGANISATION,
  type Organisation,
  type UserGroup,
  type WorkflowTaskKind,
  departmentIdIn,
} from "@countersign/domain/approval";
import { isHexId } from "@countersign/mongo";

import { groupDeletions, groupsAmong, groupsOfMembers } from "../groups/index.ts";
import { limitsFor } from "../limits/index.ts";
import { type OrganisationPlace, createDirectoryRepository } from "../shared/directory-repository.ts";
import type { TransactionScope } from "../shared/transact.ts";

/** A document whose stages have sources. */
export interface SourcedDocument {
  submitterId: Id;
  content?: DocumentContent | undefined;
}

/** The sources of a run, and what they depend on; or of several documents of a kind. */
export interface SourceQuery {
  sources: readonly ApproverSource[];
  documents: readonly SourcedDocument[];
  kind: WorkflowTaskKind;
  /** Those who may have approved the stage before one that asks their managers. */
  approverIds: readonly Id[];
  /** Others who may get a seat that a limit gave, or have one. */
  limitedIds?: readonly Id[];
  /** When the run was submitted; absent: it is about to be. */
  since?: Date | undefined;
}

/** The organisation of a company as far as sources need it. */
export interface OrganisationRecords {
  organisation: Organisation;
  /** The managers and departments that count, by user. */
  places: ReadonlyMap<Id, OrganisationPlace>;
  /** Everybody whom the sources may yield. */
  candidateIds: readonly Id[];
}

/**
 * Reads what the sources of a run need (contract-3, SRC-1): at most one command a kind of record, two for the managers of
 * earlier approvers, and one a level above the submitter.
 */
export async function findOrganisation(
  scope: TransactionScope,
  companyId: Id,
  query: SourceQuery,
): Promise<OrganisationRecords> {
  if (query.sources.length === 0)
    return { organisation: NO_ORGANISATION, places: new Map(), candidateIds: [] };
  const facts = factsIn(query);
  const places = await placesOf(scope, companyId, query, facts);
  const departmentIds = departmentsIn(query, places, facts);
  const headsFound: Pick<Organisation, "heads" | "headChanges"> =
    departmentIds.length === 0
      ? NO_ORGANISATION
      : await createDirectoryRepository(scope).headsOf(companyId, departmentIds);
  const groupIds = groupIdsIn(query);
  const namedGroups = await groupsAmong(scope, companyId, groupIds);
  const { since } = query;
  const missingIds = groupIds.filter((id) => !namedGroups.has(id));
  const managerIds = [...places.values()].flatMap(({ managerId = [] }) => managerId);
  const deletedGroups = { groupIds: missingIds, memberIds: isLimitRead(query) ? managerIds : [] };
  const takings = since ? await groupDeletions(scope, companyId, deletedGroups, since) : [];
  const limitedManagers = await limitsOf(scope, companyId, query, managerIds);
  const members = [...namedGroups.values()]
    .filter(({ memberIds }) => memberIds.length <= MAX_ASKED_MEMBERS)
    .flatMap(({ memberIds }) => memberIds);
  return {
    organisation: {
      groups: new Map([...limitedManagers.groups, ...namedGroups]),
      heads: headsFound.heads,
      ...(headsFound.headChanges && { headChanges: headsFound.headChanges }),
      limits: limitedManagers.limits,
      ...(takings.length > 0 && { takings }),
    },
    places,
    candidateIds: [
      ...new Set([...members, ...managerIds, ...headsFound.heads.values(), ...facts.flatMap(personIn)]),
    ],
  };
}

/** The keys of facts that sources read. */
export function factKeysOf(sources: readonly ApproverSource[]): string[] {
  return sources.flatMap((source) => {
    if ("fact" in source) return source.fact;
    if ("departmentHead" in source && source.departmentHead.of !== "SUBMITTER")
      return source.departmentHead.of;
    return [];
  });
}

/** The facts that sources read; none that only a person states. */
function factsIn({ sources, documents }: SourceQuery): DocumentFact[] {
  const keys = new Set(factKeysOf(sources));
  if (keys.size === 0) return [];
  return documents.flatMap(({ content }) =>
    content?.byOwner === true ? content.facts.filter(({ key }) => keys.has(key)) : [],
  );
}

const personIn = ({ type, value }: DocumentFact): Id[] =>
  type === "PERSON" && typeof value === "string" ? [value] : [];

const groupIdsIn = ({ sources }: SourceQuery): Id[] =>
  sources.flatMap((source) => ("groupId" in source ? source.groupId : []));

/** How far above the submitters managers are looked for. */
function levelsIn({ sources }: SourceQuery): number {
  const reaches = sources.flatMap((source) => ("submitterManager" in source ? source.submitterManager : []));
  return Math.max(0, ...reaches.map((reach) => ("levels" in reach ? reach.levels : MAX_CLIMB)));
}

const readsSubmittersDepartment = (source: ApproverSource) =>
  "departmentHead" in source && source.departmentHead.of === "SUBMITTER";

/** The managers and departments of the people whom the sources start from. */
async function placesOf(
  scope: TransactionScope,
  companyId: Id,
  query: SourceQuery,
  facts: readonly DocumentFact[],
): Promise<Map<Id, OrganisationPlace>> {
  const directory = createDirectoryRepository(scope);
  const { sources, documents, approverIds } = query;
  const places = new Map<Id, OrganisationPlace>();
  const levels = levelsIn(query);
  if (levels > 0 || sources.some(readsSubmittersDepartment)) {
    const submitterIds = [...new Set(documents.map(({ submitterId }) => submitterId))];
    for (const [id, place] of await directory.placesAbove(companyId, submitterIds, levels))
      places.set(id, place);
  }
  const persons = facts.flatMap(personIn);
  if (persons.length > 0) {
    for (const [id, place] of await directory.departmentsOf(companyId, persons)) {
      places.set(id, { ...places.get(id), ...place });
    }
  }
  if (approverIds.length > 0 && sources.some((source) => "previousApproverManager" in source)) {
    for (const [id, place] of await directory.managersOf(companyId, approverIds)) {
      places.set(id, { ...places.get(id), ...place });
    }
  }
  return places;
}

/** The departments whose heads sources ask. */
function departmentsIn(
  { sources, documents }: SourceQuery,
  places: ReadonlyMap<Id, OrganisationPlace>,
  facts: readonly DocumentFact[],
): Id[] {
  const departmentOf = (userId: Id): Id[] => [places.get(userId)?.departmentId ?? []].flat();
  const factsOf = Map.groupBy(facts, ({ key }) => key);
  const ids = sources.flatMap((source): Id[] => {
    if (!("departmentHead" in source)) return [];
    if (readsSubmittersDepartment(source)) {
      return documents.flatMap(({ submitterId }) => departmentOf(submitterId));
    }
    return (factsOf.get(source.departmentHead.of) ?? []).flatMap((fact) =>
      fact.type === "TEXT" && typeof fact.value === "string"
        ? departmentIdIn(fact.value)
        : personIn(fact).flatMap(departmentOf),
    );
  });
  return [...new Set(ids)].filter(isHexId);
}

/** Whether a source asks for whom a limit covers, and a document has an amount. */
const isLimitRead = ({ sources, documents }: SourceQuery): boolean =>
  documents.some(({ content }) => content?.amount !== undefined) &&
  sources.some((source) => "submitterManager" in source && "untilLimit" in source.submitterManager);

/** The limits of the submitters' managers for the documents, with the groups by which they have some. */
async function limitsOf(
  scope: TransactionScope,
  companyId: Id,
  query: SourceQuery,
  managerIds: readonly Id[],
): Promise<{ groups: ReadonlyMap<Id, UserGroup>; limits: readonly ApprovalLimit[] }> {
  if (!isLimitRead(query)) return { groups: new Map(), limits: [] };
  const { kind, limitedIds = [], since } = query;
  const userIds = [...managerIds, ...limitedIds];
  const groups = await groupsOfMembers(scope, companyId, userIds, since);
  const limits = await limitsFor(scope, companyId, {
    kind,
    holderIds: [...userIds, ...groups.keys()],
    since,
  });
  return { groups, limits };
}

/** How far above somebody who is late managers are read, as far as `decide` looks. */
const LEVELS = 5;

/** Those whom an escalation may ask, for whoever is late. */
export interface EscalationQuery {
  to: Escalation["to"];
  /** The approvers who may be late. */
  lateIds: readonly Id[];
}

/** Reads what an escalation needs (contract-3, TIME-3): two commands for each level of managers, or one for the group. */
export async function findEscalation(
  scope: TransactionScope,
  companyId: Id,
  { to, lateIds }: EscalationQuery,
  since: Date | undefined,
): Promise<OrganisationRecords> {
  const noOrganisation = { organisation: NO_ORGANISATION, places: new Map(), candidateIds: [] };
  if ("userIds" in to) return { ...noOrganisation, candidateIds: [...to.userIds] };
  if ("groupId" in to) {
    const groups = await groupsAmong(scope, companyId, [to.groupId]);
    const members = [...groups.values()].flatMap(({ memberIds }) => memberIds);
    const deletedGroups = { groupIds: groups.size === 0 ? [to.groupId] : [], memberIds: [] };
    const takings = since ? await groupDeletions(scope, companyId, deletedGroups, since) : [];
    return {
      ...noOrganisation,
      organisation: { ...NO_ORGANISATION, groups, takings },
      candidateIds: members,
    };
  }
  const places = await managersAbove(scope, companyId, lateIds);
  return {
    ...noOrganisation,
    places,
    candidateIds: [...places.values()].flatMap(({ managerId = [] }) => managerId),
  };
}

async function managersAbove(
  scope: TransactionScope,
  companyId: Id,
  lateIds: readonly Id[],
): Promise<Map<Id, OrganisationPlace>> {
  const directory = createDirectoryRepository(scope);
  const places = new Map<Id, OrganisationPlace>();
  let below = [...new Set(lateIds)];
  for (let level = 1; level <= LEVELS && below.length > 0; level += 1) {
    const managers = await directory.managersOf(companyId, below);
    for (const [userId, place] of managers) places.set(userId, place);
    const above = [...managers.values()].flatMap(({ managerId = [] }) => managerId);
    below = [...new Set(above)].filter((userId) => !places.has(userId));
  }
  return places;
}

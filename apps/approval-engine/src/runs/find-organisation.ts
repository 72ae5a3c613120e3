import {
  type ApprovalLimit,
  type ApproverSource,
  type DocumentContent,
  type DocumentFact,
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

import { groupsAmong, groupsOfMembers } from "../groups/index.ts";
import { limitsFor } from "../limits/index.ts";
import { type OrganisationPlace, createDirectoryRepository } from "../shared/directory-repository.ts";
import type { TransactionScope } from "../shared/transact.ts";

/** The sources of a run, and what they depend on. */
export interface SourceQuery {
  sources: readonly ApproverSource[];
  submitterId: Id;
  kind: WorkflowTaskKind;
  content?: DocumentContent | undefined;
  /** Those who may have approved the stage before one that asks their managers. */
  approverIds: readonly Id[];
}

/** The organisation of a company as far as sources need it. */
export interface FoundOrganisation {
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
): Promise<FoundOrganisation> {
  if (query.sources.length === 0)
    return { organisation: NO_ORGANISATION, places: new Map(), candidateIds: [] };
  const facts = factsIn(query);
  const places = await placesOf(scope, companyId, query, facts);
  const departmentIds = departmentsIn(query, places, facts);
  const heads =
    departmentIds.length === 0
      ? NO_ORGANISATION.heads
      : await createDirectoryRepository(scope).headsOf(companyId, departmentIds);
  const named = await groupsAmong(scope, companyId, groupIdsIn(query));
  const managerIds = [...places.values()].flatMap(({ managerId = [] }) => managerId);
  const limited = await limitsOf(scope, companyId, query, managerIds);
  const members = [...named.values()]
    .filter(({ memberIds }) => memberIds.length <= MAX_ASKED_MEMBERS)
    .flatMap(({ memberIds }) => memberIds);
  return {
    organisation: { groups: new Map([...limited.groups, ...named]), heads, limits: limited.limits },
    places,
    candidateIds: [...new Set([...members, ...managerIds, ...heads.values(), ...facts.flatMap(personIn)])],
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
function factsIn({ sources, content }: SourceQuery): DocumentFact[] {
  if (content?.byOwner !== true) return [];
  const keys = new Set(factKeysOf(sources));
  return content.facts.filter(({ key }) => keys.has(key));
}

const personIn = ({ type, value }: DocumentFact): Id[] =>
  type === "PERSON" && typeof value === "string" ? [value] : [];

const groupIdsIn = ({ sources }: SourceQuery): Id[] =>
  sources.flatMap((source) => ("groupId" in source ? source.groupId : []));

/** How far above the submitter managers are looked for. */
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
  const { sources, submitterId, approverIds } = query;
  const places = new Map<Id, OrganisationPlace>();
  const levels = levelsIn(query);
  if (levels > 0 || sources.some(readsSubmittersDepartment)) {
    for (const [id, place] of await directory.placesAbove(companyId, submitterId, levels))
      places.set(id, place);
  }
  const persons = facts.flatMap(personIn);
  if (persons.length > 0) {
    for (const [id, departmentId] of await directory.departmentsOf(companyId, persons)) {
      places.set(id, { ...places.get(id), departmentId });
    }
  }
  if (approverIds.length > 0 && sources.some((source) => "previousApproverManager" in source)) {
    for (const [id, managerId] of await directory.managersOf(companyId, approverIds)) {
      places.set(id, { ...places.get(id), managerId });
    }
  }
  return places;
}

/** The departments whose heads sources ask. */
function departmentsIn(
  { sources, submitterId }: SourceQuery,
  places: ReadonlyMap<Id, OrganisationPlace>,
  facts: readonly DocumentFact[],
): Id[] {
  const factOf = new Map(facts.map((fact) => [fact.key, fact]));
  const ids = sources.flatMap((source): Id[] => {
    if (!("departmentHead" in source)) return [];
    const fact = factOf.get(source.departmentHead.of);
    if (readsSubmittersDepartment(source)) return [places.get(submitterId)?.departmentId ?? []].flat();
    if (fact?.type === "TEXT" && typeof fact.value === "string") return [departmentIdIn(fact.value)];
    return fact === undefined ? [] : personIn(fact).flatMap((id) => places.get(id)?.departmentId ?? []);
  });
  return [...new Set(ids)].filter(isHexId);
}

/** The limits of the submitter's managers for the document, with the groups by which they have some. */
async function limitsOf(
  scope: TransactionScope,
  companyId: Id,
  { sources, kind, content }: SourceQuery,
  managerIds: readonly Id[],
): Promise<{ groups: ReadonlyMap<Id, UserGroup>; limits: readonly ApprovalLimit[] }> {
  const climbs = sources.some(
    (source) => "submitterManager" in source && "untilLimit" in source.submitterManager,
  );
  if (!climbs || content?.amount === undefined) return { groups: new Map(), limits: [] };
  const groups = await groupsOfMembers(scope, companyId, managerIds);
  const limits = await limitsFor(scope, companyId, { kind, holderIds: [...managerIds, ...groups.keys()] });
  return { groups, limits };
}

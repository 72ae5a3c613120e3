import {
  type DecisionContext,
  type Id,
  type People,
  type Person,
  type Substitution,
} from "@countersign/domain/approval";

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
import type { LoadedRun } from "./run-records.ts";

interface Asked {
  returnRequeue?: boolean;
  /** Users whom the command names. */
  named?: readonly Id[];
  /** The actor, who must not have left the company. Absent if the platform or an owner acts for somebody. */
  actor?: Caller;
}

/**
 * Time, settings and people for a decision on a run. The run was read together with the settings, and with the people and
 * substitutions of everybody involved; only where these name more people is there a further command.
 *
 * @throws DomainError `FORBIDDEN` when the actor has left the company
 */
export async function decisionContext(
  scope: TransactionScope,
  companyId: Id,
  loaded: LoadedRun,
  { returnRequeue = false, named = [], actor }: Asked = {},
): Promise<DecisionContext> {
  const { settings, people: known, tasks, approvals } = loaded;
  const depth = settings.substitutionDepth - 1;
  const direct = openNow(loaded.substitutions, scope.now);
  const further =
    depth > 0 && direct.length > 0
      ? await openSubstitutionsAmong(scope, companyId, substitutesOf(direct), scope.now, depth)
      : [];
  const substitutions = [...new Map([...direct, ...further].map((one) => [one.id, one])).values()];
  const looked = new Set(tasks.flatMap(({ involvedIds }) => involvedIds));
  const wanted = [
    ...approvals
      .filter(({ archived }) => !archived)
      .flatMap(({ approverId, takenFrom = approverId }) => [approverId, takenFrom]),
    ...substitutesOf(substitutions),
    ...named,
    ...(actor ? [actor.userId] : []),
  ].filter((id) => !looked.has(id));
  const submitterId = tasks[0]?.submitterId;
  const people = await withPeople(scope, companyId, { settings, known, wanted, submitterId });
  if (actor) assertPresent(actor, people);
  return contextOf(scope, { settings, people, substitutions, returnRequeue });
}

/**
 * The same for a submission, of which nothing is stored yet.
 *
 * @throws DomainError likewise, and `INVALID_INPUT` for people whom the company's setting `unknownPeople` refuses
 */
export async function submissionContext(
  scope: TransactionScope,
  companyId: Id,
  {
    approverIds,
    submitterId,
    returnRequeue,
    actor,
    named,
  }: { approverIds: readonly Id[]; submitterId: Id; named: readonly NamedPerson[] } & Required<
    Omit<Asked, "named">
  >,
): Promise<DecisionContext> {
  const settings = await settingsOf(scope, companyId);
  const { substitutionDepth: depth } = settings;
  const substitutions = await openSubstitutionsAmong(scope, companyId, approverIds, scope.now, depth);
  const wanted = [...approverIds, actor.userId, ...substitutesOf(substitutions)];
  const people = await withPeople(scope, companyId, { settings, known: new Map(), wanted, submitterId });
  assertPresent(actor, people);
  await refuseUnknown(scope, companyId, named, { settings, people });
  return contextOf(scope, { settings, people, substitutions, returnRequeue });
}

function contextOf(
  { now, newId }: TransactionScope,
  given: {
    settings: ApprovalSettings;
    people: People;
    substitutions: readonly Substitution[];
    returnRequeue: boolean;
  },
): DecisionContext {
  const { settings: rules, ...others } = given;
  return { nowMs: now.getTime(), newId, rules, ...others };
}

/** Known people plus those the command needs, and those whom settings may ask. */
async function withPeople(
  scope: TransactionScope,
  companyId: Id,
  { settings, known, wanted, submitterId }: PeopleQuery,
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
  ].filter((id) => !known.has(id));
  const found = ids.length === 0 ? new Map<Id, Person>() : await peopleAmong(scope, companyId, ids);
  const people = new Map([...known, ...found]);
  if (managerId !== undefined && submitterId !== undefined) {
    people.set(submitterId, { ...people.get(submitterId), managerId });
  }
  return people;
}

interface PeopleQuery {
  settings: ApprovalSettings;
  known: People;
  wanted: readonly Id[];
  submitterId: Id | undefined;
}

const substitutesOf = (substitutions: readonly Substitution[]) =>
  substitutions.map(({ substituteId }) => substituteId);

const openNow = (substitutions: readonly Substitution[], now: Date) =>
  substitutions.filter(({ fromMs, untilMs }) => fromMs <= now.getTime() && now.getTime() < untilMs);

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
import type { RunRecords } from "./run-records.ts";

interface Asked {
  returnRequeue?: boolean;
  /** Users whom the command names. */
  named?: readonly Id[];
  /** The actor, who must not have left the company. Absent if the platform or an owner acts for somebody. */
  actor?: Caller;
}

/** The facts that a decision is judged by; the rules are among the company's settings. */
export interface RunContext extends DecisionContext {
  settings: ApprovalSettings;
}

/**
 * Time, settings and people for a decision on a run: one command each for the settings, for the substitutions of everybody
 * involved, by level, and for all these people.
 *
 * @throws DomainError `FORBIDDEN` when the actor has left the company
 */
export async function decisionContext(
  scope: TransactionScope,
  companyId: Id,
  { tasks, approvals }: RunRecords,
  { returnRequeue = false, named = [], actor }: Asked = {},
): Promise<RunContext> {
  const settings = await settingsOf(scope, companyId);
  const involved = tasks.flatMap(({ involvedIds }) => involvedIds);
  const { substitutionDepth: depth } = settings;
  const substitutions = await openSubstitutionsAmong(scope, companyId, involved, scope.now, depth);
  const wanted = [
    ...involved,
    ...approvals
      .filter(({ archived }) => !archived)
      .flatMap(({ approverId, takenFrom = approverId }) => [approverId, takenFrom]),
    ...substitutesOf(substitutions),
    ...named,
    ...(actor ? [actor.userId] : []),
  ];
  const submitterId = tasks[0]?.submitterId;
  const people = await withPeople(scope, companyId, { settings, wanted, submitterId });
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
): Promise<RunContext> {
  const settings = await settingsOf(scope, companyId);
  const { substitutionDepth: depth } = settings;
  const substitutions = await openSubstitutionsAmong(scope, companyId, approverIds, scope.now, depth);
  const wanted = [...approverIds, actor.userId, ...substitutesOf(substitutions)];
  const people = await withPeople(scope, companyId, { settings, wanted, submitterId });
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
): RunContext {
  return { nowMs: now.getTime(), newId, rules: given.settings, ...given };
}

/** The people the command needs, and those whom settings may ask. */
async function withPeople(
  scope: TransactionScope,
  companyId: Id,
  { settings, wanted, submitterId }: PeopleQuery,
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
  ];
  const people: Map<Id, Person> = new Map(await peopleAmong(scope, companyId, ids));
  if (managerId !== undefined && submitterId !== undefined) {
    people.set(submitterId, { ...people.get(submitterId), managerId });
  }
  return people;
}

interface PeopleQuery {
  settings: ApprovalSettings;
  wanted: readonly Id[];
  submitterId: Id | undefined;
}

const substitutesOf = (substitutions: readonly Substitution[]) =>
  substitutions.map(({ substituteId }) => substituteId);

import { assertPerson, type Principal } from "@countersign/auth";
import type { SubmittedBy } from "@countersign/contracts";
import { type Change, type People, agentLabel } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { programName } from "@countersign/domain/text";
import type { Scope } from "@countersign/mongo";
import { text } from "@countersign/texts";

import type { Stamp } from "./base-fields.ts";
import { createDirectoryRepository } from "./directory-repository.ts";

/** The user for whom a use case runs: the user of a verified token, or the one that a message names. */
export type Caller = Pick<Principal, "companyId" | "userId" | "privileged"> &
  Partial<Pick<Principal, "branchId" | "name" | "isAgent" | "isAuditor" | "client">> & {
    /** A business service speaks for the user, about its own documents. */
    isService?: true;
    /** Called when a command was a repetition: nothing has changed, and its first result is given again. */
    onReplay?: () => void;
  };

/** The platform itself, which acts in a company by time: no user, no rights, and no actor in what it writes. */
export interface SystemCaller {
  companyId: string;
  branchId?: string;
  userId?: undefined;
  isAgent?: undefined;
  client?: undefined;
}

/** Whoever brings a decision about. */
export type Actor = Caller | SystemCaller;

/**
 * The user that a message of a business service names.
 *
 * @param submittedBy - the program that acted with the user's token, if one did
 */
export function serviceCaller(
  { companyId, branchId }: { companyId: string; branchId?: string | undefined },
  userId: string,
  submittedBy?: SubmittedBy,
): Caller {
  return {
    companyId,
    userId,
    privileged: false,
    isService: true,
    ...(branchId !== undefined && { branchId }),
    ...(submittedBy && { isAgent: true }),
    ...(submittedBy?.client !== undefined && { client: submittedBy.client }),
  };
}

/** The stamp that marks the caller's writes. */
export function stampOf({ companyId, branchId, userId }: Actor, now: Date): Stamp {
  return { companyId, branchId, userId, now };
}

/** The caller's change of what gives people seats (contract-4, MEET-3); that of their agent is theirs too. */
export const changeBy = ({ userId }: Pick<Caller, "userId">, now: Date): Change => ({
  userId,
  atMs: now.getTime(),
});

/** The description of an agent for events, audit and runs; empty for people and services. */
export function agentOf({ isAgent, client = "" }: Actor): { agent?: true; client?: string } {
  if (!isAgent) return {};
  const name = programName(client);
  return name === "" ? { agent: true } : { agent: true, client: name };
}

/**
 * The caller's name for messages: the token's, else the directory's; of an agent its label (contract-3, AGT-4).
 *
 * @param people - those who have been read already
 */
export async function nameOf(caller: Caller, scope: Scope, people?: People): Promise<string | undefined> {
  const name = await userNameOf(caller, scope, people);
  const { agent, client } = agentOf(caller);
  return agent ? agentLabel(name || caller.userId, client) : name;
}

async function userNameOf(
  { companyId, userId, name }: Caller,
  scope: Scope,
  people?: People,
): Promise<string | undefined> {
  if (name !== undefined) return name;
  return people ? people.get(userId)?.name : createDirectoryRepository(scope).userName(companyId, userId);
}

/** Whether the caller sees all documents of the company. */
export const seesEverything = ({ privileged, isAuditor }: Caller): boolean =>
  privileged || isAuditor === true;

/** @throws DomainError `FORBIDDEN` unless the caller sees all documents of the company */
export function assertSeesEverything(caller: Caller): void {
  if (!seesEverything(caller)) throw new DomainError("FORBIDDEN", text("person.notPrivileged"));
}

/** @throws DomainError `FORBIDDEN` unless the caller is privileged */
export function assertPrivileged({ privileged }: Caller): void {
  if (!privileged) throw new DomainError("FORBIDDEN", text("person.notPrivileged"));
}

/** @throws DomainError `FORBIDDEN` for agents (contract-3, SAFE-15), and unless the caller is privileged */
export function assertPrivilegedPerson(caller: Caller): void {
  assertPerson(caller);
  assertPrivileged(caller);
}

import type { Id } from "./types.ts";

/** A user as the rules know them. */
export interface Person {
  name?: string;
  /** Default true: somebody of whom the directory says nothing works here. */
  active?: boolean;
  /** Their manager's user. */
  managerId?: Id;
  /** The department that they work in. */
  departmentId?: Id;
}

/** A group of users, as sources name it (contract-3, SRC-2). */
export interface UserGroup {
  name: string;
  memberIds: readonly Id[];
  /** Default true. */
  active?: boolean;
}

/** Up to which amount a user, or every member of a group, may approve documents of a kind (contract-3, SRC-3). */
export interface ApprovalLimit {
  userId?: Id;
  groupId?: Id;
  kind: string;
  currency: string;
  /** Inclusive; decimal text. */
  upTo: string;
}

/** The organisation of a company, as far as the sources of a run need it. */
export interface Organisation {
  groups: ReadonlyMap<Id, UserGroup>;
  /** Users who head departments, by the department. */
  heads: ReadonlyMap<Id, Id>;
  /** Those of the document's kind. */
  limits: readonly ApprovalLimit[];
}

export const NO_ORGANISATION: Organisation = { groups: new Map(), heads: new Map(), limits: [] };

/** Most members of a group that a stage asks; a larger group is nobody (contract-3, SRC-2). */
export const MAX_ASKED_MEMBERS = 50;

/** The people of a company, as far as they were loaded. */
export type People = ReadonlyMap<Id, Person>;

export const NOBODY_KNOWN: People = new Map();

/** Whether the directory marks the user as a leaver. */
export function hasLeft(people: People, userId: Id): boolean {
  return people.get(userId)?.active === false;
}

/** The user's name, or their id. */
export function nameIn(people: People, userId: Id): string {
  return people.get(userId)?.name || userId;
}

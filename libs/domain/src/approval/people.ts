import type { Id } from "./types.ts";

/** The person who made something so, and when in milliseconds since 1970; importers and other systems are none. */
export interface Change {
  userId: Id;
  atMs: number;
}

/** A user as the rules know them. */
export interface Person {
  name?: string;
  /** Default true: somebody of whom the directory says nothing works here. */
  active?: boolean;
  /** Their manager's user. */
  managerId?: Id;
  /** Those who made that their manager: on either's record. */
  managerChanges?: readonly Change[];
  /** The department that they work in. */
  departmentId?: Id;
  departmentChanges?: readonly Change[];
  /** The person who marked them as a leaver. */
  leaverChange?: Change;
}

/** A group of users, as sources name it (contract-3, SRC-2). */
export interface UserGroup {
  name: string;
  memberIds: readonly Id[];
  /** Default true. */
  active?: boolean;
  /** Those who made themselves members, and when; others made all other members such. */
  ownEntries?: ReadonlyMap<Id, number>;
  /** The person who last made it a group that can be asked: it was closed, or too large. */
  opening?: Change;
  /** Everybody who has taken members from it or closed it, each with their last time. */
  takings?: readonly Change[];
  /** Everybody who has added others to it, each with their last time. */
  givings?: readonly Change[];
}

/** Up to which amount a user, or every member of a group, may approve documents of a kind (contract-3, SRC-3). */
export interface ApprovalLimit {
  userId?: Id;
  groupId?: Id;
  kind: string;
  currency: string;
  /** Inclusive; decimal text. */
  upTo: string;
  /** The person who gave it last: who made it, raised it, or changed whose it is or what it is for. */
  giving?: Change;
  /** Everybody who has lowered it or taken it from its holder, each with their last time. */
  takings?: readonly Change[];
  /** It is no longer there. */
  gone?: true;
}

/** The organisation of a company, as far as the sources of a run need it. */
export interface Organisation {
  groups: ReadonlyMap<Id, UserGroup>;
  /** Users who head departments, by the department. */
  heads: ReadonlyMap<Id, Id>;
  /** Those who made them so, by the department. */
  headChanges?: ReadonlyMap<Id, readonly Change[]>;
  /** Those of the document's kind. */
  limits: readonly ApprovalLimit[];
  /** Those who deleted groups that were read. */
  takings?: readonly Change[];
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

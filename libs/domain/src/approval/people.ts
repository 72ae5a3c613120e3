import type { Id } from "./types.ts";

/** A user as the rules know them. */
export interface Person {
  name?: string;
  /** Default true: somebody of whom the directory says nothing works here. */
  active?: boolean;
  /** Their manager's user. */
  managerId?: Id;
}

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

import { createContext, use } from "react";

import type { Role } from "./rule.ts";

/** A group of the company's directory, as far as rules need it. */
export interface RuleGroup {
  id: string;
  name: string;
  /** Whether it still asks anybody. */
  isActive: boolean;
  /** Names of its members. */
  members: readonly string[];
}

/** A calendar of the company. */
export interface RuleCalendar {
  id: string;
  name: string;
}

/** The groups, calendars and fields that a rule may name. */
export interface Directory {
  groups: readonly RuleGroup[];
  calendars: readonly RuleCalendar[];
  /** That of the kind, else the company's; absent: every day and hour counts. */
  usualCalendar?: RuleCalendar | undefined;
  /** Keys of the fields that rules of the kind name already. */
  fields: readonly string[];
  /** The roles that no stage asks yet; absent but of a policy, each of whose stages asks one. */
  roles?: readonly Role[] | undefined;
}

export const DirectoryContext = createContext<Directory>({ groups: [], calendars: [], fields: [] });

/** The directory of the rule that is shown. */
export const useDirectory = (): Directory => use(DirectoryContext);

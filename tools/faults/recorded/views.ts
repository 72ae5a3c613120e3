import type { Company } from "./company.ts";
import type { Person } from "./steps.ts";

/** The rows and pages that are read of a company. */
export interface Topic {
  /** Collections whose rows name the ids in them, in this order. */
  rows: readonly string[];
  /** The pages that are read at the end. */
  looks(scene: Scene): Look[];
}

/** A company at the end of a history. */
export interface Scene {
  company: Company;
  /** Their ids are labels. */
  rows: Readonly<Record<string, unknown[]>>;
  refIds: readonly string[];
}

/** Views that somebody has. */
export interface Look {
  by: Person;
  /** Their subject, behind their names. */
  about: string;
  views: Readonly<Record<string, View>>;
}

/** A page or list for a person, or about a document. */
export interface View {
  query: string;
  variables?: Readonly<Record<string, unknown>>;
  /** Its pages are read one after the other by `after`, or by `skip`. */
  paged?: "after" | "skip";
}

/** Items of a page: few, so that histories of a few documents have several pages. */
export const PAGE = 3;

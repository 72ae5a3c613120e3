import type { Random } from "../random.ts";
import type { Company } from "./company.ts";
import type { Person, Step } from "./steps.ts";

/** The subject of histories: their steps, and what of the platforms is compared. */
export interface Topic {
  /** Collections whose rows are compared, in the order in which their ids get labels. */
  rows: readonly string[];
  /** The steps that every history begins with. */
  firstSteps(company: Company, random: Random): Step[];
  /** A step that fits what the platforms have by now, mostly one that is not refused. */
  nextStep(scene: Scene): Step;
  /** The pages that are compared. */
  looks(seenScene: Pick<Scene, "company" | "rows"> & { refIds: readonly string[] }): Look[];
}

/** A history so far, from which its next step is chosen. */
export interface Scene {
  company: Company;
  random: Random;
  /** Of the reference platform; its ids are labels. */
  rows: Readonly<Record<string, unknown[]>>;
  steps: readonly Step[];
  now: Date;
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

import type { ConditionFactType } from "@countersign/domain/routing";

/** The piece of a condition that its evaluation reads otherwise than it is written. */
export interface Replacement {
  start: number;
  end: number;
  by: string;
}

/** One check of a condition. */
export interface Check {
  readonly facts: ReadonlyMap<string, ConditionFactType>;
  /** Those that the platform has; absent: any. */
  readonly kinds: ReadonlySet<string> | undefined;
  /** The pieces that are evaluated otherwise than they are written, by where they begin. */
  readonly replacements: Map<number, Replacement>;
  /** The values that the condition names, such as `document.facts.costCentre`. */
  readonly paths: Set<string>;
  nodes: number;
}

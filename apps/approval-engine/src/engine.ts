import { assertPerson } from "@countersign/auth";
import { createConditions } from "@countersign/conditions";
import type { IndexPlan } from "@countersign/mongo";

import { type Engine, FEATURES, together } from "./all-features.ts";
import { assertPrivileged } from "./shared/caller.ts";
import type { EngineParts, Feature } from "./shared/feature.ts";
import { type TransactDependencies, createTransact } from "./shared/transact.ts";

export type { Engine } from "./all-features.ts";
export type { SubmitAnswer } from "./runs/index.ts";
export type { Caller } from "./shared/caller.ts";
export type { EngineRules } from "./shared/feature.ts";
export { SERVICE_NAME } from "./shared/service-name.ts";

export interface EngineDependencies
  extends
    Omit<TransactDependencies, "conditions" | "followers">,
    Pick<EngineParts, "rules" | "submissionFailed"> {
  /** Default: all. */
  features?: readonly Feature[];
}

/**
 * Every use case of the approval engine, of all its features. Inputs are checked there, so callers may pass raw input.
 * Each use case is one transaction with its events, notifications, audit and outbox rows; all throw `DomainError`.
 */
export function createEngine({
  rules,
  submissionFailed,
  features = FEATURES,
  ...dependencies
}: EngineDependencies): Engine {
  const parts: EngineParts = {
    kinds: dependencies.kinds,
    transact: createTransact({
      ...dependencies,
      conditions: createConditions(),
      followers: features.flatMap(({ follow = [] }) => follow),
    }),
    rules,
    submissionFailed,
    authorize: (caller) => {
      assertPerson(caller);
      // Specification, "Authentication": no static permission gate unless the deployment asks for one.
      if (rules.definitionsRequirePrivileged) assertPrivileged(caller);
    },
  };
  return together(features.map(({ useCases }) => useCases?.(parts) ?? {})) as Engine;
}

/** Indexes of the collections that the approval engine owns. */
export const engineIndexes = (features = FEATURES): readonly IndexPlan[] =>
  features.flatMap(({ indexes = [] }) => indexes);

import { assertPerson } from "@countersign/auth";
import { createConditions } from "@countersign/conditions";
import type { IndexPlan } from "@countersign/mongo";

import { type Engine, FEATURES, channelNames, followersOf, together } from "./all-features.ts";
import { assertPrivileged } from "./shared/caller.ts";
import type { EngineParts, Feature } from "./shared/feature.ts";
import { type RunCommandsDependencies, createRunCommands } from "./shared/run-commands.ts";
import { createReplay } from "./routes/index.ts";
import { createNoteChange } from "./rules/index.ts";
import { type ProjectorOptions, createProjector, findRun } from "./runs/index.ts";
import type { TransactDependencies } from "./shared/transact.ts";

export type { Engine } from "./all-features.ts";
export type { SubmitAnswer } from "./runs/index.ts";
export type { Caller } from "./shared/caller.ts";
export type { EngineRules } from "./shared/feature.ts";
export { SERVICE_NAME } from "./shared/service-name.ts";

export interface EngineDependencies
  extends
    Omit<TransactDependencies, "conditions" | "followers" | "settle">,
    Pick<EngineParts, "rules" | "submissionFailed"> {
  /** Default: all. */
  features?: readonly Feature[];
  /** Of features, by their names. */
  configs?: Readonly<Record<string, unknown>>;
  /** Where commands on one run read and write, and what follows from them is projected. */
  store: RunCommandsDependencies["store"];
  /** Called when a projection fails, which is tried again. */
  projectionFailed?: ProjectorOptions["failed"];
}

/**
 * Every use case of the approval engine, of all its features. Inputs are checked there, so callers may pass raw input.
 * Each is one transaction, or one update of a run whose events, notifications, audit and messages are there before it
 * answers; all throw `DomainError`.
 */
export function createEngine({
  rules,
  submissionFailed,
  features = FEATURES,
  configs = {},
  store,
  projectionFailed,
  ...dependencies
}: EngineDependencies): Engine {
  const { kinds, relay, committed } = dependencies;
  const followers = followersOf(features);
  const ofTransactions = { ...dependencies, conditions: createConditions(kinds.kinds), followers };
  const projector = createProjector({
    db: store.db,
    kinds,
    followers,
    relay,
    committed,
    failed: projectionFailed,
  });
  const commands = createRunCommands({
    ...ofTransactions,
    store,
    projector,
    findRun: (companyId, refId) => findRun(store.db, companyId, refId),
  });
  const reckon = createReplay(commands);
  const parts: EngineParts = {
    kinds,
    projector,
    ...commands,
    reckon,
    noteChange: createNoteChange({ ...commands, reckon }),
    rules,
    channels: channelNames(features),
    submissionFailed,
    authorize: (caller) => {
      assertPerson(caller);
      // Specification, "Authentication": no static permission gate unless the deployment asks for one.
      if (rules.definitionsRequirePrivileged) assertPrivileged(caller);
    },
  };
  return together(
    features.map(({ name, useCases }) => useCases?.({ ...parts, config: configs[name] }) ?? {}),
  ) as Engine;
}

/** Indexes of the collections that the approval engine owns. */
export const engineIndexes = (features = FEATURES): readonly IndexPlan[] =>
  features.flatMap(({ indexes = [] }) => indexes);

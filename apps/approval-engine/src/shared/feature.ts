import type { KindRegistry } from "@countersign/contracts";
import type { Id, TakeOverPolicy } from "@countersign/domain/approval";
import type { ListLimits } from "@countersign/graphql";
import type { IndexPlan } from "@countersign/mongo";
import type { Leases } from "@countersign/mongo/due-work";
import type { Logger, Metrics } from "@countersign/service-kit";
import type { Db } from "mongodb";

import type { Caller } from "./caller.ts";
import type { KindLabels } from "./kind-labels.ts";
import type { Follow, Transact, TransactionScope } from "./transact.ts";

/** Rules that a deployment may set. */
export interface EngineRules {
  /** Whether a stage that rejected with a return is queued again; off is the specification's literal table. */
  returnRequeue: boolean;
  /** The policy for taking over a pending HR approval of somebody else. */
  hrTakeOver: TakeOverPolicy;
  /** Whether only privileged users may edit definitions, policies and thresholds. */
  definitionsRequirePrivileged: boolean;
}

/** A submission on order creation that failed: the creation goes on, so the failure is reported. */
export interface OrderSubmissionFailure {
  companyId: Id;
  orderId: Id;
  workflowId: Id;
  error: unknown;
}

/** The parts of which features make their use cases. */
export interface EngineParts {
  /** The kinds of documents that the engine takes. */
  kinds: KindRegistry;
  transact: Transact;
  rules: EngineRules;
  /** Refuses callers who may not edit definitions, policies and thresholds. */
  authorize: (caller: Caller) => void;
  /** Called with each submission on order creation that failed. */
  submissionFailed: (failure: OrderSubmissionFailure) => void;
}

/** The parts of which features make their read models. */
export interface ReadParts {
  db: Pick<Db, "collection">;
  kinds: KindRegistry;
  clock: () => Date;
  /** For settings that a company has not set. */
  settingsDefaults: TransactionScope["settingsDefaults"];
  /** Labels of kinds where they are not their words. */
  kindLabels: KindLabels;
  /** Whether notifications also go out by mail. */
  sendsMail: boolean;
}

/** The parts of which features make their work by time. */
export interface TimerParts extends Pick<ReadParts, "db" | "settingsDefaults"> {
  /** Of the engine. */
  leases: Leases;
  logger: Logger;
  metrics: Pick<Metrics, "registry">;
  /** Every use case. */
  engine: object;
}

/** Work that goes on until it is closed. */
export interface Timer {
  close(): Promise<void>;
}

/**
 * A feature of the engine: everything that the rest needs to know of a folder. `features.ts` lists them, and whatever
 * has a part of every feature is a loop over that list (ADR 49).
 */
export interface Feature {
  /** The folder. */
  readonly name: string;
  /** The features whose `index.ts` it imports; `npm run boundaries` refuses others. */
  readonly uses: readonly string[];
  /** Indexes of the collections that it owns: one for every query of a hot path. */
  readonly indexes?: readonly IndexPlan[];
  /** Members of the engine. Each checks its raw input, and is one transaction. */
  readonly useCases?: (parts: EngineParts) => object;
  /** Members of the read models. Each checks its raw input. */
  readonly readModels?: (parts: ReadParts) => object;
  /** Members of the loaders of one operation, by which resolvers read many records with one command. */
  loaders?(caller: Caller, readModels: object): object;
  /** Its part of the SDL. Every list of it says how many items it has at most: `@max(n: 100)`. */
  readonly sdl?: string;
  /** By type and field; they get a context with the members above. */
  readonly resolvers?: object;
  /** Most items of lists of which only the configuration tells, by `Type.field`. */
  readonly lists?: (kinds: KindRegistry) => ListLimits;
  /** Writes its own rows in the transaction of each decision on a run, whatever use case decides. */
  readonly follow?: Follow;
  /** Begins what the feature does by time, from start to stop of the process, beside other replicas. */
  readonly timers?: (parts: TimerParts) => Promise<Timer>;
}

/** The feature, checked, and with the types of its own members. */
export const defineFeature = <Own extends Feature>(feature: Own): Own => feature;

import type { Bus } from "@countersign/bus";
import type { KindRegistry } from "@countersign/contracts";
import type { Id, TakeOverPolicy } from "@countersign/domain/approval";
import type { ListLimits } from "@countersign/graphql";
import type { IndexPlan } from "@countersign/mongo";
import type { DueWork, Leases } from "@countersign/mongo/due-work";
import type { Logger, Metrics } from "@countersign/service-kit";
import type { Db } from "mongodb";
import type { z } from "zod";

import type { Caller } from "./caller.ts";
import type { NoteChange, ReckonChange } from "./reckon-change.ts";
import type { Channel } from "./channel.ts";
import type { KindLabels } from "./kind-labels.ts";
import type { Projector } from "./pending.ts";
import type { RunCommands } from "./run-commands.ts";
import type { Follow, Transact, TransactionScope } from "./transact.ts";

/** Most runs that a person starts, themselves or by their agents (contract-4, MEET-13); 0: no bound. */
export interface PersonRuns {
  perMinute: number;
  perDay: number;
}

/** Rules that a deployment may set. */
export interface EngineRules {
  /** Whether a stage that rejected with a return is queued again; off is the specification's literal table. */
  returnRequeue: boolean;
  /** The policy for taking over a pending HR approval of somebody else. */
  hrTakeOver: TakeOverPolicy;
  /** Whether only privileged users may edit definitions, policies and thresholds. */
  definitionsRequirePrivileged: boolean;
  /** Absent: no bound. */
  personRuns?: PersonRuns;
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
  /** The configuration that the feature's `environment` makes of its variables. */
  config?: unknown;
  /** The kinds of documents that the engine takes. */
  kinds: KindRegistry;
  transact: Transact;
  /** Commands on one run. */
  runs: RunCommands;
  projector: Projector;
  /** Reckons what a change of rules would have done. */
  reckon: ReckonChange;
  /** Reckons the note of a change of something by which rules ask. */
  noteChange: NoteChange;
  rules: EngineRules;
  /** Names of all features' channels, of those too that the deployment does not have. */
  channels: readonly string[];
  /** Refuses callers who may not edit definitions, policies and thresholds. */
  authorize: (caller: Caller) => void;
  /** Called with each submission on order creation that failed. */
  submissionFailed: (failure: OrderSubmissionFailure) => void;
}

/** The parts of which features make their read models. */
export interface ReadParts {
  /** The configuration that the feature's `environment` makes of its variables. */
  config?: unknown;
  db: Pick<Db, "collection">;
  kinds: KindRegistry;
  clock: () => Date;
  /** For settings that a company has not set. */
  settingsDefaults: TransactionScope["settingsDefaults"];
  /** Labels of kinds where they are not their words. */
  kindLabels: KindLabels;
  /** Names of the features' channels: all, and those that the deployment has. */
  channels: { all: readonly string[]; open: readonly string[] };
}

/** The parts that a feature starts with. */
export interface StartParts<Config = unknown> extends Pick<
  ReadParts,
  "kinds" | "clock" | "settingsDefaults"
> {
  db: Db;
  bus: Pick<Bus, "consume">;
  /** The configuration that the feature's `environment` makes of its variables. */
  config: Config;
  /** The channels that the deployment has. */
  channels: readonly Channel[];
  /** Of the engine. */
  leases: Leases;
  logger: Logger;
  metrics: Pick<Metrics, "registry">;
  /** Begins the due work of this name at once, in place of at the next look. */
  wakeWork: (name: string) => void;
  /** Every use case. */
  engine: object;
}

/** Work that goes on until it is closed. */
export interface Timer {
  close(): Promise<void>;
}

/** A fault of variables together. */
export interface EnvironmentFault {
  /** The variable. */
  path: string[];
  message: string;
}

/** The variables of the environment that a feature reads. */
export interface FeatureEnvironment {
  variables: z.core.$ZodLooseShape;
  /** Faults of the checked variables together, those of the service among them. */
  findFaults?(env: object): EnvironmentFault[];
  /** Maps checked variables to the feature's configuration. */
  configOf(env: object): unknown;
}

/** How notifications leave the engine by way of a feature. */
export interface FeatureChannel {
  /** Its value of `NotificationChannel`, which the feature's SDL adds. */
  name: string;
  /** @returns undefined where the deployment does not have it */
  open(config: unknown): Channel | undefined;
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
  /** Its own rows that follow from each decision on a run, whatever use case decides. */
  readonly follow?: Follow;
  /** The variables that it reads; what it makes of them is the configuration of its name. */
  readonly environment?: FeatureEnvironment;
  /** A channel of notifications. */
  readonly channel?: FeatureChannel;
  /** The work on rows whose time comes, beside other replicas; one look at the store serves all features. */
  dueWork?(parts: StartParts): readonly DueWork[];
  /** Begins what else the feature does besides requests, from start to stop of the process, beside other replicas. */
  start?(parts: StartParts): Promise<Timer | undefined>;
}

/** The feature, checked, and with the types of its own members. */
export const defineFeature = <const Own extends Feature>(feature: Own): Own => feature;

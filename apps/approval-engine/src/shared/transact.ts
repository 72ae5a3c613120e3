import type { KindRegistry } from "@countersign/contracts";
import type { Decision, Id, Run } from "@countersign/domain/approval";
import type { Conditions } from "@countersign/domain/routing";
import { type OpenScope, type Scope, type UnitOfWork, isDuplicateKey } from "@countersign/mongo";
import { type Outbox, type OutboxSender, createOutbox } from "@countersign/outbox";

import type { Actor } from "./caller.ts";
import type { WorkflowNotification } from "./record-of.ts";
import type { RunAccess, RunChange } from "./pending.ts";
import type { OrganisationChange } from "./organisation-change.ts";
import { SERVICE_NAME } from "./service-name.ts";

/** A decision that is about to be written. */
export interface FollowedDecision {
  caller: Actor;
  /** The run as it was; without tasks where the decision began it. */
  before: Run;
  decision: Decision;
  /** The time of the transition. */
  at: Date;
}

/** Rows of a feature that follow from decisions, whatever use case decides. */
export interface Follow<DerivedRows extends object = object> {
  /**
   * Derives the rows that follow from a decision, in a form that the store keeps; undefined: none. It writes nothing, and
   * whatever it throws refuses the decision.
   */
  derive(scope: TransactionScope, decision: FollowedDecision): Promise<DerivedRows | undefined>;
  /** Writes it; a second time that changes nothing. */
  write(scope: OpenScope, derivedRows: DerivedRows): Promise<void>;
}

/** One attempt of a use case's transaction: repositories are bound to it, and ids and time come from it. */
export interface TransactionScope extends Scope {
  kinds: KindRegistry;
  /** Checked defaults of settings that a company has not set, by their names (contract-3, OPS-2). */
  settingsDefaults: Readonly<Record<string, unknown>>;
  /** The language of conditions (contract-3, ROUTE-3). */
  conditions: Conditions;
  /** When the use case began; the same in every attempt. */
  now: Date;
  /** The next id; a repeated attempt gets the same ones in the same order. */
  newId: () => Id;
  /** Messages to other services. */
  outbox: Outbox;
  /** Sends the rows to live subscribers once they are committed. */
  announce: (notifications: readonly WorkflowNotification[]) => void;
  /** Tells live subscribers of a change once it is committed. */
  changed: (change: RunChange) => void;
  /** The derivations of features from decisions, by their names. */
  followers: Followers;
  /** How the command reads and writes runs. */
  runs: RunAccess;
  /** A group or limit that sources read as it would be (contract-4, HIST-1). */
  asIf?: OrganisationChange | undefined;
}

/** {@link Follow} of each feature that has one, by its name. */
export type Followers = Readonly<Record<string, Follow>>;

/**
 * Runs a use case as one transaction.
 *
 * @param inTurn - transactions of this process with an equal key run one after the other, because they would conflict
 * side by side; between processes the store decides
 */
export type Transact = <T>(work: (scope: TransactionScope) => Promise<T>, inTurn?: string) => Promise<T>;

export interface TransactDependencies {
  /** The kinds of documents that the engine takes. */
  kinds: KindRegistry;
  /** Default: none, so that those of the contracts hold. */
  settingsDefaults?: TransactionScope["settingsDefaults"];
  conditions: Conditions;
  unitOfWork: UnitOfWork<Scope>;
  newId: () => Id;
  clock: () => Date;
  /** Carries messages of this process at their commit; without it they wait for another process of the engine. */
  relay?: OutboxSender["relay"];
  /** Default: none. */
  followers?: Followers;
  /** Default: none is waited for. */
  settle?: RunAccess["settle"];
  /** Called after each commit with the notifications that it wrote and the runs that it changed; must not throw. */
  committed: (notifications: readonly WorkflowNotification[], changes: readonly RunChange[]) => void;
}

const MAX_ATTEMPTS = 4;

/** The time and the ids, in their order, that all attempts of a command have in common. */
export type Attempt = Pick<TransactionScope, "now" | "newId">;

/** @returns a function that begins the attempts of one command */
export function createAttempts({
  newId,
  clock,
}: Pick<TransactDependencies, "newId" | "clock">): () => Attempt {
  const now = clock();
  const ids: Id[] = [];
  return () => {
    let usedCount = 0;
    return { now, newId: () => (ids[usedCount++] ??= newId()) };
  };
}

/** The scope of one attempt; where it commits, subscribers hear of it. */
export function scopeFor(
  {
    kinds,
    settingsDefaults = {},
    conditions,
    relay,
    followers = {},
    committed,
    settle = () => Promise.resolve(),
  }: TransactDependencies,
  attempt: Attempt,
  scope: Scope,
): TransactionScope {
  const announcedRows: WorkflowNotification[] = [];
  const changes: RunChange[] = [];
  scope.afterCommit(() => committed(announcedRows, changes));
  return {
    ...scope,
    ...attempt,
    kinds,
    settingsDefaults,
    conditions,
    outbox: createOutbox(scope, { service: SERVICE_NAME, relay }),
    announce: (notifications) => void announcedRows.push(...notifications),
    changed: (change) => void changes.push(change),
    followers,
    runs: {
      settle,
      write: () => Promise.reject(new Error("Transactions of this kind write no run")),
      writtenRuns: [],
    },
  };
}

/**
 * Makes {@link Transact}. A transaction that lost a unique key to a simultaneous one is repeated: it then sees what
 * the winner wrote, and answers by the rule instead of by the index.
 */
export function createTransact(dependencies: TransactDependencies): Transact {
  const { unitOfWork } = dependencies;
  return async (work, inTurn) => {
    const options = inTurn === undefined ? {} : { turn: inTurn };
    const attempts = createAttempts(dependencies);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await unitOfWork(async (scope) => work(scopeFor(dependencies, attempts(), scope)), options);
      } catch (error) {
        if (!isDuplicateKey(error) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  };
}

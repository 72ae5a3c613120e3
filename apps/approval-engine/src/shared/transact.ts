import type { KindRegistry } from "@countersign/contracts";
import type { Decision, Id, Run } from "@countersign/domain/approval";
import type { Conditions } from "@countersign/domain/routing";
import { type Scope, type UnitOfWork, isDuplicateKey } from "@countersign/mongo";
import { type Outbox, type OutboxSender, createOutbox } from "@countersign/outbox";

import type { Actor } from "./caller.ts";
import type { WorkflowNotification } from "./record-of.ts";
import { SERVICE_NAME } from "./service-name.ts";

/** A committed change of a run, and the users it may concern. */
export interface RunChange {
  /** Unique for each change. */
  id: Id;
  companyId: Id;
  refId: Id;
  runId: Id;
  /** Everybody who takes part in the run or was notified of the change. */
  userIds: readonly Id[];
}

/** A decision that was just written, in the transaction that wrote it. */
export interface FollowedDecision {
  caller: Actor;
  /** The run as it was; without tasks where the decision began it. */
  before: Run;
  decision: Decision;
  /** The time of the transition. */
  at: Date;
}

/** Writes what a feature derives from a decision; whatever it throws undoes the decision. */
export type Follow = (scope: TransactionScope, decided: FollowedDecision) => Promise<void>;

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
  /** Features that derive rows from decisions. */
  followers: readonly Follow[];
}

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
  followers?: readonly Follow[];
  /** Called after each commit with the notifications that it wrote and the runs that it changed; must not throw. */
  committed: (notifications: readonly WorkflowNotification[], changes: readonly RunChange[]) => void;
}

const MAX_ATTEMPTS = 4;

/**
 * Makes {@link Transact}. A transaction that lost a unique key to a simultaneous one is repeated: it then sees what
 * the winner wrote, and answers by the rule instead of by the index.
 */
export function createTransact({
  kinds,
  settingsDefaults = {},
  conditions,
  unitOfWork,
  newId,
  clock,
  relay,
  followers = [],
  committed,
}: TransactDependencies): Transact {
  return async (work, inTurn) => {
    const options = inTurn === undefined ? {} : { turn: inTurn };
    const now = clock();
    const ids: Id[] = [];
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await unitOfWork(async (scope) => {
          let used = 0;
          const announced: WorkflowNotification[] = [];
          const changes: RunChange[] = [];
          scope.afterCommit(() => committed(announced, changes));
          return work({
            ...scope,
            kinds,
            settingsDefaults,
            conditions,
            now,
            newId: () => (ids[used++] ??= newId()),
            outbox: createOutbox(scope, { service: SERVICE_NAME, relay }),
            announce: (notifications) => void announced.push(...notifications),
            changed: (change) => void changes.push(change),
            followers,
          });
        }, options);
      } catch (error) {
        if (!isDuplicateKey(error) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  };
}

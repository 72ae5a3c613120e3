import type { Principal } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";

import { type AnswerSize, createAnswerSize } from "./answer-size.ts";
import { type Turns, createTurns } from "./event-loop-turns.ts";
import { createUserLanes } from "./user-lanes.ts";

/** Operations of one user that are executed at a time; and that may wait for it. */
export const OPERATIONS_AT_ONCE = 4;
export const OPERATIONS_WAITING = 100;
/** Reads of the store for one user at a time: others share its connections. */
const READS_AT_ONCE = 4;
/** Bytes of JSON that are written in the time that resolving one value takes. */
const BYTES_PER_VALUE = 200;

/** What one operation may take of the service, beside those of others. */
export interface OperationShare {
  /** What the work answers, or the refusal of too large an answer. */
  answered<T>(work: Promise<T> | T): Promise<T>;
  /** Reads from the store when the user has a read free. */
  read<T>(work: () => T | Promise<T>): Promise<T>;
  /** Asks to resolve so many values; `undefined`: at once. */
  turn(values: number): Promise<void> | undefined;
  answer: AnswerSize;
}

type User = Pick<Principal, "companyId" | "userId">;

/** Makes the shares of operations: equal ones for each user, whatever the others ask for. */
export interface OperationShares {
  /**
   * Executes an operation when the user has a place free.
   *
   * @throws DomainError `TOO_MANY_REQUESTS`
   */
  execute<T>(caller: User, work: () => Promise<T>): Promise<T>;
  /** @param maxBytes of the answer */
  of(caller: User, maxBytes: number): OperationShare;
}

const keyOf = ({ companyId, userId }: User) => `${companyId} ${userId}`;

const tooMany = () =>
  new DomainError("TOO_MANY_REQUESTS", "Too many of your operations are under way; try again in a second");

/** What comes of an operation that was given up: nothing, so that it goes no further. */
const never = <T>() => new Promise<T>(() => undefined);

export function createOperationShares(turns: Turns = createTurns()): OperationShares {
  const operations = createUserLanes({
    running: OPERATIONS_AT_ONCE,
    waiting: OPERATIONS_WAITING,
    overflow: tooMany,
  });
  // What waits here belongs to operations that were let in.
  const reads = createUserLanes({ running: READS_AT_ONCE, waiting: Infinity, overflow: tooMany });

  return {
    execute: (caller, work) => operations.run(keyOf(caller), work),
    of: (caller, maxBytes) => {
      const user = keyOf(caller);
      const answer = createAnswerSize(maxBytes);
      const turn = (values: number) => {
        if (answer.exceeded) return never<void>();
        return turns.take(user, values)?.then(() => (answer.exceeded ? never<void>() : undefined));
      };
      return {
        answer,
        turn,
        answered: async (work) => {
          const done = await Promise.race([work, answer.tooLarge]);
          // Writing the answer is work, too.
          await turns.take(user, answer.bytes / BYTES_PER_VALUE);
          return done;
        },
        read: async <T>(work: () => T | Promise<T>) => {
          const found = await reads.run(user, async () => (answer.exceeded ? undefined : work()));
          return answer.exceeded ? never<T>() : (found as T);
        },
      };
    },
  };
}

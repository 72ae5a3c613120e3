import type { Principal } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import { type Turns, createTurns } from "@countersign/service-kit";

import { type AnswerSize, createAnswerSize } from "./answer-size.ts";
import { createUserLanes } from "./user-lanes.ts";

/** Operations of one user that are executed at a time; and that may wait for it. */
export const OPERATIONS_AT_ONCE = 4;
export const OPERATIONS_WAITING = 100;
/** Reads of the store for one user at a time: others share its connections, and what is read is decoded in one go. */
const READS_AT_ONCE = 2;
/** What costs more records than this is executed one after the other for one user: what it holds meanwhile is memory. */
const DEAR_COST = 5_000;
/** Bytes of JSON that are written in the time that resolving one value takes. */
const BYTES_PER_VALUE = 200;

/** What one operation may take of the service, beside those of others. */
export interface OperationShare {
  /**
   * What the work answers.
   *
   * @throws GraphQLError with code `ANSWER_TOO_LARGE`
   */
  answered: <T>(work: () => Promise<T> | T) => Promise<T>;
  /** Reads from the store when the user has a read free. */
  read: <T>(work: () => T | Promise<T>) => Promise<T>;
  /** Asks to resolve so many values; `undefined`: at once. */
  turn: (values: number) => Promise<void> | undefined;
  answer: AnswerSize;
}

type User = Pick<Principal, "companyId" | "userId">;

const keyOf = ({ companyId, userId }: User) => `${companyId} ${userId}`;

const tooMany = () =>
  new DomainError("TOO_MANY_REQUESTS", "Too many of your operations are under way; try again in a second");

/** What comes of an operation that was given up: nothing, so that it goes no further. */
const never = <T>() => new Promise<T>(() => undefined);

/** Makes the shares of operations: equal ones for each user, whatever the others ask for. */
export function createOperationShares(turns: Turns = createTurns()) {
  const inPlace = createUserLanes({
    running: OPERATIONS_AT_ONCE,
    waiting: OPERATIONS_WAITING,
    overflow: tooMany,
  });
  // What waits in these belongs to operations that have their place.
  const inRead = createUserLanes({ running: READS_AT_ONCE, waiting: Infinity, overflow: tooMany });
  const inDear = createUserLanes({ running: 1, waiting: Infinity, overflow: tooMany });

  return {
    /**
     * Does the work of an operation when the user has a place free.
     *
     * @throws DomainError `TOO_MANY_REQUESTS`
     */
    inPlace: <T>(caller: User, work: () => Promise<T>) => inPlace(keyOf(caller), work),
    /**
     * @param operation.maxBytes - of the answer
     * @param operation.cost - in records, at most
     */
    of: (caller: User, { maxBytes, cost }: { maxBytes: number; cost: number }): OperationShare => {
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
          const begin = async () => Promise.race([work(), answer.tooLarge]);
          const done = await (cost > DEAR_COST ? inDear(user, begin) : begin());
          // Writing the answer is work, too.
          await turns.take(user, answer.bytes / BYTES_PER_VALUE);
          return done;
        },
        read: async <T>(work: () => T | Promise<T>) => {
          const found = await inRead(user, async () => (answer.exceeded ? undefined : work()));
          return answer.exceeded ? never<T>() : (found as T);
        },
      };
    },
  };
}

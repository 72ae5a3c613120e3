import type { Principal } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import { createTurns, createUserLanes } from "@countersign/service-kit";

import { type AnswerSize, createAnswerSize } from "./answer-size.ts";

/** Operations of one user that run at a time, and further ones that may wait. */
export const OPERATIONS_AT_ONCE = 4;
export const OPERATIONS_WAITING = 100;
/** Reads of the store for one user at a time: users share its connections, and each result is decoded in one go. */
const READS_AT_ONCE = 2;
/** Operations that cost more records than this run one after the other for one user, because each holds memory. */
const DEAR_COST = 5_000;
/** Rest before an operation that has waited for its place. */
const REST_MS = 2;
/** Values of one user beside others: a large page at once, then about a fifth of the time. */
const BESIDE_OTHERS = { burst: 200_000, perMs: 60 } as const;
/** Bytes of JSON that take as long to write as one value takes to resolve. */
const BYTES_PER_VALUE = 200;

/** The share of the service that one operation gets beside those of others. */
export interface OperationShare {
  /**
   * Runs the work until the answer is too large, and returns its result.
   *
   * @throws GraphQLError with code `ANSWER_TOO_LARGE`
   */
  answered: <T>(work: () => Promise<T> | T) => Promise<T>;
  /** Reads from the store once the user has a free read. */
  read: <T>(work: () => T | Promise<T>) => Promise<T>;
  /** Waits for a turn to resolve so many values; `undefined` means at once. */
  turn: (values: number) => Promise<void> | undefined;
  /** The same for a read of the store, which it ends, by rejecting, once the answer is too large. */
  pace: (values: number) => Promise<void> | undefined;
  answer: AnswerSize;
  /** What the answer says beside its data: each is a header over HTTP, and in `extensions` on a socket. */
  notes: Map<string, string | boolean>;
}

type User = Pick<Principal, "companyId" | "userId">;

const keyOf = ({ companyId, userId }: User) => `${companyId} ${userId}`;

const tooMany = () =>
  new DomainError("TOO_MANY_REQUESTS", "Too many of your operations are under way; try again in a second");

/** The result of work for an operation that was given up: it never settles, so that the operation stops. */
const never = <T>() => new Promise<T>(() => undefined);

/** Makes the shares of operations: equal shares for every user, whatever others ask for. */
export function createOperationShares() {
  const turns = createTurns({ besideOthers: BESIDE_OTHERS });
  const inPlace = createUserLanes({
    running: OPERATIONS_AT_ONCE,
    waiting: { max: OPERATIONS_WAITING, overflow: tooMany },
    restMs: REST_MS,
  });
  // Waiting reads belong to operations that have their place.
  const inRead = createUserLanes({ running: READS_AT_ONCE });
  const inDear = createUserLanes({ running: 1 });

  return {
    /**
     * Does the work of an operation once the user has a free place.
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
        notes: new Map(),
        turn,
        pace: (values) => (answer.exceeded ? answer.tooLarge : turns.take(user, values)),
        answered: async (work) => {
          const begin = async () => Promise.race([work(), answer.tooLarge]);
          const done = await (cost > DEAR_COST ? inDear(user, begin) : begin());
          // Writing the answer is work too.
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

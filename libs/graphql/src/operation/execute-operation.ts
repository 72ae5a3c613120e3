import type { Principal } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import {
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  OperationTypeNode,
  execute,
} from "graphql";

import { ANSWER_MAX_BYTES } from "./answer-size.ts";
import type { OperationContext } from "./guard-schema.ts";
import type { ListLimits } from "./limits.ts";
import { type OperationShare, createOperationShares } from "./operation-share.ts";
import {
  type OperationRequest,
  type PreparedOperation,
  createPrepareOperation,
} from "./prepare-operation.ts";

/** An operation that may be executed, with what its resolvers get. */
export type ReadyOperation = PreparedOperation & { caller: Principal; contextValue: OperationContext };

/** How operations are checked and executed, whichever way they came in; each user's beside those of the others. */
export interface Operations {
  /**
   * What of a user is under way is bounded. What has waited longer than its token lasts is not begun.
   *
   * @throws DomainError `TOO_MANY_REQUESTS`, `UNAUTHENTICATED`
   */
  inPlace<T>(caller: Principal, work: () => Promise<T>): Promise<T>;
  /** @param answerMaxBytes - of a query's answer */
  prepare(
    caller: Principal,
    request: OperationRequest,
    answerMaxBytes?: number,
  ): ReadyOperation | GraphQLError[];
  execute(operation: ExecutionArgs & { contextValue: OperationContext }): Promise<ExecutionResult>;
}

/** Only a query can be given up on the way: of a mutation the caller has to hear, and a subscription goes on. */
const isQuery = ({ operation }: PreparedOperation) => operation.operation === OperationTypeNode.QUERY;

export interface OperationsOptions {
  /** Guarded: see `guardSchema`. */
  schema: GraphQLSchema;
  lists: ListLimits;
  /** What the resolvers of an operation get. */
  contextOf: (caller: Principal, share: OperationShare) => OperationContext;
}

export function createOperations({ schema, lists, contextOf }: OperationsOptions): Operations {
  const prepareOperation = createPrepareOperation(schema, lists);
  const shares = createOperationShares();
  return {
    inPlace: (caller, work) =>
      shares.inPlace(caller, async () => {
        if (Date.now() >= caller.expiresAt * 1_000) {
          throw new DomainError(
            "UNAUTHENTICATED",
            "The token expired while the operation waited for its place",
          );
        }
        return work();
      }),
    prepare: (caller, request, answerMaxBytes = ANSWER_MAX_BYTES) => {
      const prepared = prepareOperation(request);
      if (Array.isArray(prepared)) return prepared;
      const maxBytes = isQuery(prepared) ? answerMaxBytes : Infinity;
      const share = shares.of(caller, { maxBytes, cost: prepared.cost });
      return { ...prepared, caller, contextValue: contextOf(caller, share) };
    },
    execute: async (operation) => {
      try {
        return await operation.contextValue.operation.answered(() => execute(operation));
      } catch (error) {
        if (error instanceof GraphQLError) return { data: null, errors: [error] };
        throw error;
      }
    },
  };
}

import { type Principal, userKey } from "@countersign/auth";
import type { Lanes } from "@countersign/concurrency";
import { refuseExpired } from "@countersign/service-kit";
import { type ExecutionResult, type GraphQLError, OperationTypeNode, execute, subscribe } from "graphql";

import {
  createContext,
  describeOperation,
  type ExecuteOptions,
  type OperationRequest,
  withinAnswer,
} from "../operation/operation.ts";
import { createPrepareOperation } from "../operation/prepare-operation.ts";

/** The outcome of an operation on a socket: a refusal before any resolver ran, an answer, or several. */
export type Outcome =
  | { refused: readonly GraphQLError[] }
  | { result: ExecutionResult | AsyncGenerator<ExecutionResult, void, void> };

export interface SocketOperationOptions extends ExecuteOptions {
  lanes: Lanes;
}

/**
 * Takes an operation on a socket from its text to its answer. It waits for its place among those of its caller before it
 * is parsed.
 *
 * @param answerMaxBytes - largest answer to a query, in bytes of its JSON
 * @throws DomainError `TOO_MANY_REQUESTS` when too many of the caller's operations wait, `UNAUTHENTICATED` when the
 *   token expired while this one did
 */
export function createExecuteOperation(options: SocketOperationOptions, answerMaxBytes: number) {
  const prepare = createPrepareOperation(options);

  async function outcomeOf(
    request: OperationRequest,
    caller: Principal,
    requestId: string,
  ): Promise<Outcome> {
    const preparedOperation = prepare(request, caller);
    if (Array.isArray(preparedOperation)) return { refused: preparedOperation };
    const { operation } = preparedOperation;
    describeOperation(operation);
    const notes = new Map<string, string | boolean>();
    const note = (name: string, value: string | boolean) => void notes.set(name, value);
    const isQuery = operation.operation === OperationTypeNode.QUERY;
    const arrival = { caller, requestId, note };
    const context = createContext(options, arrival, isQuery ? answerMaxBytes : Infinity);
    const args = { ...preparedOperation, contextValue: context };
    if (operation.operation === OperationTypeNode.SUBSCRIPTION) return { result: await subscribe(args) };
    const result = withinAnswer(await execute(args), context);
    return { result: notes.size > 0 ? { ...result, extensions: Object.fromEntries(notes) } : result };
  }

  return (request: OperationRequest, caller: Principal, requestId: string): Promise<Outcome> =>
    options.lanes.run(userKey(caller), async () => {
      refuseExpired(caller);
      return outcomeOf(request, caller, requestId);
    });
}

export type ExecuteOperation = ReturnType<typeof createExecuteOperation>;

import type { Principal } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import { trace } from "@opentelemetry/api";
import {
  type ExecutionResult,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  execute,
  subscribe,
} from "graphql";

import type { LimitedSchema } from "./limits.ts";
import { type OperationShare, createOperationShares } from "./operation-share.ts";
import { createPrepareOperation } from "./prepare-operation.ts";

/** The operation that a client sends, over HTTP or on a socket. */
export interface OperationRequest {
  query: string;
  operationName?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
}

/** The caller of an operation and its transport. */
export interface Arrival {
  caller: Principal;
  /** Id of the request that brought the operation, or that opened its socket. */
  requestId: string;
  /** Largest answer to a query that can be carried, in bytes of its JSON. Default: the limit of the schema. */
  answerMaxBytes?: number;
}

/** Input for the context of resolvers. */
export interface Operation extends Pick<Arrival, "caller" | "requestId"> {
  share: OperationShare;
}

/** The fields of every context of resolvers. */
export interface OperationContext {
  operation: OperationShare;
}

/** The outcome of an operation: a refusal before any resolver ran, a subscription that may begin, or an answer. */
export type Outcome =
  | { refused: readonly GraphQLError[] }
  | { begin: () => Promise<AsyncGenerator<ExecutionResult, void, void> | ExecutionResult> }
  | { result: ExecutionResult; share: OperationShare };

/**
 * Takes an operation from its text to its answer, for every transport: its place among the operations of its caller,
 * parsing, validation, cost, execution, and the size of its answer.
 *
 * @param deliver - turns the outcome into the response, while the operation still has its place
 * @throws DomainError `TOO_MANY_REQUESTS` when too many of the caller's operations wait, `UNAUTHENTICATED` when the
 *   token expired while this one did
 */
export type ExecuteOperation = <T>(
  request: OperationRequest,
  arrival: Arrival,
  deliver: (outcome: Outcome) => T | Promise<T>,
) => Promise<T>;

export interface ExecuteOptions extends LimitedSchema {
  /** Makes the context for the resolvers of one operation. */
  contextOf: (operation: Operation) => OperationContext;
}

/** @param options.schema - guarded: see `guardSchema` */
export function createExecuteOperation(options: ExecuteOptions): ExecuteOperation {
  const { schema, limits, contextOf } = options;
  const prepare = createPrepareOperation(options);
  const shares = createOperationShares();

  async function outcomeOf(request: OperationRequest, arrival: Arrival): Promise<Outcome> {
    const prepared = prepare(request);
    if (Array.isArray(prepared)) return { refused: prepared };
    const { operation, cost } = prepared;
    const { operation: type } = operation;
    describe(operation);
    // Only a query can be given up: the caller must learn of a mutation's effect, and a subscription goes on.
    const { caller, requestId, answerMaxBytes = limits.answerBytes } = arrival;
    const maxBytes = type === OperationTypeNode.QUERY ? answerMaxBytes : Infinity;
    const share = shares.of(caller, { maxBytes, cost });
    const args = { ...prepared, contextValue: contextOf({ caller, requestId, share }) };
    // graphql-js refuses subscriptions if the schema has none.
    if (type === OperationTypeNode.SUBSCRIPTION && schema.getSubscriptionType()) {
      return { begin: async () => subscribe(args) };
    }
    return { share, result: await share.answered(() => execute(args)).catch(givenUp) };
  }

  return (request, arrival, deliver) =>
    shares.inPlace(arrival.caller, async () => {
      refuseExpired(arrival.caller);
      return deliver(await outcomeOf(request, arrival));
    });
}

/** The result of an operation whose answer became too large. */
function givenUp(error: unknown): ExecutionResult {
  if (error instanceof GraphQLError) return { data: null, errors: [error] };
  throw error;
}

/** @throws DomainError `UNAUTHENTICATED` */
function refuseExpired({ expiresAt }: Principal): void {
  if (Date.now() < expiresAt * 1_000) return;
  throw new DomainError("UNAUTHENTICATED", "The token expired while the operation waited for its place");
}

/** Notes type, name and fields of the operation in the active span, because all operations have the same path. */
function describe({ operation: type, name, selectionSet }: OperationDefinitionNode): void {
  const span = trace.getActiveSpan();
  if (!span?.isRecording()) return;
  const fields = selectionSet.selections.filter((selection) => selection.kind === Kind.FIELD);
  span.setAttributes({
    "graphql.operation.type": type,
    ...(name && { "graphql.operation.name": name.value }),
    "graphql.operation.fields": fields.map((field) => field.name.value),
  });
}

import { assertNoAuditor, type Principal, userKey } from "@countersign/auth";
import type { Rotation } from "@countersign/concurrency";
import { trace } from "@opentelemetry/api";
import {
  type ExecutionResult,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
} from "graphql";

import { createAnswerSize } from "./answer-size.ts";
import { type OperationShare, SHARE } from "./guard-schema.ts";
import type { LimitedSchema } from "./limits.ts";

/** The operation that a client sends, over HTTP or on a socket. */
export interface OperationRequest {
  query: string;
  operationName?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
}

/** Input for the context of resolvers. */
export interface Arrival {
  caller: Principal;
  /** Id of the request that brought the operation, or that opened its socket. */
  requestId: string;
  /** Says something beside the answer's data: a header over HTTP, and in `extensions` on a socket. */
  note: (name: string, value: string | boolean) => void;
}

export interface ExecuteOptions extends LimitedSchema {
  /** Makes the context for the resolvers of one operation. */
  contextOf: (arrival: Arrival) => object;
  rotation: Rotation;
}

/** A context of resolvers with what the host adds to it. */
export type HostContext = object & { [SHARE]: OperationShare };

/** @param answerMaxBytes - largest answer to a query that the transport can carry */
export function createContext(
  { contextOf, rotation }: Pick<ExecuteOptions, "contextOf" | "rotation">,
  arrival: Arrival,
  answerMaxBytes: number,
): HostContext {
  const user = userKey(arrival.caller);
  const share: OperationShare = {
    answer: createAnswerSize(answerMaxBytes),
    turn: (values) => rotation(user, values),
  };
  return { ...contextOf(arrival), [SHARE]: share };
}

/** The result of an operation, or its refusal if its answer became too large. */
export function withinAnswer(result: ExecutionResult, { [SHARE]: share }: HostContext): ExecutionResult {
  return share.answer.excess === undefined ? result : { data: null, errors: [share.answer.excess] };
}

/** Notes type, name and fields of the operation in the active span, because all operations have the same path. */
export function describeOperation({ operation: type, name, selectionSet }: OperationDefinitionNode): void {
  const span = trace.getActiveSpan();
  if (!span?.isRecording()) return;
  const fields = selectionSet.selections.filter((selection) => selection.kind === Kind.FIELD);
  span.setAttributes({
    "graphql.operation.type": type,
    ...(name && { "graphql.operation.name": name.value }),
    "graphql.operation.fields": fields.map((field) => field.name.value),
  });
}

/**
 * Refuses a change by an auditor (contract-3, AUD-1), before its arguments are judged.
 *
 * @throws GraphQLError
 */
export function refuseAuditorMutation(caller: Principal, { operation }: OperationDefinitionNode): void {
  if (operation !== OperationTypeNode.MUTATION) return;
  try {
    assertNoAuditor(caller);
  } catch (error) {
    throw new GraphQLError((error as Error).message, { originalError: error as Error });
  }
}

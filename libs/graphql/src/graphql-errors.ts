import { toDomainError } from "@countersign/mongo";
import { ERROR_TABLE, type Logger } from "@countersign/service-kit";
import {
  type ExecutionResult,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
} from "graphql";

/** The end of graphql-js' list of fifty faults in variables; it names none. */
const MORE_FAULTS = /^Too many errors processing variables/u;

/** The errors of a refused document, out of the error that mercurius wraps them in. */
function refusals(error: GraphQLError): readonly GraphQLError[] {
  const { originalError } = error;
  if (originalError && "errors" in originalError && Array.isArray(originalError.errors)) {
    const errors = originalError.errors as GraphQLError[];
    return errors.filter(({ message }) => !MORE_FAULTS.test(message));
  }
  return [error];
}

/**
 * The form of an error that leaves the service: a failure of the domain, or an outage of the store, with its code and
 * field, a refused document with its own message, anything else as a bare internal error whose cause is only logged.
 */
export function formatGraphqlError(error: GraphQLError, log: Pick<Logger, "error">): GraphQLFormattedError {
  const { message, locations, path, originalError, extensions } = error;
  const where = { ...(locations && { locations }), ...(path && { path }) };
  const domainError = toDomainError(originalError);
  if (domainError) {
    const { code, field, cause, text, details: facts } = domainError;
    if (code === "UNAVAILABLE" && cause !== undefined) log.error({ err: cause, path }, domainError.message);
    const details = {
      code: ERROR_TABLE[code].graphqlCode,
      reason: code,
      ...(field !== undefined && { field }),
      // For clients that show the refusal in the reader's language (contract-3, TEXT-1).
      ...(text && { textCode: text.code, params: text.params }),
      ...facts,
    };
    return { message: domainError.message, ...where, extensions: details };
  }
  const isRefusal =
    originalError === undefined || originalError instanceof GraphQLError || isClientFault(originalError);
  if (isRefusal) return { message, ...where, extensions: { code: "BAD_USER_INPUT", ...extensions } };
  log.error({ err: originalError, path }, "a resolver failed unexpectedly");
  return { message: "Internal error", ...where, extensions: { code: "INTERNAL_SERVER_ERROR" } };
}

/** Whether the GraphQL server itself blames the request, such as for its depth. */
function isClientFault(error: Error): boolean {
  const code = "code" in error ? String(error.code) : "";
  const status = "statusCode" in error ? Number(error.statusCode) : 0;
  return code.startsWith("MER_ERR_GQL_") || (status >= 200 && status < 500);
}

/**
 * The form of an answer with errors, and its status over HTTP. A document that was refused before any resolver ran
 * answers 400; failures of resolvers are part of a 200 answer, as GraphQL over HTTP has it.
 */
export function formatAnswer(
  { data = null, errors }: ExecutionResult & { errors: readonly GraphQLError[] },
  log: Pick<Logger, "error">,
): { statusCode: number; response: FormattedExecutionResult } {
  const ran = data !== null || errors.some(({ path }) => path !== undefined);
  const formattedErrors = errors.flatMap(refusals).map((error) => formatGraphqlError(error, log));
  return { statusCode: ran ? 200 : 400, response: { data, errors: formattedErrors } };
}

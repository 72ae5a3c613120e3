import { ErrorCode, NatsError } from "nats";
import { BusUnavailable } from "../bus.ts";

/** Whether the client failed with one of its codes. */
export function isClientError(error: unknown, ...codes: readonly string[]): error is NatsError {
  return error instanceof NatsError && codes.includes(error.code);
}

/** The error for a broker without JetStream; its text says what to do. */
export function withoutJetStream(server: string, cause: NatsError): BusUnavailable {
  return new BusUnavailable(
    `NATS at ${server} (NATS_URL) runs without JetStream: enable it in the server (-js, or "jetstream {}" in its ` +
      "configuration) and for the account of this service",
    { cause },
  );
}

/** Whether JetStream answered with one of its API error codes. */
export function isJetStreamError(error: unknown, code: number): boolean {
  return error instanceof NatsError && error.api_error?.err_code === code;
}

/** JetStream API errors: the name is in use with other settings; the subjects overlap. */
const NAME_IN_USE = 10_058;
const SUBJECTS_OVERLAP = 10_065;

/**
 * Whether another replica may have added the same stream or bucket a moment before. Where two add it at once, the broker
 * can answer the second that the subjects overlap, and means those of the first: a look tells which stream has them.
 */
export function isPerhapsAdded(error: unknown): boolean {
  return isJetStreamError(error, NAME_IN_USE) || isJetStreamError(error, SUBJECTS_OVERLAP);
}

/** Remedies for an operator after a refusal, by the broker's code. */
const REMEDIES: Readonly<Record<number, string>> = {
  10_026:
    "the account or stream has its greatest number of consumers: raise the limit, or delete unused ones",
  10_027: "the account has its greatest number of streams: raise the limit, or delete unused ones",
  10_047: "raise the account's limit of storage, or free some",
  10_059: "start the approval engine first, which makes the streams, with the same NATS_PREFIX",
  [SUBJECTS_OVERLAP]:
    'another stream keeps a part of these subjects: find it with "nats stream ls --subjects" and take them from it, or set NATS_PREFIX',
  10_093: "the stream keeps other subjects: is NATS_PREFIX the same everywhere?",
};
const DIFFERS =
  "it exists with other settings: delete it if nothing else uses it, and it is made anew with the next start";
const UNANSWERED = "let the account of this service use JetStream's API (docs/nats/accounts.md)";

/**
 * Names what the broker refuses to make (contract-3, FIX-10): the service ends with this text.
 *
 * @param thing the stream or consumer, with its subjects
 * @returns the error itself where the connection is at fault
 */
export function refusalOf(thing: string, error: unknown): unknown {
  if (isClientError(error, ErrorCode.Timeout, ErrorCode.PermissionsViolation)) {
    return new Error(`NATS does not let this service make the ${thing}: ${UNANSWERED}`, { cause: error });
  }
  if (!(error instanceof NatsError) || error.api_error === undefined) return error;
  const { err_code: code, description } = error.api_error;
  const remedy = (code === undefined ? undefined : REMEDIES[code]) ?? DIFFERS;
  return new Error(`NATS refuses the ${thing}: ${description}; ${remedy}`, { cause: error });
}

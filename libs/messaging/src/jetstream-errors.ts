import { NatsError } from "nats";

/** Whether the client failed with one of its codes. */
export function isClientError(error: unknown, ...codes: readonly string[]): error is NatsError {
  return error instanceof NatsError && codes.includes(error.code);
}

/** Whether JetStream answered with one of its API error codes. */
export function isJetStreamError(error: unknown, code: number): boolean {
  return error instanceof NatsError && error.api_error?.err_code === code;
}

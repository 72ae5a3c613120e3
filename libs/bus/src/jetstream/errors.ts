import { NatsError } from "nats";
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

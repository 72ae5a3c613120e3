import { setTimeout as delay } from "node:timers/promises";
import { ErrorCode, type JetStreamClient, NatsError } from "nats";
import type { BusMessage } from "../bus.ts";
import { BusUnavailable, MessageNotAccepted } from "../bus.ts";
import { encodePayload } from "../payload.ts";
import type { BrokerConnection } from "./connection.ts";
import { isClientError } from "./errors.ts";
import { toHeaders } from "./headers.ts";

export interface PublisherOptions {
  connection: BrokerConnection;
  jetstream: JetStreamClient;
  /** How long a publish waits for its acknowledgement. */
  timeoutMs: number;
  withPrefix: (name: string) => string;
  /** Whether a stream that this bus knows keeps a subject, without the prefix. */
  keeps: (subject: string) => boolean;
  restoreStreams: () => Promise<void>;
}

/** JetStream's answer to a faulty message: too large, or with headers whose expectations do not hold. */
const BAD_REQUEST = 400;
/** JetStream API error: the stream is sealed; the message is not at fault. */
const STREAM_SEALED = 10_109;

/**
 * A stream that is being deleted stops answering first. If it is created again in that moment, it exists and never
 * stores anything (seen with nats-server 2.9.10).
 */
const DELETION_MS = 500;

/** Creates `publish`: stored and acknowledged, or a clear failure within the time-out. */
export function createPublisher(options: PublisherOptions): (message: BusMessage) => Promise<void> {
  const { connection, jetstream, timeoutMs, withPrefix, keeps, restoreStreams } = options;

  async function send({ subject, id, data, headers }: BusMessage): Promise<void> {
    // While the broker is away the client would keep the message in memory and send it later.
    if (!connection.connected) throw new BusUnavailable("the broker is away");
    const payload = encodePayload(data);
    const limit = connection.nats.info?.max_payload;
    if (limit !== undefined && payload.length > limit) {
      throw new MessageNotAccepted(
        `the message has ${payload.length} bytes, more than the broker's ${limit}`,
      );
    }
    await jetstream.publish(withPrefix(subject), payload, {
      headers: toHeaders(headers),
      timeout: timeoutMs,
      ...(id !== undefined && { msgID: id }),
    });
  }

  return async (message) => {
    try {
      await send(message);
    } catch (error) {
      if (!isClientError(error, ErrorCode.NoResponders)) throw publishError(error);
      if (!keeps(message.subject)) {
        throw new MessageNotAccepted(`no stream keeps the subject ${message.subject}`, { cause: error });
      }
      // The stream was deleted, or JetStream is not up yet.
      try {
        await delay(DELETION_MS);
        await restoreStreams();
        await send(message);
      } catch (again) {
        throw publishError(again);
      }
    }
  };
}

function refusalError({ code, err_code, description }: Required<NatsError>["api_error"]): Error {
  return code === BAD_REQUEST && err_code !== STREAM_SEALED
    ? new MessageNotAccepted(`the broker does not accept the message: ${description}`)
    : new BusUnavailable(`the broker did not store the message: ${description}`);
}

function publishError(error: unknown): Error {
  if (error instanceof BusUnavailable || error instanceof MessageNotAccepted) return error;
  if (error instanceof NatsError && error.api_error) return refusalError(error.api_error);
  const reason = error instanceof Error ? error.message : String(error);
  return isClientError(error, ErrorCode.MaxPayloadExceeded, ErrorCode.BadHeader, ErrorCode.BadSubject)
    ? new MessageNotAccepted(`the broker does not accept the message: ${reason}`, { cause: error })
    : new BusUnavailable(`the broker did not store the message: ${reason}`, { cause: error });
}

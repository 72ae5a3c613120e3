import { deadLetterSubject, STREAMS } from "@countersign/contracts";
import { headers as createHeaders, type MsgHdrs, type NatsConnection, NatsError } from "nats";
import type { LetterSelection } from "./deadletters-command.ts";

/** A message that a consumer gave up. */
export interface DeadLetter {
  /** Its number among the dead letters. */
  number: number;
  at: Date;
  /** The subject of its message, by the one that it is stored under, which the broker bounds for each account. */
  subject: string;
  headers: ReadonlyMap<string, string>;
}

/** The dead letters that the broker keeps. */
export interface DeadLetters {
  /** Those that are selected, the oldest first. */
  select(selection: LetterSelection): AsyncIterable<DeadLetter>;
  /** @returns `undefined` where there is none of this number */
  find(number: number): Promise<(DeadLetter & { body: Uint8Array }) | undefined>;
  /**
   * Publishes the message of a letter again.
   *
   * @returns why it cannot be, or `undefined`
   */
  replay(number: number): Promise<string | undefined>;
}

/** Headers of the sender that letters keep. */
const KEPT_HEADERS = ["content-type", "traceparent", "tracestate"] as const;
/** A letter keeps no longer subject: one of this length may have been cut. */
const MAX_SUBJECT = 255;
const PAGE = 500;
const PAGE_EXPIRES_MS = 2_000;
/** JetStream's answer where there is no such message or stream. */
const NOT_FOUND = 404;

/**
 * Opens the dead letters of a broker.
 *
 * @param prefix of the platform's subjects and streams
 * @throws Error where the account may not read them, or the broker is not that of the platform
 */
export async function openDeadLetters(nats: NatsConnection, prefix: string): Promise<DeadLetters> {
  const stream = `${prefix}${STREAMS.deadLetters.name}`;
  const jetstream = nats.jetstream();
  const manager = await nats.jetstreamManager();
  await manager.streams.info(stream).catch((error: unknown) => {
    if (!(error instanceof NatsError && error.api_error?.code === NOT_FOUND)) throw error;
    const why =
      "the platform runs on another broker (NATS_URL), under another prefix (NATS_PREFIX), or without one";
    throw new Error(`NATS at ${nats.getServer()} has no stream ${stream}: ${why}`, { cause: error });
  });

  const subjectOf = (storedSubject: string) => storedSubject.slice(deadLetterSubject(prefix).length);

  async function* select({ since, ...wantedLetters }: LetterSelection): AsyncIterable<DeadLetter> {
    const { state } = await manager.streams.info(stream);
    if (state.messages === 0) return;
    const consumer = await jetstream.consumers.get(stream, {
      headers_only: true,
      ...(since !== undefined && { opt_start_time: since.toISOString() }),
    });
    for (let lettersLeft = 1; lettersLeft > 0;) {
      lettersLeft = 0;
      for await (const message of await consumer.fetch({ max_messages: PAGE, expires: PAGE_EXPIRES_MS })) {
        lettersLeft = message.info.pending;
        const letter = {
          number: message.seq,
          at: new Date(message.info.timestampNanos / 1_000_000),
          subject: subjectOf(message.subject),
          headers: valuesOf(message.headers),
        };
        const isWanted =
          (wantedLetters.stream === undefined ||
            letter.headers.get("Dead-Letter-Stream") === wantedLetters.stream) &&
          (wantedLetters.consumer === undefined ||
            letter.headers.get("Dead-Letter-Consumer") === wantedLetters.consumer);
        if (isWanted) yield letter;
        if (lettersLeft === 0) break;
      }
    }
  }

  async function find(number: number) {
    try {
      const { subject, header, data, time } = await manager.streams.getMessage(stream, { seq: number });
      return { number, at: time, subject: subjectOf(subject), headers: valuesOf(header), body: data };
    } catch (error) {
      if (error instanceof NatsError && error.api_error?.code === NOT_FOUND) return undefined;
      throw error;
    }
  }

  return {
    select,
    find,
    async replay(number) {
      const letter = await find(number);
      if (letter === undefined) return "there is no such letter";
      const { subject } = letter;
      const from = `${letter.headers.get("Dead-Letter-Stream")} ${letter.headers.get("Dead-Letter-Sequence")}`;
      if (letter.headers.has("Dead-Letter-Body")) {
        return `its body was too large to be kept; try nats stream get ${prefix}${from}`;
      }
      // Whoever wrote the letter chose its headers.
      if (letter.headers.get("Dead-Letter-Subject") !== subject || subject.length >= MAX_SUBJECT) {
        return "it is not stored under the whole subject of its message";
      }
      const headers = createHeaders();
      for (const name of KEPT_HEADERS) {
        const value = letter.headers.get(name);
        if (value !== undefined) headers.set(name, value);
      }
      // The broker may still remember the message's own id. Consumers know an event by the id in its body.
      const msgID = `replay.${number}`;
      const { duplicate } = await jetstream.publish(`${prefix}${subject}`, letter.body, { msgID, headers });
      return duplicate ? "it was published again within the last ten minutes" : undefined;
    },
  };
}

function valuesOf(headers: MsgHdrs | undefined): ReadonlyMap<string, string> {
  return new Map([...(headers ?? [])].map(([name, [value = ""]]) => [name, value]));
}

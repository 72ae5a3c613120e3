import { createInbox, ErrorCode, type Msg, type MsgHdrs, NatsError, type NatsConnection } from "nats";
import { BusUnavailable } from "../bus.ts";

/** JetStream's answer to a publish, without the fields that nobody reads. */
export interface Acknowledgement {
  /** Name of the stream that stored the message. */
  stream?: string;
  /** Why it was not stored. `code` is like a status of HTTP, `err_code` is JetStream's own. */
  error?: { code: number; err_code: number; description: string };
}

/** Publishes that wait for their acknowledgement. */
export interface Acknowledged {
  /**
   * Publishes, and waits for JetStream's answer.
   *
   * @throws BusUnavailable without an answer in time, NatsError `NoResponders` when no stream keeps the subject, and the
   *   client's errors for a message that it cannot send
   */
  publish(subject: string, payload: Uint8Array, headers: MsgHdrs): Promise<Acknowledgement>;
  /** Gives up all publishes that wait. */
  close(): void;
}

interface Waiting {
  /** Last part of its reply subject: the number of its place, a hyphen, the number of the publish. */
  token: string;
  deadline: number;
  acknowledge: (answer: Acknowledgement) => void;
  fail: (error: Error) => void;
}

/** The status of an answer that the broker gives itself when nobody takes a message. */
const NO_RESPONDERS = 503;
/** Looks for publishes without an answer, in each time-out. */
const LOOKS_PER_TIMEOUT = 10;

/**
 * Publishes to JetStream, all publishes with one subscription and one timer. The client's own publish is a request: it
 * makes three errors with their stacks and a timer for each message, and keeps it in a `Map` that messages enter and
 * leave all the time, in which V8 keeps them alive after their end. Here they have places in an array.
 */
export function createAcknowledged(
  nats: Pick<NatsConnection, "publish" | "subscribe">,
  timeoutMs: number,
): Acknowledged {
  const inbox = createInbox();
  const places: (Waiting | undefined)[] = [];
  const free: number[] = [];
  let published = 0;

  nats.subscribe(`${inbox}.*`, {
    callback: (error, message) => {
      // The connection reports why it was refused; without answers each publish fails in time.
      if (error) return;
      const token = message.subject.slice(inbox.length + 1);
      // An answer that comes too late meets another publish, or none.
      const waiting = places[Number.parseInt(token, 10)];
      if (waiting?.token !== token) return;
      leave(waiting);
      try {
        waiting.acknowledge(read(message));
      } catch (fault) {
        waiting.fail(fault as Error);
      }
    },
  });

  const look = setInterval(() => failUntil(performance.now()), timeoutMs / LOOKS_PER_TIMEOUT).unref();

  function leave({ token }: Waiting): void {
    const place = Number.parseInt(token, 10);
    places[place] = undefined;
    free.push(place);
  }

  function failUntil(now: number): void {
    for (const waiting of places) {
      if (waiting === undefined || waiting.deadline > now) continue;
      leave(waiting);
      waiting.fail(new BusUnavailable(`the broker did not store the message within ${timeoutMs} ms`));
    }
  }

  return {
    publish: (subject, payload, headers) =>
      new Promise((acknowledge, fail) => {
        const place = free.pop() ?? places.length;
        const token = `${place}-${published++}`;
        const waiting = { token, deadline: performance.now() + timeoutMs, acknowledge, fail };
        places[place] = waiting;
        try {
          nats.publish(subject, payload, { reply: `${inbox}.${token}`, headers });
        } catch (error) {
          leave(waiting);
          throw error;
        }
      }),
    close() {
      clearInterval(look);
      failUntil(Infinity);
    },
  };
}

/** @throws NatsError `NoResponders` for the broker's own answer */
function read(message: Msg): Acknowledgement {
  if (message.data.length === 0 && message.headers?.code === NO_RESPONDERS) {
    throw NatsError.errorForCode(ErrorCode.NoResponders);
  }
  return message.json<Acknowledgement>();
}

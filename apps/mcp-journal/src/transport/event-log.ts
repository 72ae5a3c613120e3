import type { EventStore } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";

/** What one session may keep for clients that reconnect. */
const MAX_EVENTS = 256;
const MAX_BYTES = 1_000_000;

interface LoggedEvent {
  id: string;
  streamId: string;
  message: JSONRPCMessage;
  bytes: number;
}

/**
 * The latest messages of one session, so that a client whose connection broke gets what it missed
 * (`Last-Event-ID`). Bounded: the oldest go first, and a client that asks for one that is gone is told so.
 */
export function createEventLog(): EventStore {
  const events: LoggedEvent[] = [];
  let bytes = 0;
  let count = 0;
  return {
    async storeEvent(streamId, message) {
      const event = { id: String(++count), streamId, message, bytes: JSON.stringify(message).length };
      events.push(event);
      bytes += event.bytes;
      while (events.length > MAX_EVENTS || (bytes > MAX_BYTES && events.length > 1))
        bytes -= events.shift()!.bytes;
      return event.id;
    },
    async getStreamIdForEventId(eventId) {
      return events.find(({ id }) => id === eventId)?.streamId;
    },
    async replayEventsAfter(lastEventId, { send }) {
      const from = events.findIndex(({ id }) => id === lastEventId);
      const { streamId } = events[from]!;
      for (const event of events.slice(from + 1)) {
        // An event without content only marked the start of a stream.
        if (event.streamId === streamId && Object.keys(event.message).length > 0)
          await send(event.id, event.message);
      }
      return streamId;
    },
  };
}

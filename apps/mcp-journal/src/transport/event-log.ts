import type { EventStore } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { SessionOwner } from "./session.ts";

/** Limits of the events that one session keeps for clients that reconnect. */
const MAX_EVENTS = 256;
const MAX_BYTES = 1_000_000;

/** Limits of the bytes that all sessions of one user keep, and all sessions of a replica. */
const MAX_BYTES_OF_USER = 32_000_000;
const MAX_BYTES_OF_ALL = 256_000_000;

/** Room that the logs of many sessions share. */
export interface LogRoom {
  add(bytes: number): void;
  remove(bytes: number): void;
  isOverfull(): boolean;
}

/** A session's log. */
export interface EventLog extends EventStore {
  /** Gives its room back; to be called when the session ends. */
  clear(): void;
}

interface LoggedEvent {
  id: string;
  streamId: string;
  message: JSONRPCMessage;
  bytes: number;
}

/**
 * The latest messages of one session, so that a client whose connection broke gets what it missed
 * (`Last-Event-ID`). Bounded: the oldest go first, and a client that asks for one that is gone is refused.
 *
 * @param room while it is overfull the log keeps nothing
 */
export function createEventLog(room: LogRoom): EventLog {
  const events: LoggedEvent[] = [];
  let bytes = 0;
  let count = 0;
  let isEnded = false;
  const dropOldest = () => {
    const { bytes: droppedBytes } = events.shift()!;
    bytes -= droppedBytes;
    room.remove(droppedBytes);
  };
  const keepsTooMuch = () =>
    events.length > MAX_EVENTS ||
    (bytes > MAX_BYTES && events.length > 1) ||
    (events.length > 0 && (isEnded || room.isOverfull()));
  return {
    async storeEvent(streamId, message) {
      const event = { id: String(++count), streamId, message, bytes: JSON.stringify(message).length };
      events.push(event);
      bytes += event.bytes;
      room.add(event.bytes);
      while (keepsTooMuch()) dropOldest();
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
    clear() {
      isEnded = true;
      while (keepsTooMuch()) dropOldest();
    },
  };
}

/** Creates the room of a replica, of which each user has a share. */
export function createLogRooms(
  { maxOfUser, maxOfAll }: { maxOfUser: number; maxOfAll: number } = {
    maxOfUser: MAX_BYTES_OF_USER,
    maxOfAll: MAX_BYTES_OF_ALL,
  },
): (owner: SessionOwner) => LogRoom {
  let all = 0;
  const ofUsers = new Map<string, number>();
  return ({ issuer, userId }) => {
    const user = `${issuer}\n${userId}`;
    const ofUser = () => ofUsers.get(user) ?? 0;
    return {
      add: (bytes) => {
        all += bytes;
        ofUsers.set(user, ofUser() + bytes);
      },
      remove: (bytes) => {
        all -= bytes;
        if (ofUser() === bytes) ofUsers.delete(user);
        else ofUsers.set(user, ofUser() - bytes);
      },
      isOverfull: () => all > maxOfAll || ofUser() > maxOfUser,
    };
  };
}

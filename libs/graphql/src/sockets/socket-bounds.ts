import type { Socket } from "node:net";

import { type Rate, createRateLimit } from "@countersign/service-kit";
import type { WebSocket } from "@fastify/websocket";
import { CloseCode, MessageType, parseMessage } from "graphql-ws";

/** Close codes of RFC 6455, section 7.4.1. */
const POLICY_VIOLATION = 1008;
const MESSAGE_TOO_BIG = 1009;

/** Bytes that a socket may send before it is admitted: one frame of 8 KiB with the credential, and its head. */
const FIRST_FRAME_MAX_BYTES = 8 * 1024 + 8;
/** With more than this unsent, nothing is read from the socket until the rest has left. */
const UNSENT_PAUSE_BYTES = 256 * 1024;
/** A socket with more than this unsent is closed. */
const UNSENT_MAX_BYTES = 1024 * 1024;
const PINGS: Rate = { burst: 20, perSecond: 2 };
const MESSAGES: Rate = { burst: 500, perSecond: 100 };

/** Messages that must not come before `connection_init`. The protocol's server refuses `subscribe`. */
const NEVER_FIRST: ReadonlySet<string> = new Set([MessageType.Ping, MessageType.Pong, MessageType.Complete]);

/** Bounds the memory and time that one socket takes. */
export interface SocketBounds {
  /** Call once the client is known: it may send larger messages from now on. */
  admit(): void;
  /** Whether the message may be handled. If not, the socket is being closed. */
  accepts(message: string): boolean;
  /** Whether a ping may be answered. If not, the socket is being closed. */
  acceptsPing(): boolean;
  /** Resolves when the text has left, so that a slow reader slows its writers down. */
  send(text: string): Promise<void>;
}

/**
 * @param connection - the socket's connection; bytes are counted there, before a frame is complete
 */
export function boundSocket(socket: WebSocket, connection: Socket): SocketBounds {
  let isAdmitted = false;
  const isWithinMessages = createRateLimit(MESSAGES);
  const isWithinPings = createRateLimit(PINGS);

  let receivedBytes = 0;
  const countFirstBytes = ({ length }: Buffer) => {
    receivedBytes += length;
    if (receivedBytes <= FIRST_FRAME_MAX_BYTES) return;
    connection.off("data", countFirstBytes);
    socket.close(MESSAGE_TOO_BIG, "connection_init is larger than 8 KiB");
    // Otherwise the rest of the frame would still be collected.
    socket.pause();
  };
  connection.on("data", countFirstBytes);

  const within = (isAllowed: boolean, reason: string) => {
    if (!isAllowed) socket.close(POLICY_VIOLATION, reason);
    return isAllowed;
  };
  const acceptsPing = () => within(isWithinPings(), "Too many pings");
  const countFrame = () => within(isWithinMessages(), "Too many messages");
  socket.on("ping", acceptsPing);
  socket.on("pong", countFrame);

  return {
    admit: () => {
      isAdmitted = true;
      connection.off("data", countFirstBytes);
    },
    accepts: (message) => {
      if (socket.readyState !== socket.OPEN || !countFrame()) return false;
      if (isAdmitted || !isNeverFirst(message)) return true;
      socket.close(CloseCode.Unauthorized, "Unauthorized");
      return false;
    },
    acceptsPing,
    send: (text) => sendBounded(socket, text),
  };
}

function isNeverFirst(message: string): boolean {
  try {
    return NEVER_FIRST.has(parseMessage(message).type);
  } catch {
    // The protocol's server reports the fault.
    return false;
  }
}

function sendBounded(socket: WebSocket, text: string): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState !== socket.OPEN) return resolve();
    if (socket.bufferedAmount + Buffer.byteLength(text) > UNSENT_MAX_BYTES) {
      socket.close(POLICY_VIOLATION, "More than 1 MiB would be unread");
      return resolve();
    }
    // A failure closes the socket, and its close event reports it.
    socket.send(text, () => {
      if (socket.isPaused && socket.bufferedAmount <= UNSENT_PAUSE_BYTES) socket.resume();
      resolve();
    });
    if (socket.bufferedAmount > UNSENT_PAUSE_BYTES) socket.pause();
    return undefined;
  });
}

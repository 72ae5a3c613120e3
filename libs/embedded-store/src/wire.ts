import { deserialize, serialize } from "bson";
import { StoreError } from "./errors.ts";
import { type Doc, isDoc, normalise, setField, type Value } from "./values.ts";

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const HEADER_BYTES = 16;
export const MAX_MESSAGE_BYTES = 48_000_000;

const FLAG_CHECKSUM = 1;
const FLAG_MORE_TO_COME = 2;

export interface Request {
  readonly id: number;
  /** The first hello still comes in the old format and is answered in it. */
  readonly isLegacy: boolean;
  readonly body: Doc;
  /** The client does not want an answer. */
  readonly isUnacknowledged: boolean;
}

/** The bytes on the socket are not the protocol: the connection cannot go on. */
export class ProtocolError extends Error {}

/** Splits a stream of chunks into whole messages. */
export function createFramer(): (chunk: Buffer) => Buffer[] {
  let chunks: Buffer[] = [];
  let size = 0;
  const needed = () => {
    if (size < 4) return Infinity;
    if (chunks[0]!.length < 4) chunks = [Buffer.concat(chunks)];
    const length = chunks[0]!.readInt32LE(0);
    if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES)
      throw new ProtocolError(`message of ${length} bytes`);
    return length;
  };
  return (chunk) => {
    chunks.push(chunk);
    size += chunk.length;
    const messages: Buffer[] = [];
    for (let length = needed(); size >= length; length = needed()) {
      const all = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      messages.push(all.subarray(0, length));
      const rest = all.subarray(length);
      chunks = rest.length > 0 ? [rest] : [];
      size = rest.length;
    }
    return messages;
  };
}

/**
 * @throws ProtocolError for a message that cannot be read
 * @throws StoreError for values of a type the store does not hold
 */
export function decodeMessage(message: Buffer): Request {
  try {
    const opCode = message.readInt32LE(12);
    if (opCode === OP_MSG) return decodeOpMsg(message);
    if (opCode === OP_QUERY) return decodeOpQuery(message);
    throw new ProtocolError(`operation code ${opCode}`);
  } catch (error) {
    if (error instanceof ProtocolError || error instanceof StoreError) throw error;
    throw new ProtocolError("malformed message", { cause: error });
  }
}

function decodeOpQuery(message: Buffer): Request {
  const nameEnd = message.indexOf(0, HEADER_BYTES + 4);
  const [body] = readDocument(message, nameEnd + 9);
  const db = message.toString("utf8", HEADER_BYTES + 4, nameEnd).split(".")[0]!;
  return { ...decodeEnvelope(message), body: { ...body, $db: db } };
}

function decodeOpMsg(message: Buffer): Request {
  const flags = message.readUInt32LE(HEADER_BYTES);
  const end = message.length - (flags & FLAG_CHECKSUM ? 4 : 0);
  let body: Doc | undefined;
  const sequences: Doc = {};
  for (let at = HEADER_BYTES + 4; at < end;) {
    const kind = message[at++];
    const size = message.readInt32LE(at);
    if (size <= 4 || at + size > end) throw new ProtocolError(`section of ${size} bytes`);
    if (kind === 0) [body] = readDocument(message, at);
    else if (kind === 1) {
      const nameEnd = message.indexOf(0, at + 4);
      setField(
        sequences,
        message.toString("utf8", at + 4, nameEnd),
        readSequence(message, nameEnd + 1, at + size),
      );
    } else throw new ProtocolError(`section of kind ${kind}`);
    at += size;
  }
  if (!body) throw new ProtocolError("no body");
  return { ...decodeEnvelope(message), body: { ...body, ...sequences } };
}

function readSequence(message: Buffer, from: number, to: number): Value[] {
  const docs: Value[] = [];
  for (let at = from; at < to;) {
    const [doc, size] = readDocument(message, at);
    docs.push(doc);
    at += size;
  }
  return docs;
}

/** Reads a document at a position; numbers keep their types. */
export function readDocument(bytes: Buffer, at: number): [doc: Doc, size: number] {
  const size = bytes.readInt32LE(at);
  const raw = deserialize(bytes.subarray(at, at + size), { promoteValues: false, bsonRegExp: true });
  const doc = normalise(raw);
  if (!isDoc(doc)) throw new ProtocolError("not a document");
  return [doc, size];
}

/** What of a request decides how it is answered, readable even if the rest of it is not. */
export type Envelope = Pick<Request, "id" | "isLegacy" | "isUnacknowledged">;

export function decodeEnvelope(message: Buffer): Envelope {
  const isLegacy = message.readInt32LE(12) === OP_QUERY;
  const flags = isLegacy ? 0 : message.readUInt32LE(HEADER_BYTES);
  return { id: message.readInt32LE(4), isLegacy, isUnacknowledged: (flags & FLAG_MORE_TO_COME) !== 0 };
}

/** The message that answers a request. */
export function encodeReply(reply: Doc, request: Envelope): Buffer {
  const body = serialize(reply, { ignoreUndefined: true });
  const head = Buffer.alloc(request.isLegacy ? 36 : 21);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(request.id, 4);
  head.writeInt32LE(request.id, 8);
  head.writeInt32LE(request.isLegacy ? OP_REPLY : OP_MSG, 12);
  if (request.isLegacy) {
    const awaitCapable = 8;
    head.writeInt32LE(awaitCapable, 16);
    head.writeInt32LE(1, 32);
  }
  return Buffer.concat([head, body]);
}

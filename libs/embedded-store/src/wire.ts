import { deserialize, serialize } from "bson";
import { StoreError } from "./errors.ts";
import { type Doc, isDoc, normalise, setField, type Value } from "./values.ts";

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const HEADER_BYTES = 16;
export const MAX_MESSAGE_BYTES = 48_000_000;

/** Where the first section of a message, or the name of an old one, begins. */
const BODY_START = HEADER_BYTES + 4;

const FLAG_MORE_TO_COME = 2;
const FLAG_EXHAUST_ALLOWED = 1 << 16;
/** Flags that a receiver must know (the checksum is one). */
const REQUIRED_FLAGS = 0xffff;

/** The parts of a request that decide the form of its answer; they are readable even if the rest is not. */
export interface Envelope {
  readonly id: number;
  /** The first hello still comes in the old format and is answered in it. */
  readonly isLegacy: boolean;
  /** The client does not want an answer. */
  readonly isUnacknowledged: boolean;
  /** The client accepts several answers to one request. */
  readonly takesStream: boolean;
}

/** The bytes on the socket break the protocol, so the connection cannot go on. */
export class ProtocolError extends Error {}

/** Splits a stream of chunks into whole messages. */
export function createFramer(): (chunk: Buffer) => Buffer[] {
  let chunks: Buffer[] = [];
  let size = 0;
  const neededBytes = () => {
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
    for (let length = neededBytes(); size >= length; length = neededBytes()) {
      const all = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      messages.push(all.subarray(0, length));
      const rest = all.subarray(length);
      chunks = rest.length > 0 ? [rest] : [];
      size = rest.length;
    }
    return messages;
  };
}

/** @throws ProtocolError for an operation in neither the old nor the new format */
export function decodeEnvelope(message: Buffer): Envelope {
  const opCode = message.readInt32LE(12);
  if (opCode !== OP_MSG && opCode !== OP_QUERY) throw new ProtocolError(`operation code ${opCode}`);
  const isLegacy = opCode === OP_QUERY;
  const flags = isLegacy || message.length < BODY_START ? 0 : message.readUInt32LE(HEADER_BYTES);
  if ((flags & ~FLAG_MORE_TO_COME & REQUIRED_FLAGS) !== 0) throw new ProtocolError(`message flags ${flags}`);
  return {
    id: message.readInt32LE(4),
    isLegacy,
    isUnacknowledged: (flags & FLAG_MORE_TO_COME) !== 0,
    takesStream: (flags & FLAG_EXHAUST_ALLOWED) !== 0,
  };
}

/**
 * The command of a request.
 *
 * @throws ProtocolError for a message that cannot be read
 * @throws StoreError for values of types that the store does not hold
 */
export function decodeBody(message: Buffer, { isLegacy }: Envelope): Doc {
  try {
    return isLegacy ? decodeOpQuery(message) : decodeOpMsg(message);
  } catch (error) {
    if (error instanceof ProtocolError || error instanceof StoreError) throw error;
    throw new ProtocolError("malformed message", { cause: error });
  }
}

function decodeOpQuery(message: Buffer): Doc {
  const nameEnd = message.indexOf(0, BODY_START);
  const [body] = readDocument(message, nameEnd + 9);
  return { ...body, $db: message.toString("utf8", BODY_START, nameEnd).split(".")[0]! };
}

function decodeOpMsg(message: Buffer): Doc {
  let body: Doc | undefined;
  const sequences: Doc = {};
  for (let at = BODY_START; at < message.length;) {
    const kind = message[at++];
    const size = message.readInt32LE(at);
    const end = at + size;
    if (size <= 4 || end > message.length) throw new ProtocolError(`section of ${size} bytes`);
    if (kind === 0) [body] = readDocument(message, at);
    else if (kind === 1) {
      const nameEnd = message.indexOf(0, at + 4);
      setField(sequences, message.toString("utf8", at + 4, nameEnd), readSequence(message, nameEnd + 1, end));
    } else throw new ProtocolError(`section of kind ${kind}`);
    at = end;
  }
  if (!body) throw new ProtocolError("no body");
  return { ...body, ...sequences };
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

/** The message that answers a request; `goesOn` announces another one. */
export function encodeReply(reply: Doc, request: Envelope, goesOn = false): Buffer {
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
  } else if (goesOn) head.writeInt32LE(FLAG_MORE_TO_COME, HEADER_BYTES);
  return Buffer.concat([head, body]);
}

import { afterAll } from "vitest";
import { BSON } from "mongodb";
import { startTcpProxy, type TcpProxy } from "./tcp-proxy.ts";

export interface StoreProxy extends TcpProxy {
  /** Of the store behind the proxy. */
  uri: string;
  /**
   * Refuses every command until `accept`, like a member that is no longer primary, while `hello` still reports a primary:
   * longer than any retry of the driver lasts.
   */
  stepDown(): void;
  /**
   * Answers commands with errors of a server until `accept`.
   *
   * @param failureOf code, name and message of the error; `undefined` for commands that the store answers
   */
  failCommands(failureOf: (command: BSON.Document) => Failure | undefined): void;
}

/** An error as a server answers it. */
export interface Failure {
  code: number;
  codeName: string;
  errmsg: string;
}

/** Header, flags and kind of a message (OP_MSG); its body follows. */
const BODY_START = 21;
const OP_MSG = 2013;
const NOT_PRIMARY: Failure = { code: 10_107, codeName: "NotWritablePrimary", errmsg: "not primary" };
/** Commands of a driver's monitors, and the end of sessions. */
const STILL_ANSWERED = new Set(["hello", "ismaster", "isMaster", "endSessions"]);

const isCommand = (sentMessage: Buffer): boolean => sentMessage.readInt32LE(12) === OP_MSG;

/** The command of a message; `undefined` for other messages. */
function commandIn(sentMessage: Buffer): BSON.Document | undefined {
  if (!isCommand(sentMessage)) return undefined;
  return BSON.deserialize(sentMessage.subarray(BODY_START, BODY_START + sentMessage.readInt32LE(BODY_START)));
}

/** The refusal of a command by a member that is not primary; `undefined` for commands that every member answers. */
function refusalByMember(sentMessage: Buffer): Buffer | undefined {
  if (!isCommand(sentMessage)) return undefined;
  const nameStart = BODY_START + 5;
  const name = sentMessage.toString("latin1", nameStart, sentMessage.indexOf(0, nameStart));
  return STILL_ANSWERED.has(name) ? undefined : failureTo(sentMessage, NOT_PRIMARY);
}

function failureTo(sentMessage: Buffer, failure: Failure): Buffer {
  const body = BSON.serialize({ ok: 0, ...failure });
  const head = Buffer.alloc(BODY_START);
  head.writeInt32LE(BODY_START + body.length, 0);
  head.writeInt32LE(sentMessage.readInt32LE(4), 8);
  head.writeInt32LE(OP_MSG, 12);
  return Buffer.concat([head, body]);
}

/** Puts a proxy in front of the suite's store, to test what happens when the store is away, hangs or loses answers. */
export async function useStoreProxy(storeUri: string): Promise<StoreProxy> {
  const target = new URL(storeUri);
  const proxy = await startTcpProxy({
    host: target.hostname,
    port: Number(target.port || 27_017),
    lengthOf: (bytes) => (bytes.length < 4 ? undefined : bytes.readInt32LE(0)),
  });
  afterAll(() => proxy.close());
  const uri = new URL(storeUri);
  uri.host = `127.0.0.1:${proxy.port}`;
  // Otherwise the driver would connect to the address that the store itself names.
  uri.search = "directConnection=true";
  return {
    ...proxy,
    uri: uri.href,
    stepDown: () => proxy.intercept(refusalByMember),
    failCommands: (failureOf) =>
      proxy.intercept((sentMessage) => {
        const command = commandIn(sentMessage);
        const failure = command && failureOf(command);
        return failure && failureTo(sentMessage, failure);
      }),
  };
}

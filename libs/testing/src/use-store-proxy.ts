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
}

/** Header, flags and kind of a message (OP_MSG); its body follows. */
const BODY_START = 21;
const OP_MSG = 2013;
const NOT_PRIMARY = { ok: 0, code: 10_107, codeName: "NotWritablePrimary", errmsg: "not primary" };
/** Commands of a driver's monitors, and the end of sessions. */
const STILL_ANSWERED = new Set(["hello", "ismaster", "isMaster", "endSessions"]);

/** The refusal of a command by a member that is not primary; `undefined` for commands that every member answers. */
function refusalByMember(sent: Buffer): Buffer | undefined {
  if (sent.readInt32LE(12) !== OP_MSG) return undefined;
  const nameStart = BODY_START + 5;
  const name = sent.toString("latin1", nameStart, sent.indexOf(0, nameStart));
  if (STILL_ANSWERED.has(name)) return undefined;
  const body = BSON.serialize(NOT_PRIMARY);
  const head = Buffer.alloc(BODY_START);
  head.writeInt32LE(BODY_START + body.length, 0);
  head.writeInt32LE(sent.readInt32LE(4), 8);
  head.writeInt32LE(OP_MSG, 12);
  return Buffer.concat([head, body]);
}

/** Puts a proxy in front of the suite's store, to test what happens when the store is away, hangs or loses answers. */
export async function useStoreProxy(storeUri: string): Promise<StoreProxy> {
  const target = new URL(storeUri);
  const proxy = await startTcpProxy({ host: target.hostname, port: Number(target.port || 27_017) });
  afterAll(() => proxy.close());
  const uri = new URL(storeUri);
  uri.host = `127.0.0.1:${proxy.port}`;
  // Otherwise the driver would connect to the address that the store itself names.
  uri.search = "directConnection=true";
  return { ...proxy, uri: uri.href, stepDown: () => proxy.intercept(refusalByMember) };
}

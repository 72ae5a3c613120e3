import { randomBytes } from "node:crypto";
import { serialize } from "bson";
import { describe, expect, it } from "vitest";
import { startEmbeddedStore } from "../src/index.ts";
import { MAX_DOCUMENT_BYTES } from "../src/values.ts";
import { encodeCommand, openRawConnection } from "./raw-connection.ts";
import { codeOf, isReal, useStore } from "./support.ts";

const store = useStore({ warn: () => undefined });
const HELLO = { hello: 1, $db: "admin" };

/** A message header with this length and operation code, and nothing more. */
function header(length: number, opCode: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeInt32LE(length, 0);
  bytes.writeInt32LE(opCode, 12);
  return bytes;
}

function corrupted(): Buffer {
  const message = encodeCommand({ ping: 1, $db: "admin" });
  // The first element's type becomes one that does not exist.
  message[25] = 0x70;
  return message;
}

const MALFORMED: [name: string, bytes: Buffer][] = [
  ["garbage", Buffer.from(`GET / HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n${"x".repeat(100)}`)],
  ["random bytes", Buffer.concat([Buffer.from([0xff, 0xff, 0xff, 0x7f]), randomBytes(64)])],
  ["a message longer than allowed", header(48_000_001, 2013)],
  ["a message shorter than its header", header(15, 2013)],
  ["a negative length", header(-1, 2013)],
  ["an operation that does not exist", Buffer.concat([header(20, 9999), Buffer.alloc(4)])],
  ["a message without a body", Buffer.concat([header(20, 2013), Buffer.alloc(4)])],
  [
    "a section longer than its message",
    Buffer.concat([header(25, 2013), Buffer.from([0, 0, 0, 0, 0, 99, 0, 0, 0])]),
  ],
  ["malformed BSON", corrupted()],
];

// The treatment of malformed bytes and the bound port are specific to this store.
describe.skipIf(isReal)("the wire protocol", () => {
  it.each(MALFORMED)("closes a connection that sends %s, and only that one", async (_name, bytes) => {
    const good = await openRawConnection(store.uri);
    const bad = await openRawConnection(store.uri);
    bad.send(bytes);
    await bad.closed();
    expect(await good.command(HELLO)).toMatchObject({ ok: 1 });
    good.close();
  });

  it("puts a message together from single bytes, and takes several at once", async () => {
    const connection = await openRawConnection(store.uri);
    const ping = encodeCommand({ ping: 1, $db: "admin" });
    const answered = connection.command(HELLO);
    for (const byte of ping) connection.send(Buffer.from([byte]));
    connection.send(Buffer.concat([ping, ping]));
    expect(await answered).toMatchObject({ ok: 1, setName: "rs0" });
    expect(await connection.command(HELLO)).toMatchObject({ ok: 1 });
    connection.close();
  });

  it("keeps running when clients vanish in the middle of a message", async () => {
    for (let i = 0; i < 20; i++) {
      const connection = await openRawConnection(store.uri);
      connection.send(encodeCommand(HELLO).subarray(0, 10 + i));
      connection.close();
    }
    expect(await store.db.command({ ping: 1 })).toMatchObject({ ok: 1 });
  });

  it("refuses documents that nest too deep, with an answer", async () => {
    const connection = await openRawConnection(store.uri);
    let nested: object = {};
    for (let i = 0; i < 250; i++) nested = { nested };
    expect(await connection.command({ insert: "c", documents: [nested], $db: "x" })).toMatchObject({
      ok: 0,
      code: 2,
    });
    expect(await connection.command(HELLO)).toMatchObject({ ok: 1 });
    connection.close();
  });

  it("binds loopback only", () => {
    expect(new URL(store.uri).hostname).toBe("127.0.0.1");
  });

  it("reports a port that is taken", async () => {
    const port = Number(new URL(store.uri).port);
    await expect(startEmbeddedStore({ port })).rejects.toThrow(/EADDRINUSE/);
  });
});

// BSONObjectTooLarge; older servers have numbers of their own for an update and an insert (17419 and 2 in 4.4).
const TOO_LARGE = isReal ? [10334, 17419, 2] : [10334];

describe("documents of the largest size", () => {
  const overhead = serialize({ _id: 1, text: "" }).length;
  const largest = { _id: 1, text: "x".repeat(MAX_DOCUMENT_BYTES - overhead) };

  it("are stored and come back", async () => {
    const collection = await store.filled([]);
    await collection.insertOne(largest);
    expect((await collection.findOne({ _id: 1 }))?.text).toHaveLength(largest.text.length);
    const changed = await collection.findOneAndUpdate({ _id: 1 }, { $set: { text: "short" } });
    expect(changed?.text).toHaveLength(largest.text.length);
  });

  it("cannot grow", async () => {
    const collection = await store.filled([]);
    await collection.insertOne(largest);
    expect(TOO_LARGE).toContain(await codeOf(collection.updateOne({ _id: 1 }, { $set: { more: 1 } })));
    expect(await collection.findOne({ _id: 1 }, { projection: { text: 0 } })).toEqual({ _id: 1 });
  });

  it("are the limit for an insert too, whatever the client checks", async () => {
    const connection = await openRawConnection(store.uri);
    const documents = [{ ...largest, text: `${largest.text}x` }];
    const reply = await connection.command({ insert: "c", documents, $db: store.db.databaseName });
    expect(reply).toMatchObject({ ok: 1, n: 0, writeErrors: [{ index: 0 }] });
    expect(TOO_LARGE).toContain(reply.writeErrors[0].code);
    connection.close();
  });
});

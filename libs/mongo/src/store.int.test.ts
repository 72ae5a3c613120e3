import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { useTestStore } from "@countersign/testing";
import { BSON, type Document } from "mongodb";
import { expect, it, onTestFinished } from "vitest";
import { connectStore } from "./store.ts";

const store = await useTestStore();
const OP_QUERY = 2004;
const HEADER_BYTES = 16;

/**
 * A server that gives the same description of itself to every command. Default: a stand-alone MongoDB.
 *
 * @param toHello its answer to the command `hello`, but not to the driver's first message, which every server knows
 */
async function startServer(
  self: (port: number) => Document = () => ({}),
  toHello?: Document,
): Promise<number> {
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.on("data", (request: Buffer) => {
      const isQuery = request.readInt32LE(12) === OP_QUERY;
      const isCommand = !isQuery && request.includes("\u0010hello\0") && request.includes("lsid");
      const document = BSON.serialize(isCommand && toHello ? toHello : described);
      const head = Buffer.alloc(HEADER_BYTES + (isQuery ? 20 : 5));
      head.writeInt32LE(head.length + document.length, 0);
      head.writeInt32LE(request.readInt32LE(4), 8);
      head.writeInt32LE(isQuery ? 1 : 2013, 12);
      if (isQuery) head.writeInt32LE(1, HEADER_BYTES + 16);
      socket.write(Buffer.concat([head, document]));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const described = {
    ok: 1,
    isWritablePrimary: true,
    maxWireVersion: 25,
    minWireVersion: 0,
    localTime: new Date(),
    maxBsonObjectSize: 16_777_216,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    ...self(port),
  };
  return port;
}

/** A replica set member's description of itself. */
const memberOf = (maxWireVersion: number) => (port: number) => ({
  maxWireVersion,
  setName: "rs0",
  hosts: [`127.0.0.1:${port}`],
  me: `127.0.0.1:${port}`,
  logicalSessionTimeoutMinutes: 30,
});

const connect = (uri: string) =>
  connectStore({ uri, dbName: "none", appName: "test", serverSelectionTimeoutMs: 300 });

it("connects with majority concerns and answers a ping", async () => {
  await store.ping();
  expect(store.client.options).toMatchObject({
    appName: "countersign-test",
    retryReads: true,
    retryWrites: true,
    readConcern: { level: "majority" },
    writeConcern: { w: "majority" },
  });
});

it("does not store fields that are undefined", async () => {
  const things = store.db.collection("things");
  const { insertedId: _id } = await things.insertOne({ kept: null, left: undefined });
  expect(await things.findOne()).toEqual({ _id, kept: null });
});

it("names the address that does not answer, without the password", async () => {
  const failure = connect("mongodb://user:pa55word@127.0.0.1:1/?replicaSet=rs0");
  await expect(failure).rejects.toThrow(
    /^MongoDB at 127\.0\.0\.1:1 \(MONGODB_URI\): there is no primary: .*does not answer/u,
  );
  await expect(failure).rejects.not.toThrow(/pa55word/u);
});

it("says that a server belongs to another replica set", async () => {
  const uri = new URL(store.uri);
  uri.search = "replicaSet=other";
  await expect(connect(uri.href)).rejects.toThrow("no server there is a member of other");
});

it("says that a stand-alone server cannot do transactions", async () => {
  const port = await startServer();
  await expect(connect(`mongodb://127.0.0.1:${port}/`)).rejects.toThrow(
    `MongoDB at 127.0.0.1:${port} (MONGODB_URI): it is a stand-alone server, and transactions need a replica set`,
  );
  await expect(connect(`mongodb://127.0.0.1:${port}/?replicaSet=rs0`)).rejects.toThrow(
    "no server there is a member of rs0",
  );
});

it("says that a server is too old for the driver, and names the oldest that is not", async () => {
  const port = await startServer(memberOf(8));
  await expect(connect(`mongodb://127.0.0.1:${port}/?replicaSet=rs0`)).rejects.toThrow(
    /\(MONGODB_URI\): there is no primary: 127\.0\.0\.1:\d+ is too old .*: MongoDB 4\.4\.2 or later is needed/u,
  );
});

it("says that a server is too old when it does not know hello", async () => {
  const unknown = { ok: 0, code: 59, codeName: "CommandNotFound", errmsg: "no such command: 'hello'" };
  const port = await startServer(memberOf(9), unknown);
  await expect(connect(`mongodb://127.0.0.1:${port}/?replicaSet=rs0`)).rejects.toThrow(
    `MongoDB at 127.0.0.1:${port} (MONGODB_URI): it is too old: MongoDB 4.4.2 or later is needed`,
  );
});

import { on } from "node:events";

import { afterwards, type HostileClient, connectHostile, useTestStore, waitFor } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { bearerOf, useBus, useReplica } from "../../test/graphql-fixture.ts";
import {
  type SocketMessage,
  addressOf,
  frameOf,
  openSession,
  openSocket,
  upgradeRequest,
} from "../../test/socket-fixture.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore();
const { app, engine } = await useReplica(store, useBus());
const url = await addressOf(app);

const user = aCompany().user();
const ping = { type: "ping", payload: { echo: "x".repeat(60_000) } };
const ADDED = "subscription { workflowNotificationAdded { message } }";

const sessionOf = async (caller: Caller) => openSession(url, await bearerOf(caller));

/** A `connection_init` of so many bytes, with a token that is refused. */
function initOf(bytes: number): SocketMessage {
  const init = { type: "connection_init", payload: { authorization: "" } };
  init.payload.authorization = "x".repeat(bytes - JSON.stringify(init).length);
  return init;
}

/** A client that never reads, with its socket open. */
async function neverReading(): Promise<HostileClient> {
  const client = await connectHostile(app.server);
  afterwards(() => client.socket.destroy());
  client.socket.write(upgradeRequest("/graphql"));
  return client;
}

/** A client that reads its admission, and nothing from then on. */
async function noLongerReading(caller: Caller): Promise<HostileClient> {
  const client = await neverReading();
  const { socket } = client;
  socket.write(frameOf({ type: "connection_init", payload: { authorization: await bearerOf(caller) } }));
  for await (const [bytes] of on(socket.resume(), "data") as AsyncIterable<[Buffer]>) {
    if (bytes.includes("connection_ack")) break;
  }
  socket.pause();
  return client;
}

describe("a socket before it is admitted", () => {
  it.each<SocketMessage>([{ type: "ping" }, { type: "pong" }, { type: "complete", id: "1" }])(
    "closes with 4401 on $type",
    async (message) => {
      const socket = await openSocket(url);
      socket.send(message);
      expect(await socket.closeCode).toBe(4401);
    },
  );

  it("takes a connection_init of 8 KiB, and closes with 1009 on a larger one", async () => {
    const [allowed, refused] = [await openSocket(url), await openSocket(url)];
    allowed.send(initOf(8_192));
    expect(await allowed.closeCode).toBe(4401);
    refused.send(initOf(8_193));
    expect(await refused.closeCode).toBe(1009);
  });

  it("reads no more than the first frame may have, and is cut when its client never reads", async () => {
    const { socket, servedSocket, cut } = await neverReading();
    for (let count = 0; count < 100; count += 1) socket.write(frameOf(ping));
    await cut;
    expect(servedSocket.bytesRead).toBeLessThan(200_000);
    expect(servedSocket.bytesWritten).toBeLessThan(1_000);
  });

  it("makes place for newcomers when 200 of one address wait", async () => {
    const first = await openSocket(url);
    for (let count = 0; count < 200; count += 1) await neverReading();
    expect(await first.closeCode).toBe(1013);
    (await sessionOf(user)).close();
  });
});

describe("an admitted socket", () => {
  it("gets pongs without the payload of its pings", async () => {
    const socket = await sessionOf(user);
    socket.send(ping);
    expect(await socket.next()).toEqual({ type: "pong" });
  });

  it.each([
    ["pings", { type: "ping" }, 30],
    ["messages", { type: "pong" }, 1_000],
  ])("closes with 1008 on a flood of %s", async (_, message, count) => {
    const socket = await sessionOf(user);
    for (let sent = 0; sent < count; sent += 1) socket.send(message);
    expect(await socket.closeCode).toBe(1008);
  });

  it("closes with 1009 on a message of too many values", async () => {
    const socket = await sessionOf(user);
    const variables = { x: Array.from({ length: 50_000 }, () => ({})) };
    socket.send({ type: "subscribe", id: "1", payload: { query: "{ __typename }", variables } });
    expect(await socket.closeCode).toBe(1009);
  });

  it("is not read from while its client leaves answers unread", async () => {
    const { socket, servedSocket } = await noLongerReading(user);
    // Each is refused, and the refusal names its id.
    const frames = Array.from({ length: 400 }, (_, n) =>
      frameOf({ type: "subscribe", id: String(n).padStart(60_000, "x"), payload: { query: "{" } }),
    );
    for (const frame of frames) socket.write(frame);
    await waitFor(() => servedSocket.isPaused() && servedSocket.writableLength > 0);
    expect(servedSocket.writableLength).toBeLessThan(400_000);
    expect(servedSocket.bytesRead).toBeLessThan(frames.length * 30_000);

    let read = 0;
    socket.on("data", ({ length }: Buffer) => {
      read += length;
    });
    socket.resume();
    await waitFor(() => read > frames.length * 60_000, { timeoutMs: 15_000 });
  });

  it("never has more than 1 MiB unsent, and is closed instead", async () => {
    const company = aCompany();
    const [ann, ben] = [company.user(), company.user()];
    const { socket, servedSocket } = await noLongerReading(ann);
    const ids = Array.from({ length: 20 }, (_, n) => String(n).padStart(60_000, "x"));
    for (const id of ids) socket.write(frameOf({ type: "subscribe", id, payload: { query: ADDED } }));
    let mostUnsent = 0;
    for (let ref = 0; !servedSocket.destroyed; ref += 1) {
      // One notification, which every subscription carries: more than 1 MiB in all.
      await submitNew(engine, ben, stagesOf([ann]), { ref: `R-${ref}` });
      mostUnsent = Math.max(mostUnsent, servedSocket.writableLength);
    }
    expect(mostUnsent).toBeGreaterThan(256 * 1024);
    expect(mostUnsent).toBeLessThan(1_100_000);
  });
});

it("refuses more than 100 sockets of a user with 1013, and nobody else's", async () => {
  const company = aCompany();
  const [ann, ben] = [company.user(), company.user()];
  const sockets = [];
  for (let count = 0; count < 100; count += 1) sockets.push(await sessionOf(ann));
  const refused = await openSocket(url);
  refused.send({ type: "connection_init", payload: { authorization: await bearerOf(ann) } });
  expect(await refused.closeCode).toBe(1013);
  (await sessionOf(ben)).close();
  sockets[0]?.close();
  await sockets[0]?.closeCode;
  const again = await waitFor(() => sessionOf(ann));
  again.close();
});

it("leaves nothing of sockets that were opened and closed, admitted or not", async () => {
  const ann = aCompany().user();
  const credential = { authorization: await bearerOf(ann) };
  for (let count = 0; count < 250; count += 1) {
    const socket = await openSocket(url);
    // Every other socket closes before it sends a credential, the rest while the service verifies it.
    if (count % 2 === 0) socket.send({ type: "connection_init", payload: credential });
    socket.close();
    await socket.closeCode;
  }
  const places = [];
  for (let count = 0; count < 100; count += 1) places.push(await sessionOf(ann));
  expect(places).toHaveLength(100);
});

import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { createHttpServer } from "./http-server.ts";

const CONNECTIONS = 60;

it("begins few requests of a sender in a turn of the event loop, and another's before the rest of them", async () => {
  const begun: { turn: number; sender: string }[] = [];
  let turn = 0;
  let counting = true;
  const count = () => {
    turn++;
    if (counting) setImmediate(count);
  };
  setImmediate(count);
  const server = createHttpServer(
    ({ headers }, response) => {
      begun.push({ turn, sender: headers.authorization! });
      response.end();
    },
    {
      headerLimitBytes: 1024,
      headersTimeoutMs: 10_000,
      requestTimeoutMs: 10_000,
      keepAliveTimeoutMs: 10_000,
      maxConnections: 1_000,
      readingPace: { everyMs: 10_000, leastBytes: 1 },
      unreadMaxBytes: 1_000_000,
    },
    () => undefined,
  );
  let accepted = 0;
  const allAccepted = Promise.withResolvers<void>();
  server.on("connection", () => {
    accepted++;
    if (accepted > CONNECTIONS) allAccepted.resolve();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const sockets = Array.from({ length: CONNECTIONS + 1 }, () => connect(port, "127.0.0.1"));
  await Promise.all([allAccepted.promise, ...sockets.map((socket) => once(socket, "connect"))]);

  const answered = sockets.map((socket) => once(socket, "data"));
  for (const [at, socket] of sockets.entries()) {
    const sender = at < CONNECTIONS ? "flood" : "another";
    socket.write(`GET / HTTP/1.1\r\nhost: a\r\nauthorization: ${sender}\r\n\r\n`);
  }
  await Promise.all(answered);
  counting = false;
  for (const socket of sockets) socket.destroy();
  server.close();

  const perTurn = Object.values(Object.groupBy(begun, (one) => one.turn)).map((ones) => ones!.length);
  expect(begun).toHaveLength(CONNECTIONS + 1);
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(10);
  expect(begun.findIndex(({ sender }) => sender === "another")).toBeLessThan(20);
});

import { connect } from "node:net";
import { createHttpApp } from "@countersign/service-kit";
import { silentLogger } from "@countersign/testing";
import { expect, it, onTestFinished } from "vitest";
import { caller } from "../test/caller.ts";
import { sendAnswer } from "./send-answer.ts";

const CHUNK = new Uint8Array(64 * 1024);
/** More than the connection itself buffers. */
const CHUNKS = 1_000;

it("cuts a client off that leaves too much of a streamed answer unread", async () => {
  const end = Promise.withResolvers<"cut off" | "all written">();
  let chunks = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      chunks += 1;
      controller.enqueue(CHUNK);
      if (chunks < CHUNKS) return;
      controller.close();
      end.resolve("all written");
    },
    cancel: () => end.resolve("cut off"),
  });
  const app = createHttpApp({ logger: silentLogger });
  app.get("/", async (_request, reply) =>
    sendAnswer(reply, { status: 200, headers: {}, body }, { maxUnreadBytes: 100_000, caller }),
  );
  onTestFinished(() => app.close());
  const { hostname, port } = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  socket.pause();
  expect(await end.promise).toBe("cut off");
});

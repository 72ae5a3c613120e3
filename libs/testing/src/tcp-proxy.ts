import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A connection to a server that can fail in the ways a network does. */
export interface TcpProxy {
  /** On 127.0.0.1. */
  port: number;
  /** Cuts every connection and refuses new ones: the server is gone. */
  refuse(): void;
  /** Takes connections again. */
  accept(): void;
  /** Holds back the server's answers on every connection until {@link TcpProxy.accept}: the server hangs. */
  hang(): void;
  /** Delays every answer of the server by so many milliseconds: the network is slow. */
  delayAnswers(delayMs: number): void;
  /**
   * Answers clients in place of the server until {@link TcpProxy.accept}: the server is up and refuses.
   *
   * @param answer called with each message that a client sends; without an answer it goes on to the server
   */
  intercept(answer: (sentBytes: Buffer) => Buffer | undefined): void;
  /**
   * Cuts the connections on which the client next sends these bytes, once the server has answered: the answers are lost, but
   * not the effect.
   *
   * @param times - how often; default once, and the driver repeats a write by itself
   */
  loseAnswerTo(bytes: string, times?: number): void;
  /**
   * Holds back all answers on the connection on which the client next sends these bytes: the command takes effect, but
   * the client does not learn of it.
   */
  holdAnswerTo(bytes: string): void;
  /**
   * Cuts the connections on which the client next sends these bytes, before the server has them.
   *
   * @param times - as above
   * @returns delivers them late, until the server has answered
   */
  holdBack(bytes: string, times?: number): () => Promise<void>;
  close(): Promise<void>;
}

const passOn = () => undefined;

/**
 * Starts a proxy in front of a server.
 *
 * @param target.lengthOf - the length of the message that some bytes begin, undefined where they are too few to tell. A
 *   network delivers bytes in any portions; without it each portion counts as a message
 */
export async function startTcpProxy(target: {
  host: string;
  port: number;
  lengthOf?: (bytes: Buffer) => number | undefined;
}): Promise<TcpProxy> {
  const links = new Set<{ client: Socket; server: Socket }>();
  let mode: "accept" | "refuse" | "hang" = "accept";
  let answerDelayMs = 0;
  let answer: Parameters<TcpProxy["intercept"]>[0] = passOn;
  let markedBytes: { bytes: string; answer: "lose" | "hold" | "late"; times: number } | undefined;
  const lateMessages: (() => Promise<void>)[] = [];

  const listener = createServer((client) => {
    if (mode === "refuse") {
      client.destroy();
      return;
    }
    const server = connect(target.port, target.host);
    const link = { client, server };
    links.add(link);
    if (mode === "hang") server.pause();
    let losesAnswer = false;
    let isHeldBack = false;
    const take = (message: Buffer) => {
      const interceptedAnswer = answer(message);
      if (interceptedAnswer !== undefined) {
        client.write(interceptedAnswer);
        return;
      }
      if (markedBytes !== undefined && markedBytes.times > 0 && message.includes(markedBytes.bytes)) {
        markedBytes.times -= 1;
        if (markedBytes.answer === "lose") losesAnswer = true;
        else if (markedBytes.answer === "hold") server.pause();
        else {
          isHeldBack = true;
          lateMessages.push(async () => {
            server.write(message);
            await once(server, "data");
            server.destroy();
          });
          client.destroy();
          return;
        }
      }
      server.write(message);
    };
    let rest: Buffer = Buffer.alloc(0);
    client.on("data", (portion: Buffer) => {
      rest = Buffer.concat([rest, portion]);
      for (;;) {
        const length = target.lengthOf === undefined ? rest.length : target.lengthOf(rest);
        if (length === undefined || length === 0 || length > rest.length) return;
        const message = rest.subarray(0, length);
        rest = rest.subarray(length);
        take(message);
      }
    });
    server.on("data", (chunk) => {
      if (losesAnswer || isHeldBack) client.destroy();
      else if (answerDelayMs === 0) client.write(chunk);
      else setTimeout(() => client.writable && client.write(chunk), answerDelayMs);
    });
    const end = (): void => {
      links.delete(link);
      client.destroy();
      if (!isHeldBack) server.destroy();
    };
    for (const socket of [client, server]) socket.on("error", end).on("close", end);
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");

  const cut = (): void => {
    for (const { client } of links) client.destroy();
  };
  return {
    port: (listener.address() as AddressInfo).port,
    refuse: () => {
      mode = "refuse";
      cut();
    },
    accept: () => {
      mode = "accept";
      answer = passOn;
      for (const { server } of links) server.resume();
    },
    hang: () => {
      mode = "hang";
      for (const { server } of links) server.pause();
    },
    intercept: (interceptor) => {
      answer = interceptor;
    },
    delayAnswers: (delayMs) => {
      answerDelayMs = delayMs;
    },
    loseAnswerTo: (bytes, times = 1) => {
      markedBytes = { bytes, answer: "lose", times };
    },
    holdAnswerTo: (bytes) => {
      markedBytes = { bytes, answer: "hold", times: 1 };
    },
    holdBack: (bytes, times = 1) => {
      markedBytes = { bytes, answer: "late", times };
      return async () => {
        for (const deliver of lateMessages.splice(0)) await deliver();
      };
    },
    close: async () => {
      cut();
      listener.close();
      await once(listener, "close");
    },
  };
}

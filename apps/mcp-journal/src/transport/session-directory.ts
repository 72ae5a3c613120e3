import { randomUUID } from "node:crypto";
import type { Principal } from "@countersign/auth";
import { type Bus, RequestUnanswered, type Subscription } from "@countersign/messaging";
import type { Logger } from "@countersign/service-kit";
import type { Session, SessionRequest } from "./session.ts";
import type { SessionRegistry } from "./session-registry.ts";

/** A session that another replica holds. */
export type RemoteSession = Pick<Session, "handle">;

/** Finds sessions across replicas and carries requests to the one that holds them (mcp-journal in `contract.md`). */
export interface SessionDirectory {
  /** Makes a session of this replica reachable from the others, until the subscription is closed. */
  announce(id: string): Promise<Subscription>;
  /** The caller's session on another replica; `undefined` if no living replica holds it. */
  locate(id: string, caller: Principal): Promise<RemoteSession | undefined>;
}

/** An unknown session is told within a second (issue: replicas), so a holder has less than that to say it is there. */
const LOCATE_TIMEOUT_MS = 700;
const HANDLE_TIMEOUT_MS = 10_000;
/** A stream whose holder said nothing for this many keep-alives is taken for dead. */
const SILENT_KEEP_ALIVES = 3;
/** Below the broker's limit for one message, with room for the envelope. */
const MAX_FRAME_CHARACTERS = 200_000;

type Message =
  | { kind: "locate"; caller: Principal }
  | { kind: "handle"; request: SessionRequest; framesTo: string }
  | { kind: "cancel"; framesTo: string };

type Answer =
  | { found: false }
  | { found: true; status: number; headers: [string, string][]; body: string | null };

/** A piece of a streamed answer; the stream ends with `null`. */
interface Frame {
  text: string | null;
}

const subjectOf = (sessionId: string) => `mcp.session.${sessionId}`;

/** Session ids come from clients: only what we make ourselves may become part of a subject. */
const SESSION_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function createSessionDirectory({
  bus,
  registry,
  keepAliveMs,
  logger,
}: {
  bus: Bus;
  registry: Pick<SessionRegistry, "find">;
  keepAliveMs: number;
  logger: Logger;
}): SessionDirectory {
  const streams = new Map<string, ReadableStreamDefaultReader<Uint8Array>>();

  const answer = async (id: string, message: Message): Promise<Answer> => {
    if (message.kind === "cancel") {
      await streams.get(message.framesTo)?.cancel();
      return { found: true, status: 200, headers: [], body: null };
    }
    const caller = message.kind === "locate" ? message.caller : message.request.principal;
    const session = registry.find(id, caller);
    if (!session) return { found: false };
    if (message.kind === "locate") return { found: true, status: 200, headers: [], body: null };
    const response = await session.handle(message.request);
    const head = { found: true as const, status: response.status, headers: [...response.headers] };
    if (!isStream(response)) return { ...head, body: await response.text() };
    void sendFrames(bus, message.framesTo, response.body!, streams).catch((error: unknown) =>
      logger.warn({ err: error }, "a forwarded answer broke off"),
    );
    return { ...head, body: null };
  };

  const ask = async (id: string, message: Message, timeoutMs: number): Promise<Answer> => {
    try {
      return (await bus.request(subjectOf(id), message, { timeoutMs })) as Answer;
    } catch (error) {
      // Nobody there, or a replica that died: the session went with it.
      if (error instanceof RequestUnanswered) return { found: false };
      throw error;
    }
  };

  const handleRemotely = async (id: string, request: SessionRequest): Promise<Response> => {
    const framesTo = `mcp.frames.${randomUUID()}`;
    const frames = await receiveFrames(bus, framesTo, SILENT_KEEP_ALIVES * keepAliveMs, () =>
      ask(id, { kind: "cancel", framesTo }, LOCATE_TIMEOUT_MS),
    );
    const reply = await ask(id, { kind: "handle", request, framesTo }, HANDLE_TIMEOUT_MS).catch(
      async (error: unknown) => {
        await frames.cancel();
        throw error;
      },
    );
    const headers = reply.found ? reply.headers : [];
    if (reply.found && isStream({ headers: new Headers(headers) })) {
      return new Response(frames, { status: reply.status, headers });
    }
    await frames.cancel();
    if (!reply.found) return Response.json({ error: "Session not found" }, { status: 404 });
    return new Response(reply.body, { status: reply.status, headers });
  };

  return {
    announce: (id) =>
      bus.respond({ subject: subjectOf(id), handle: ({ data }) => answer(id, data as Message) }),
    async locate(id, caller) {
      if (!SESSION_ID.test(id)) return undefined;
      const { found } = await ask(id, { kind: "locate", caller }, LOCATE_TIMEOUT_MS);
      return found ? { handle: (request) => handleRemotely(id, request) } : undefined;
    },
  };
}

function isStream({ headers }: Pick<Response, "headers">): boolean {
  return headers.get("content-type")?.startsWith("text/event-stream") === true;
}

async function sendFrames(
  bus: Bus,
  subject: string,
  body: ReadableStream<Uint8Array>,
  streams: Map<string, ReadableStreamDefaultReader<Uint8Array>>,
): Promise<void> {
  const send = (text: string | null) =>
    bus.broadcast({ subject, id: randomUUID(), data: { text } satisfies Frame });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  streams.set(subject, reader);
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const text = decoder.decode(piece.value, { stream: true });
      for (let at = 0; at < text.length; at += MAX_FRAME_CHARACTERS) {
        await send(text.slice(at, at + MAX_FRAME_CHARACTERS));
      }
    }
    await send(null);
  } finally {
    streams.delete(subject);
  }
}

/** The frames sent to `subject` as a stream that ends with them, when cancelled, or after too long a silence. */
async function receiveFrames(
  bus: Bus,
  subject: string,
  silenceMs: number,
  onCancel: () => Promise<unknown>,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let subscription: Subscription | undefined;
  let silence: NodeJS.Timeout | undefined;
  const stop = async () => {
    clearTimeout(silence);
    await subscription?.close();
  };
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const stream = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
    cancel: async () => {
      await stop();
      await onCancel();
    },
  });
  const end = () => {
    controller.close();
    void stop();
  };
  silence = setTimeout(end, silenceMs);
  subscription = await bus.listen({ subject }, async ({ data }) => {
    const { text } = data as Frame;
    if (text === null) return end();
    silence?.refresh();
    controller.enqueue(encoder.encode(text));
  });
  return stream;
}

import { jsonAnswer, type McpAnswer } from "@countersign/mcp";
import { randomUUID } from "node:crypto";
import type { Principal } from "@countersign/auth";
import { type Bus, RequestRefused, RequestUnanswered, type Subscription } from "@countersign/bus";
import { DomainError } from "@countersign/domain/errors";
import type { Logger } from "@countersign/service-kit";
import { bodyOf, offerBody, type OfferedBody } from "./body-parts.ts";
import { createFrameSender, type FrameSender, receiveFrames } from "./frames.ts";
import type { SessionRegistry } from "./session-registry.ts";
import { type Session, type SessionKind, type SessionRequest } from "./session.ts";

/** A session that may be held by another replica. */
export type RemoteSession = Pick<Session, "handle">;

/** Finds sessions across replicas and carries requests to the one that holds them (mcp-journal in `contract.md`). */
export interface SessionDirectory {
  /** Makes a session of this replica reachable from the others, until the subscription is closed. */
  announce(id: string): Promise<Subscription>;
  /** The caller's session on another replica; `undefined` if no living replica holds it. */
  locate(id: string, caller: Principal): Promise<RemoteSession | undefined>;
}

/** The contract refuses an unknown session within a second, so its holder has less than that to reply. */
const LOCATE_TIMEOUT_MS = 700;
const HANDLE_TIMEOUT_MS = 10_000;
/** A stream counts as dead after its holder was silent for this many keep-alives. */
const SILENT_KEEP_ALIVES = 3;

type Message =
  | { operation: "locate"; caller: Principal }
  | { operation: "handle"; request: SessionRequest; framesTo: string; parts?: OfferedBody }
  | { operation: "cancel"; framesTo: string };

/** `body: null`: the answer is a stream, its frames follow. */
type Answer =
  | { found: false }
  | ({ found: true; kind: SessionKind; body: string | null } & Pick<McpAnswer, "status" | "headers">);

const subjectOf = (sessionId: string) => `mcp.session.${sessionId}`;

/** Session ids come from clients: only what we make ourselves may become part of a subject. */
const SESSION_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function createSessionDirectory(deps: {
  bus: Pick<Bus, "respond" | "request" | "broadcast" | "listen">;
  registry: Pick<SessionRegistry, "find">;
  keepAliveMs: number;
  logger: Pick<Logger, "warn">;
}): SessionDirectory {
  const { bus, keepAliveMs } = deps;
  const frames = createFrameSender(deps);

  const handleRemotely = async (id: string, request: SessionRequest): Promise<McpAnswer> => {
    const framesTo = `mcp.frames.${randomUUID()}`;
    const stream = await receiveFrames(bus, framesTo, {
      silenceMs: SILENT_KEEP_ALIVES * keepAliveMs,
      onCancel: () => ask(bus, id, { operation: "cancel", framesTo }, LOCATE_TIMEOUT_MS),
    });
    try {
      const answer = await askToHandle(bus, id, request, framesTo);
      if (answer.found && answer.body === null) {
        return { status: answer.status, headers: answer.headers, body: stream.body };
      }
      await stream.discard();
      return withoutStream(answer);
    } catch (error) {
      await stream.discard();
      throw error;
    }
  };

  /** Over SSE the answers go to the stream that the client already has: a POST is only ever accepted or refused. */
  const handlePostRemotely = async (id: string, request: SessionRequest): Promise<McpAnswer> =>
    withoutStream(await askToHandle(bus, id, request, ""));

  return {
    announce: (id) =>
      bus.respond({
        subject: subjectOf(id),
        handle: ({ data }) => answerFor(id, data as Message, { bus, registry: deps.registry, frames }),
      }),
    async locate(id, caller) {
      if (!SESSION_ID.test(id)) return undefined;
      const answer = await ask(bus, id, { operation: "locate", caller }, LOCATE_TIMEOUT_MS);
      if (!answer.found) return undefined;
      const handle = answer.kind === "sse" ? handlePostRemotely : handleRemotely;
      return { handle: (request) => handle(id, request) };
    },
  };
}

/** The holder's side. It checks ownership again, because the other replica only passed the caller on. */
async function answerFor(
  id: string,
  message: Message,
  {
    bus,
    registry,
    frames,
  }: { bus: Pick<Bus, "request">; registry: Pick<SessionRegistry, "find">; frames: FrameSender },
): Promise<Answer> {
  if (message.operation === "cancel") {
    await frames.cancel(message.framesTo);
    return { found: false };
  }
  const caller = message.operation === "locate" ? message.caller : message.request.principal;
  const session = registry.find(id, caller);
  if (!session) return { found: false };
  const { kind } = session;
  if (message.operation === "locate") return { found: true, kind, status: 200, headers: {}, body: "" };
  const { request, parts } = message;
  const wholeRequest = parts === undefined ? request : { ...request, body: await bodyOf(bus, parts) };
  const { body, ...head } = await session.handle(wholeRequest);
  if (typeof body === "string") return { found: true, kind, ...head, body };
  frames.start(message.framesTo, body);
  return { found: true, kind, ...head, body: null };
}

async function askToHandle(
  bus: Pick<Bus, "request" | "respond">,
  id: string,
  request: SessionRequest,
  framesTo: string,
): Promise<Answer> {
  const offer = await offerBody(bus, request.body);
  if (offer === undefined)
    return await ask(bus, id, { operation: "handle", request, framesTo }, HANDLE_TIMEOUT_MS);
  const { body: _offered, ...head } = request;
  try {
    const message: Message = { operation: "handle", request: head, framesTo, parts: offer.parts };
    return await ask(bus, id, message, HANDLE_TIMEOUT_MS);
  } finally {
    await offer.close();
  }
}

async function ask(
  bus: Pick<Bus, "request">,
  id: string,
  message: Message,
  timeoutMs: number,
): Promise<Answer> {
  try {
    return (await bus.request(subjectOf(id), message, { timeoutMs })) as Answer;
  } catch (error) {
    // Nobody there, or a replica that died: the session went with it.
    if (error instanceof RequestUnanswered) return { found: false };
    if (error instanceof RequestRefused && error.code === 429) {
      throw new DomainError("TOO_MANY_REQUESTS", "Too many requests to this session", { cause: error });
    }
    throw error;
  }
}

function withoutStream(answer: Answer): McpAnswer {
  if (!answer.found) return jsonAnswer(404, { error: "Session not found" });
  const { status, headers, body } = answer;
  return { status, headers, body: body ?? "" };
}

import { STREAMS } from "@countersign/contracts";
import type { Logger } from "@countersign/service-kit";
import {
  ErrorCode,
  ServiceErrorCodeHeader,
  ServiceErrorHeader,
  type Endpoint as NatsEndpoint,
  type Msg,
  type Service,
  type ServiceMsg,
} from "nats";
import { type Answer, type Arrival, createAnswerer } from "../answer.ts";
import type { Bus } from "../bus.ts";
import { RequestRefused, RequestUnanswered } from "../bus.ts";
import { decodePayload, encodePayload } from "../payload.ts";
import { subjectMatches } from "../subject-match.ts";
import type { BrokerConnection } from "./connection.ts";
import { isClientError } from "./errors.ts";
import { accountOf, toHeaders, type DeliveryReader } from "./headers.ts";

export interface RequestsOptions {
  connection: BrokerConnection;
  prefixed: (name: string) => string;
  toDelivery: DeliveryReader;
  logger: Pick<Logger, "warn" | "error">;
}

const DEFAULT_TIMEOUT_MS = 5_000;
const TOO_MANY_REQUESTS = 429;
const RETRY_AFTER_SECONDS = "1";
const TOO_LARGE_ANSWER = { code: 500, text: "The answer is too large" };

/** Creates both sides of request/reply on the NATS service API. */
export function createRequests(options: RequestsOptions): Pick<Bus, "request" | "respond" | "serve"> {
  const { connection, prefixed, toDelivery, logger } = options;
  const { nats } = connection;

  return {
    async request(subject, data, { timeoutMs = DEFAULT_TIMEOUT_MS, headers } = {}) {
      if (!connection.connected) {
        throw new RequestUnanswered("the broker is away", { possiblyHandled: false });
      }
      const reply = await connection.nats
        .request(prefixed(subject), encodePayload(data), { timeout: timeoutMs, headers: toHeaders(headers) })
        .catch((error: unknown) => {
          throw requestError(error, subject, timeoutMs);
        });
      const refusal = reply.headers?.get(ServiceErrorHeader);
      if (reply.headers?.has(ServiceErrorCodeHeader)) {
        throw new RequestRefused(Number(reply.headers.get(ServiceErrorCodeHeader)), refusal ?? "");
      }
      return decodePayload(reply.data);
    },

    async serve(definition) {
      const { name, version, description, endpoints } = definition;
      const answerer = createAnswerer(definition, logger);
      const service = await nats.services.add({ name: prefixed(name), version, description });
      for (const endpoint of endpoints) {
        const natsEndpoint: NatsEndpoint = {
          subject: prefixed(endpoint.subject),
          handler: (error, message) => {
            if (error)
              return logger.error({ err: error, endpoint: endpoint.name }, "an endpoint was refused");
            answerer.answer(endpoint, arrivalOf(message), (answer) => send(message, answer));
          },
        };
        service.addEndpoint(endpoint.name, natsEndpoint);
      }
      void reportStop(service);
      // Makes sure that a request sent after this call finds the endpoints.
      await nats.flush();
      return {
        async close() {
          await service.stop();
          await answerer.idle();
        },
      };
    },

    async respond(endpoint) {
      const answerer = createAnswerer({}, logger);
      const subscription = nats.subscribe(prefixed(endpoint.subject), {
        callback: (error, message) => {
          if (error)
            return logger.error({ err: error, subject: endpoint.subject }, "an endpoint was refused");
          const arrival = { raw: message.data, read: () => toDelivery(message, 1) };
          answerer.answer(endpoint, arrival, (answer) => send(message, answer));
        },
      });
      // Makes sure that a request sent after this call arrives. While the broker is away no request comes, and the
      // subscription comes back with the connection.
      if (connection.connected) await nats.flush().catch(() => undefined);
      return {
        async close() {
          if (connection.connected) await subscription.drain();
          else subscription.unsubscribe();
          await answerer.idle();
        },
      };
    },
  };

  function arrivalOf(message: ServiceMsg): Arrival {
    const account = accountOf(message);
    return {
      raw: message.data,
      account,
      read: () => Object.assign(toDelivery(message, 1), account !== undefined && { account }),
    };
  }

  async function reportStop(service: Service): Promise<void> {
    const error = await service.stopped;
    if (error) logger.error({ err: error, service: service.info().name }, "a service stopped by itself");
  }

  function send(message: Pick<Msg, "subject" | "reply" | "respond">, answer: Answer): void {
    const { subject, reply } = message;
    try {
      if (reply === undefined || reply === "") return;
      if (!isReplyAddress(reply))
        return logger.warn({ subject, reply }, "an answer is asked for where none goes");
      if (!("refusal" in answer)) {
        const payload = encodePayload(answer.value);
        const limit = nats.info?.max_payload ?? payload.length;
        if (payload.length <= limit) return void message.respond(payload);
        logger.error({ subject, bytes: payload.length, limit }, "an answer is larger than the broker takes");
      }
      const refusal = "refusal" in answer ? answer.refusal : TOO_LARGE_ANSWER;
      message.respond(undefined, { headers: toHeaders(refusalHeaders(refusal)) });
    } catch (error) {
      logger.warn({ err: error, subject }, "a request could not be answered");
    }
  }

  /** The caller chooses the reply address, and we may publish where callers may not: so only inboxes get answers. */
  function isReplyAddress(reply: string): boolean {
    if (reply.startsWith("$")) return false;
    const keptSubjects = Object.values(STREAMS).flatMap(({ subjects }): readonly string[] => subjects);
    return !["approval.>", ...keptSubjects].some((filter) => subjectMatches(prefixed(filter), reply));
  }
}

/** The service API's form of a refusal. */
function refusalHeaders({ code, text }: { code: number; text: string }): Record<string, string> {
  return {
    [ServiceErrorCodeHeader]: String(code),
    [ServiceErrorHeader]: text,
    ...(code === TOO_MANY_REQUESTS && { "Retry-After": RETRY_AFTER_SECONDS }),
  };
}

function requestError(error: unknown, subject: string, timeoutMs: number): Error {
  if (isClientError(error, ErrorCode.NoResponders)) {
    return new RequestUnanswered(`nobody serves ${subject}`, { possiblyHandled: false, cause: error });
  }
  const late = isClientError(error, ErrorCode.Timeout);
  const reason = error instanceof Error ? error.message : String(error);
  const message = late
    ? `no answer from ${subject} within ${timeoutMs} ms`
    : `the request to ${subject} failed: ${reason}`;
  return new RequestUnanswered(message, { possiblyHandled: true, cause: error });
}

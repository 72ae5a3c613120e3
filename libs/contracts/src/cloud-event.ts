import { z } from "zod";
import { LIMITS, line } from "./fields.ts";

/** Media type of a CloudEvent in structured JSON mode. */
export const CLOUD_EVENT_CONTENT_TYPE = "application/cloudevents+json";

/** The platform's own `source`, a URI reference; owners use `/countersign/<owner>`. */
export const ENGINE_SOURCE = "/countersign/approval-engine";

const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/u;

/** W3C trace context, carried as the CloudEvents extension attribute and as a header of the same name. */
const traceparent = z.string().regex(TRACEPARENT, "must be a W3C traceparent");

/** Longest `tracestate` that has to be handed on (W3C Trace Context 3.3.1.5). */
const TRACESTATE_MAX = 512;

/** CloudEvents 1.0, structured JSON. `subject` is the `refId` (or company) whose order is kept. */
export interface CloudEvent<Type extends string = string, Data = unknown> {
  specversion: "1.0";
  /** Unique; also the message id and the key of the consumers' inbox. */
  id: string;
  source: string;
  type: Type;
  subject?: string | undefined;
  /** RFC 3339. */
  time?: string | undefined;
  /** A media type of JSON. */
  datacontenttype?: string | undefined;
  traceparent?: string | undefined;
  tracestate?: string | undefined;
  data: Data;
}

/** A media type of JSON, with or without parameters (CloudEvents 1.0, JSON format, 3.1): `…/json` and `…+json`. */
const JSON_TYPE = /^[\w!#$&^.-]{1,64}\/(?:[\w!#$&^.-]{1,64}\+)?json[ \t]*(?:;.{0,128})?$/iu;

/** Schema of one event type with its data. Unknown attributes are dropped (extensions are allowed). */
function cloudEventOf<const Type extends string, D extends z.ZodType>(type: Type, data: D) {
  return z.object({
    specversion: z.literal("1.0", 'must be "1.0"'),
    id: line(LIMITS.eventId),
    source: line(LIMITS.name),
    type: z.literal(type, `must be "${type}"`),
    subject: line(LIMITS.ref).optional(),
    time: z.iso.datetime({ offset: true, error: "must be an RFC 3339 date-time" }).optional(),
    datacontenttype: z
      .string()
      .regex(JSON_TYPE, 'must be a type of JSON, such as "application/json"')
      .optional(),
    traceparent: traceparent.optional(),
    tracestate: line(TRACESTATE_MAX).optional(),
    data,
  });
}

/** A message that is kept in a stream: CloudEvents type, address with its variable parts, schemas. */
export function defineMessage<const Type extends string, const Address extends string, D extends z.ZodType>(
  type: Type,
  address: Address,
  data: D,
  summary: string,
) {
  return { type, address, summary, data, event: cloudEventOf(type, data) } as const;
}

/** Input of {@link cloudEvent}. */
export interface CloudEventInput<Type extends string, Data> {
  id: string;
  source: string;
  type: Type;
  /** The key whose order is kept, mostly the `refId`. */
  subject: string;
  time: Date;
  data: Data;
  /** Trace that the event belongs to; becomes the extension attributes of these names. */
  trace?: { traceparent?: string; tracestate?: string };
}

/** Builds a CloudEvent; ids and the time come from the caller. */
export function cloudEvent<const Type extends string, Data>(
  input: CloudEventInput<Type, Data>,
): CloudEvent<Type, Data> {
  return {
    specversion: "1.0",
    id: input.id,
    source: input.source,
    type: input.type,
    subject: input.subject,
    time: input.time.toISOString(),
    datacontenttype: "application/json",
    ...input.trace,
    data: input.data,
  };
}

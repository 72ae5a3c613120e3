import { CLOUD_EVENT_CONTENT_TYPE, cloudEvent, type CloudEventInput } from "@countersign/contracts";
import { type TraceHeaders, traceHeaders } from "@countersign/tracing";
import type { OutboxEntry } from "./outbox.ts";

/** An event for the outbox, and where it goes. */
export interface EventInput<Data extends { companyId: string }> extends Omit<
  CloudEventInput<string, Data>,
  "trace" | "subject"
> {
  /** Id of the document or record whose messages keep their order; also the event's `subject`. */
  key: string;
  /** Where it is published, without the platform's prefix. */
  subject: string;
  /** Of the work that caused it. Default: of the work in progress. */
  trace?: TraceHeaders | undefined;
}

/** The outbox entry of a CloudEvent that carries a trace. */
export function eventEntry<Data extends { companyId: string }>({
  key,
  subject,
  trace = traceHeaders(),
  ...event
}: EventInput<Data>): OutboxEntry {
  return {
    id: event.id,
    key,
    subject,
    data: cloudEvent({ ...event, subject: key, trace }),
    headers: { "content-type": CLOUD_EVENT_CONTENT_TYPE, ...trace },
    companyId: event.data.companyId,
  };
}

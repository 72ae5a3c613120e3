import type { Bus } from "@countersign/bus";
import { STREAMS } from "@countersign/contracts";
import { testTokens } from "@countersign/testing";
import type { Db } from "mongodb";

/** A message as the history's listener receives it. */
export interface HeardMessage {
  id: string;
  /** The stream, and the document whose order is kept in it. */
  key: string;
  subject: string;
  data: unknown;
}

/** The engine as its users and owners reach it, and what it sends. */
export interface Platform {
  publicUrl: string;
  bus: Bus;
  db: Db;
  /** In order of arrival. */
  heardMessages: readonly HeardMessage[];
}

/** Monday, a working day. */
export const START_MS = Date.parse("2030-03-04T08:00:00Z");

/** The variables of a history's engine besides those of its store and its bus. */
export const engineEnvironment = () => ({
  ...testTokens().environment,
  PORT: "0",
  INTERNAL_PORT: "0",
  LOG_LEVEL: "fatal",
  PERSON_RUNS_PER_MINUTE: "1000",
  DOCUMENT_KINDS: "legal:Contract",
  DEFINITIONS_REQUIRE_PRIVILEGED: "on",
});

/** Hears every message that the engine sends. */
export async function listenTo(bus: Bus): Promise<HeardMessage[]> {
  await bus.ensureStreams(Object.values(STREAMS));
  const heardMessages: HeardMessage[] = [];
  for (const [stream, filter] of [
    [STREAMS.outcomes.name, "approval.>"],
    [STREAMS.notifications.name, "approval.notification.>"],
  ] as const) {
    const durable = `history-${stream}`;
    await bus.consume({ stream, durable, filter, keyOf: () => "all" }, async ({ data, subject }) => {
      const event = data as { id: string; subject: string };
      if (!heardMessages.some(({ id }) => id === event.id)) {
        heardMessages.push({ id: event.id, key: `${stream} of ${event.subject}`, subject, data });
      }
    });
  }
  return heardMessages;
}

import type { Owner } from "./kinds.ts";
import { FILTERS } from "./subjects.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** A durable stream and the subjects it keeps. */
export interface StreamContract {
  readonly name: string;
  readonly subjects: readonly string[];
  /** How long messages stay, in milliseconds. */
  readonly maxAgeMs: number;
}

/**
 * The platform's JetStream streams. Retention is by age, not by interest: a consumer that is created late, or lost with
 * its position, still gets all kept messages. MongoDB stays the truth; the outbox has older messages.
 */
export const STREAMS = {
  commands: { name: "APPROVAL_COMMANDS", subjects: ["approval.command.>"], maxAgeMs: 14 * DAY_MS },
  outcomes: {
    name: "APPROVAL_OUTCOMES",
    subjects: ["approval.outcome.>", "approval.request.>"],
    maxAgeMs: 30 * DAY_MS,
  },
  notifications: {
    name: "APPROVAL_NOTIFICATIONS",
    subjects: ["approval.notification.>"],
    maxAgeMs: 7 * DAY_MS,
  },
  companies: { name: "COMPANIES", subjects: ["company.>"], maxAgeMs: 30 * DAY_MS },
  directory: { name: "DIRECTORY", subjects: ["directory.>"], maxAgeMs: 30 * DAY_MS },
  deadLetters: { name: "DEAD_LETTERS", subjects: ["deadletter.>"], maxAgeMs: 30 * DAY_MS },
} as const satisfies Record<string, StreamContract>;

/** Every stream keeps all subjects below a few prefixes, so that the prefix identifies the stream. */
const STREAM_OF_BEGINNING = Object.values(STREAMS).flatMap(({ name, subjects }) =>
  subjects.map((filter) => [filter.replace(/>$/u, ""), name] as const),
);

/** Name of the platform's stream that keeps a subject, if any. */
export function streamOf(subject: string): string | undefined {
  return STREAM_OF_BEGINNING.find(([beginning]) => subject.startsWith(beginning))?.[1];
}

/** A durable consumer of an owner. The platform makes it; the owner's service binds to it. */
export interface OwnerConsumer {
  readonly owner: Owner;
  readonly stream: string;
  readonly durable: string;
  readonly filter: string;
}

/** The durable consumers of one owner: outcomes of its approvals, answers to its commands, its notifications. */
export function consumersOf(owner: Owner): Record<"outcomes" | "answers" | "notifications", OwnerConsumer> {
  const consumer = (stream: { name: string }, name: string, filter: string): OwnerConsumer => ({
    owner,
    stream: stream.name,
    durable: `${owner}-${name}`,
    filter,
  });
  return {
    outcomes: consumer(STREAMS.outcomes, "outcomes", FILTERS.outcomesOf(owner)),
    answers: consumer(STREAMS.outcomes, "answers", FILTERS.answersOf(owner)),
    notifications: consumer(STREAMS.notifications, "notifications", FILTERS.notificationsOf(owner)),
  };
}

/** The consumers of these owners; the platform creates them. */
export function ownerConsumers(owners: readonly Owner[]): OwnerConsumer[] {
  return owners.flatMap((owner) => Object.values(consumersOf(owner)));
}

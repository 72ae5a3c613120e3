import { STREAMS } from "@countersign/contracts";
import { isHexId } from "@countersign/mongo";
import type { ReplaySelection } from "@countersign/outbox";
import { readOptions, UsageError } from "../../usage.ts";
import { momentOf } from "../moment-of.ts";

export const OUTBOX_USAGE = `Has messages published again that the outbox still keeps. Their ids stay the same: the broker drops
those that it remembers, and consumers those that they have handled. Each service sends its own. After a stream was
lost, run it once outbox_oldest_age_seconds shows that the relays have caught up. Webhooks of these messages
that have ended, dead letters too, are sent again with a new signature. An owner whose receiver answered that it
is gone is sent nothing until it is resumed; its chat is resumed as "<name> chat".

usage: npm run outbox -- replay [options]
       npm run outbox -- resume --owner <name>

  --since <time>   what was published at or after this time, such as 2027-03-01T08:00:00Z or 6h (ago)
  --ref <hex>      the messages of one document: its refId
  --stream <name>  what a stream kept that was lost: ${Object.values(STREAMS)
    .map(({ name }) => name)
    .join(", ")}
  --service <name> what this service wrote, such as approval-engine

A replay has at least one of them; several narrow each other. The store is MONGODB_URI (unless it is set, that
of the "npm start" whose data directory is --data <dir>), its database MONGODB_DB.`;

/** The work that the arguments ask for. */
export type OutboxCommand =
  | { name: "replay"; selection: ReplaySelection }
  | { name: "resume"; owner: string };

/**
 * Reads the arguments of `npm run outbox`.
 *
 * @throws UsageError
 */
export function parseOutboxArguments(args: string[], now: Date): OutboxCommand {
  const option = { type: "string" } as const;
  const { values, positionals } = readOptions({
    args,
    options: { since: option, ref: option, stream: option, service: option, owner: option },
    allowPositionals: true,
  });
  const { owner, ...selection } = values;
  const isSelected = Object.values(selection).some((value) => value !== undefined);
  switch (positionals.join(" ")) {
    case "replay":
      if (owner !== undefined) throw new UsageError("--owner is an option of resume");
      if (!isSelected) throw new UsageError("expected --since, --ref, --stream or --service");
      return { name: "replay", selection: selectionOf(selection, now) };
    case "resume":
      if (owner === undefined || isSelected) throw new UsageError("expected resume --owner <name>");
      return { name: "resume", owner };
    default:
      throw new UsageError("expected the command replay or resume");
  }
}

function selectionOf(
  { since, ref, stream, service }: Partial<Record<"since" | "ref" | "stream" | "service", string>>,
  now: Date,
): ReplaySelection {
  return {
    ...(since !== undefined && { since: momentOf(since, now) }),
    ...(ref !== undefined && { key: refIdOf(ref) }),
    ...(stream !== undefined && { subjectPrefixes: subjectPrefixesOf(stream) }),
    ...(service !== undefined && { service }),
  };
}

function refIdOf(text: string): string {
  if (!isHexId(text)) throw new UsageError("--ref must be 24 hexadecimal characters");
  return text.toLowerCase();
}

/** A stream keeps everything below a few subjects, whose prefixes identify its messages. */
function subjectPrefixesOf(name: string): string[] {
  const stream = Object.values(STREAMS).find((candidate) => candidate.name === name);
  if (stream === undefined) throw new UsageError(`--stream ${name}: there is no such stream`);
  return stream.subjects.map((subject) => subject.replace(/>$/u, ""));
}

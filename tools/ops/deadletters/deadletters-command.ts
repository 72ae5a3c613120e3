import { readOptions, UsageError } from "../../usage.ts";
import { momentOf } from "../moment-of.ts";

const DEFAULT_TAKE = 50;
const MAX_TAKE = 10_000;

export const DEADLETTERS_USAGE = `Reads the messages that consumers gave up (the stream DEAD_LETTERS keeps them for 30 days), and publishes
them again: with the body, event id, content type and trace that the letter kept, to the subject that it came from.
Consumers that have handled the event already ignore it.

usage: npm run deadletters -- list [options]       the newest letters: number, time, subject, consumer, reason
       npm run deadletters -- show <number>        one letter: its headers and its body
       npm run deadletters -- replay <number> …    publishes these messages again
       npm run deadletters -- replay <options>     publishes again what the options name, at least one

  --since <time>      given up at or after this time, such as 2027-03-01T08:00:00Z or 6h (ago)
  --stream <name>     came from this stream, such as APPROVAL_COMMANDS
  --consumer <name>   given up by this consumer, such as approval-engine-commands
  --take <count>      of list: how many, ${DEFAULT_TAKE} unless given
  --data <dir>        data directory of the "npm start" on this machine, if it was given one

A letter without a body (the message was too large to be kept beside its reason) is not published again: its stream
may still have the message. The broker is NATS_URL with NATS_CREDS and NATS_PREFIX, an account of the platform.
Exit code 1: a letter is not there or was not published again, or the broker did not answer; 2: wrong arguments.`;

/** Names dead letters. */
export interface LetterSelection {
  since?: Date;
  stream?: string;
  consumer?: string;
}

export type DeadLettersCommand = { data?: string | undefined } & (
  | { do: "list"; selection: LetterSelection; take: number }
  | { do: "show"; number: number }
  | { do: "replay"; numbers: number[] }
  | { do: "replay"; selection: LetterSelection }
);

/**
 * Reads the arguments of `npm run deadletters`.
 *
 * @throws UsageError
 */
export function parseDeadLettersArguments(args: string[], now: Date): DeadLettersCommand {
  const option = { type: "string" } as const;
  const { values, positionals } = readOptions({
    args,
    options: { since: option, stream: option, consumer: option, take: option, data: option },
    allowPositionals: true,
  });
  const [command, ...rest] = positionals;
  const { since, stream, consumer, take, data } = values;
  const selection = {
    ...(since !== undefined && { since: momentOf(since, now) }),
    ...(stream !== undefined && { stream }),
    ...(consumer !== undefined && { consumer }),
  };
  const isSelected = Object.keys(selection).length > 0;
  const numbers = rest.map(letterNumber);
  if (take !== undefined && command !== "list") throw new UsageError("--take is for list");
  switch (command) {
    case "list":
      if (numbers.length > 0) throw new UsageError("list takes no numbers: use show");
      return { do: "list", data, selection, take: take === undefined ? DEFAULT_TAKE : countOf(take) };
    case "show":
      if (numbers.length !== 1 || isSelected) throw new UsageError("show takes the number of one letter");
      return { do: "show", data, number: numbers[0]! };
    case "replay":
      if (numbers.length > 0 === isSelected) {
        throw new UsageError("replay takes numbers, or --since, --stream or --consumer");
      }
      return isSelected ? { do: "replay", data, selection } : { do: "replay", data, numbers };
    default:
      throw new UsageError("expected the command list, show or replay");
  }
}

function letterNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/u.test(text)) throw new UsageError(`${text} is no number of a letter`);
  return Number(text);
}

function countOf(text: string): number {
  const count = /^\d{1,5}$/u.test(text) ? Number(text) : 0;
  if (count < 1 || count > MAX_TAKE) throw new UsageError(`--take is a count from 1 to ${MAX_TAKE}`);
  return count;
}

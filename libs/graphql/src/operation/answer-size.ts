import { GraphQLError } from "graphql";

/** Counts the bytes of an answer while it is made, so that a too large answer is given up before it is complete. */
export interface AnswerSize {
  readonly bytes: number;
  /** Set once the answer is too large; the rest of it is not made. */
  readonly excess: GraphQLError | undefined;
  add: (bytes: number) => void;
  /** Lifts the bound: whoever changes something must learn of the effect. */
  lift: () => void;
}

/** @param maxBytes - largest size of its JSON */
export function createAnswerSize(maxBytes: number): AnswerSize {
  let bytes = 0;
  let allowedBytes = maxBytes;
  let excess: GraphQLError | undefined;
  return {
    get bytes() {
      return bytes;
    },
    get excess() {
      return excess;
    },
    add(more) {
      bytes += more;
      if (bytes <= allowedBytes || excess) return;
      const message = `The answer has more than the ${maxBytes} bytes allowed: ask for fewer rows or fields`;
      excess = new GraphQLError(message, { extensions: { code: "ANSWER_TOO_LARGE" } });
    },
    lift() {
      allowedBytes = Infinity;
    },
  };
}

const DATE_BYTES = 26;
const OTHER_BYTES = 8;

/** About how many bytes of JSON a leaf's value becomes. */
export function jsonBytesOf(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value) + 2;
  if (typeof value !== "object" || value === null) return OTHER_BYTES;
  if (value instanceof Date) return DATE_BYTES;
  return Buffer.byteLength(JSON.stringify(value));
}

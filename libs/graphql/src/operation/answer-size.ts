import { GraphQLError } from "graphql";

/** Counts an answer while it is made, so that one that grows too large is given up before it is there. */
export interface AnswerSize {
  readonly bytes: number;
  readonly exceeded: boolean;
  /** Rejects when the answer is larger than allowed. */
  readonly tooLarge: Promise<never>;
  add(bytes: number): void;
}

/** @param maxBytes what the answer may have */
export function createAnswerSize(maxBytes: number): AnswerSize {
  const { promise: tooLarge, reject } = Promise.withResolvers<never>();
  // Nobody need be waiting for it.
  tooLarge.catch(() => undefined);
  let bytes = 0;
  let exceeded = false;
  return {
    get bytes() {
      return bytes;
    },
    get exceeded() {
      return exceeded;
    },
    tooLarge,
    add: (more) => {
      bytes += more;
      if (exceeded || bytes <= maxBytes) return;
      exceeded = true;
      reject(
        new GraphQLError(
          `The answer has more than the ${maxBytes} bytes allowed: ask for fewer rows or fields`,
          {
            extensions: { code: "ANSWER_TOO_LARGE" },
          },
        ),
      );
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

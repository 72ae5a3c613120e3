import { GraphQLError } from "graphql";

export type AnswerSize = ReturnType<typeof createAnswerSize>;

/**
 * Counts the bytes of an answer while it is made, so that a too large answer is given up before it is complete.
 *
 * @param maxBytes - largest size of its JSON
 */
export function createAnswerSize(maxBytes: number) {
  const { promise: tooLarge, reject } = Promise.withResolvers<never>();
  // Nobody may be waiting for it.
  tooLarge.catch(() => undefined);
  const size = { bytes: 0, exceeded: false, tooLarge, add };

  function add(bytes: number): void {
    size.bytes += bytes;
    if (size.exceeded || size.bytes <= maxBytes) return;
    size.exceeded = true;
    const message = `The answer has more than the ${maxBytes} bytes allowed: ask for fewer rows or fields`;
    reject(new GraphQLError(message, { extensions: { code: "ANSWER_TOO_LARGE" } }));
  }
  return size;
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

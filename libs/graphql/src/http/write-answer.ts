import type { OperationShare } from "../operation/operation-share.ts";

/** Answers up to this many bytes are written in one go: about a millisecond. */
const AT_ONCE_BYTES = 128 * 1024;
/** Characters of a larger answer that are written in one turn of the event loop. */
const PART_LENGTH = 64 * 1024;
/** Characters of JSON that are written in the time that resolving one value takes. */
const LENGTH_PER_VALUE = 200;

/**
 * The JSON of an answer: a large one is written in several turns of the event loop, as it was made.
 *
 * @returns the answer itself when it is small
 */
export async function writeAnswer(
  answer: object,
  { answer: size, turn }: Pick<OperationShare, "answer" | "turn">,
): Promise<object | Buffer> {
  if (size.bytes <= AT_ONCE_BYTES) return answer;
  const parts: Buffer[] = [];
  let text = "";
  for (const piece of jsonPieces(answer)) {
    text += piece;
    if (text.length < PART_LENGTH) continue;
    parts.push(Buffer.from(text));
    await turn(text.length / LENGTH_PER_VALUE);
    text = "";
  }
  return Buffer.concat([...parts, Buffer.from(text)]);
}

/** The output of `JSON.stringify`, object by object. Exported for its test. */
export function* jsonPieces(value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    yield "[";
    for (const [at, item] of value.entries()) {
      if (at > 0) yield ",";
      yield* jsonPieces(item);
    }
    yield "]";
  } else if (isBranch(value)) {
    let before = "{";
    for (const [name, item] of Object.entries(value)) {
      if (item === undefined) continue;
      yield `${before}${JSON.stringify(name)}:`;
      before = ",";
      yield* jsonPieces(item);
    }
    yield before === "{" ? "{}" : "}";
  } else {
    yield JSON.stringify(value) ?? "null";
  }
}

/** Whether an object holds other objects; one with plain values only is written at once. */
function isBranch(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    !("toJSON" in value) &&
    Object.values(value).some((item) => typeof item === "object" && item !== null)
  );
}

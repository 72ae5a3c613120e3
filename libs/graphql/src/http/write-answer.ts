import type { OperationShare } from "../operation/operation-share.ts";

/** Answers up to this many bytes are written in one go: about a millisecond. */
const AT_ONCE_BYTES = 128 * 1024;
/** Characters of a larger answer that are written in one turn of the event loop. */
const PART_LENGTH = 64 * 1024;
/** Characters of JSON that are written in the time that resolving one value takes. */
const LENGTH_PER_VALUE = 200;
/** Items without lists in them that are written together. */
const ITEMS_AT_ONCE = 25;

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

/** The output of `JSON.stringify`, some items of a list at a time. Exported for its test. */
export function* jsonPieces(value: unknown): Generator<string> {
  if (Array.isArray(value)) yield* piecesOfList(value);
  else if (holdsList(value)) yield* piecesOfObject(value);
  else yield JSON.stringify(value) ?? "null";
}

function* piecesOfList(items: readonly unknown[]): Generator<string> {
  yield "[";
  for (let at = 0; at < items.length;) {
    if (at > 0) yield ",";
    const small = items.slice(at, at + ITEMS_AT_ONCE);
    const end = small.findIndex((item) => Array.isArray(item) || holdsList(item));
    if (end === 0) {
      yield* jsonPieces(items[at]);
      at += 1;
    } else {
      const together = end < 0 ? small : small.slice(0, end);
      yield JSON.stringify(together).slice(1, -1);
      at += together.length;
    }
  }
  yield "]";
}

function* piecesOfObject(value: object): Generator<string> {
  let before = "{";
  for (const [name, item] of Object.entries(value)) {
    if (item === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    before = ",";
    yield* jsonPieces(item);
  }
  yield before === "{" ? "{}" : "}";
}

/** Whether a list is in an object, at any depth; one without is short, and is written at once. */
function holdsList(value: unknown): value is object {
  if (typeof value !== "object" || value === null || "toJSON" in value) return false;
  return Object.values(value).some((item) => Array.isArray(item) || holdsList(item));
}

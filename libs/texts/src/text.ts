import type { messages } from "./catalogue/en.ts";

/** The names of the texts, whatever the language. */
export type TextCode = keyof typeof messages;

/** The value of an argument; a list is shown with semicolons. */
export type TextValue = string | number | Text | (string | Text)[];

/** A text without its words: it travels as JSON, is stored, and is rendered where somebody reads it. */
export interface Text {
  readonly code: TextCode;
  readonly params: Readonly<Record<string, TextValue>>;
}

/** The arguments of an ICU message: what follows a brace, up to a comma or the next brace. Cases of plurals have blanks. */
type Names<Message extends string> = Message extends `${string}{${infer Rest}`
  ? Exclude<NameAt<Rest>, `${string} ${string}` | `{${string}`> | Names<Rest>
  : never;
type NameAt<Rest extends string> = Rest extends `${infer Head}}${string}`
  ? Head extends `${infer Name},${string}`
    ? Name
    : Head
  : never;

/** The arguments that a text needs, by the names in its English message. */
export type ParamsOf<Code extends TextCode> = Readonly<Record<Names<(typeof messages)[Code]>, TextValue>>;

/**
 * A text by its code.
 *
 * @param params - its arguments; none for a text without
 */
export function text<Code extends TextCode>(
  code: Code,
  ...[params]: [keyof ParamsOf<Code>] extends [never] ? [] : [ParamsOf<Code>]
): Text {
  return { code, params: params ?? {} };
}

const isText = (value: TextValue): value is Text => typeof value === "object" && !Array.isArray(value);

/** Between the items of a list. */
const SEPARATOR = "; ";

/**
 * The words of a text and of those within it.
 *
 * @param translate - writes a message of one language by its code, with values that hold no texts any more
 */
export function wordedText(
  { code, params }: Text,
  translate: (code: TextCode, values: Record<string, string | number>) => string,
): string {
  const wordsOf = (value: TextValue): string | number => {
    if (isText(value)) return wordedText(value, translate);
    return Array.isArray(value) ? value.map(wordsOf).join(SEPARATOR) : value;
  };
  const values = Object.entries(params).map(([name, value]) => [name, guardValue(wordsOf(value))]);
  return translate(code, Object.fromEntries(values) as Record<string, string | number>);
}

/** Lingui reads escapes such as `\u202E` in what it has written: a backslash of a value is written as its escape. */
function guardValue(value: string | number): string | number {
  return typeof value === "string" ? value.replaceAll("\\", String.raw`\x5c`) : value;
}

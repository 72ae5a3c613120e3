import { faults } from "./catalogue/faults-en.ts";
import type { Text, TextCode } from "./text.ts";

/** The codes of faults of inputs. */
type FaultCode = Extract<TextCode, `fault.${string}`>;

interface Pattern {
  code: FaultCode;
  names: readonly string[];
  words: RegExp;
}

/** `{minimum}` in the words of a fault. */
const ARGUMENT = /\{(\w+)\}/gu;

const literalsOf = (message: string): string[] => message.split(/\{\w+\}/u);
const escapeLiteral = (literal: string): string =>
  literal.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`);
const lengthOf = (message: string): number => literalsOf(message).join("").length;

const patternOf = (code: FaultCode, message: string): Pattern => ({
  code,
  names: [...message.matchAll(ARGUMENT)].map(([, name]) => name!),
  words: new RegExp(`^${literalsOf(message).map(escapeLiteral).join("(.+)")}$`, "su"),
});

/** Those that say most come first: others may read their words as a value. */
const PATTERNS = Object.entries(faults)
  .toSorted(([, a], [, b]) => lengthOf(b) - lengthOf(a))
  .map(([code, message]) => patternOf(code as FaultCode, message));

/**
 * The text of a fault of an input, by the English words in which its schema says it: answers carry these words, as they
 * always have.
 *
 * @returns undefined for words that no text has
 */
export function faultText(words: string): Text | undefined {
  for (const { code, names, words: pattern } of PATTERNS) {
    const match = pattern.exec(words);
    if (match !== null) {
      return { code, params: Object.fromEntries(names.map((name, at) => [name, match[at + 1]!])) };
    }
  }
  return undefined;
}

/**
 * The refusal of an input with its fault as a text of its own, which can be written in every language; any other text as
 * it is.
 */
export function withFaultText(text: Text): Text {
  const { field, fault } = text.params;
  if (text.code !== "input.invalid" || field === undefined || typeof fault !== "string") return text;
  const read = faultText(fault);
  return read === undefined ? text : { code: "input.fault", params: { field, fault: read } };
}

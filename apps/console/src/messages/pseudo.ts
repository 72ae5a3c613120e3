import type { Messages } from "@lingui/core";

/**
 * Makes the texts of a test language from those of a real one. They are longer by half, as translations may be, and run
 * from right to left.
 */
export function pseudo(messages: Messages): Messages {
  return Object.fromEntries(Object.entries(messages).map(([id, message]) => [id, pseudoMessage(message)]));
}

/** Messages are compiled: a text, or a list of texts and of values `[name, format, options]`. */
function pseudoMessage(message: Messages[string]): Messages[string] {
  return typeof message === "string"
    ? longer(message)
    : message.map((part) => (typeof part === "string" ? longer(part) : part));
}

const RIGHT_TO_LEFT_MARK = "\u200F";

const longer = (text: string) =>
  text.trim() === ""
    ? text
    : `${RIGHT_TO_LEFT_MARK}${text.replaceAll(/[aeiou]/gu, "$&$&")}${RIGHT_TO_LEFT_MARK}`;

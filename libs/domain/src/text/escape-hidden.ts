import { cutText } from "./cut-text.ts";
import { hiddenParts, nameOf } from "./hidden.ts";

/**
 * Makes a text safe to show (SAFE-7): spells out hidden characters, such as `[U+202E]`, and keeps everything else, line
 * breaks included.
 */
export function escapeHidden(text: string): string {
  let shownText = "";
  let from = 0;
  for (const { index, text: part } of hiddenParts(text)) {
    shownText += text.slice(from, index) + Array.from(part, (character) => `[${nameOf(character)}]`).join("");
    from = index + part.length;
  }
  return from === 0 ? text : shownText + text.slice(from);
}

/**
 * The same on one line of bounded length, so that the text can neither imitate nor push away the text around it.
 *
 * @param maxLength - in UTF-16 units; a longer text is cut there and ends in `…`
 */
export function shownOnOneLine(text: string, maxLength: number): string {
  const line = escapeHidden(text.replaceAll(/[\p{Cc}\p{Z}]+/gu, " ").trim());
  return line.length > maxLength ? `${cutText(line, maxLength)}…` : line;
}

import { hiddenParts, nameOf } from "./hidden.ts";

/**
 * A text as people are shown it (SAFE-7): what they would not see as it is stands spelt out, such as `[U+202E]`, and
 * everything else as it was given. Line breaks stay.
 */
export function escapeHidden(text: string): string {
  let shown = "";
  let from = 0;
  for (const { index, text: part } of hiddenParts(text)) {
    shown += text.slice(from, index) + Array.from(part, (character) => `[${nameOf(character)}]`).join("");
    from = index + part.length;
  }
  return from === 0 ? text : shown + text.slice(from);
}

/**
 * The same on one line of bounded length, so that a text can neither look like a part of what stands around it nor push
 * it out of sight.
 *
 * @param maxLength - in UTF-16 units; a longer text ends in `…` after them
 */
export function shownOnOneLine(text: string, maxLength: number): string {
  const line = escapeHidden(text.replaceAll(/[\p{Cc}\p{Z}]+/gu, " ").trim());
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}

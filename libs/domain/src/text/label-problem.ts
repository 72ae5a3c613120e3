import { MAX_STACKED_MARKS, hiddenParts, nameOf } from "./hidden.ts";

/**
 * The fault of a name, a reference or a title (SAFE-7): it must not be blank, nor hold hidden characters. All scripts
 * with their joiners and marks pass, and so do emoji.
 *
 * @returns the expectation, to be read after the field's name; `undefined` when the text is fine
 */
export function labelProblem(text: string): string | undefined {
  for (const { kind, text: part } of hiddenParts(text)) {
    if (kind === "hidden") {
      return `must not contain ${nameOf(part)}, which hides or reorders text; letters, marks, digits, punctuation, spaces and emoji are allowed`;
    }
    if (kind === "marks") return `must not have more than ${MAX_STACKED_MARKS} marks on one letter`;
  }
  return /^\p{White_Space}+$/u.test(text) ? "must not be blank" : undefined;
}

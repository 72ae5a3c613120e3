/** A condition on a string field. */
export interface Containing {
  $regex: string;
  $options: "i";
}

/** Matches a string field that has the text anywhere in it, in either case, every character as itself. */
export function containing(text: string): Containing {
  // Not RegExp.escape: its \u escapes are JavaScript's, and the store's expressions are PCRE, without NUL.
  const $regex = text.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`).replaceAll("\0", String.raw`\x00`);
  return { $regex, $options: "i" };
}

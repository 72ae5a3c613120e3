/** The code of words that our own owners may have written, and the first number in them, which the code leaves out. */
export function ownersCode(words: string): { code: string; count: string } {
  const count = /\d+/u.exec(words)?.[0] ?? "";
  return { code: `owner.${count === "" ? words : words.replace(count, "#")}`, count };
}

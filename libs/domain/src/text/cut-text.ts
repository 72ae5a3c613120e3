const GRAPHEMES = new Intl.Segmenter();

/**
 * The beginning of a text that is too long, of whole letters as people see them: of an emoji, a flag or a letter with its
 * marks either all or nothing is left.
 *
 * @param maxLength - in UTF-16 units
 */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const { index = 0 } = GRAPHEMES.segment(text).containing(maxLength) ?? {};
  // One letter with more marks than there is room for.
  return index > 0 ? text.slice(0, index) : text.slice(0, maxLength).replace(/\p{Cs}$/u, "");
}

/** The same, ending in `…` where it was cut; the whole has at most so many UTF-16 units. */
export function shortenText(text: string, maxLength: number): string {
  return text.length > maxLength ? `${cutText(text, maxLength - 1)}…` : text;
}

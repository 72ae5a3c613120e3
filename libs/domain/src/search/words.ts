/** Most words that are kept of a document, and most characters of one. */
export const WORDS_MAX = 100;
const WORD_LENGTH_MAX = 64;

/** A text as searches compare it: composed (NFC) and in lower case, in which a sigma is the same wherever it stands. */
const fold = (text: string): string => text.normalize("NFC").toLowerCase().replaceAll("ς", "σ");

/** The words of a text: its folded runs of letters, marks and digits, each cut to {@link WORD_LENGTH_MAX} characters. */
export function wordsOf(text: string): string[] {
  const runs = fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return runs.map((run) => Array.from(run).slice(0, WORD_LENGTH_MAX).join(""));
}

/** The words by which a document is found. */
export interface SearchedTexts {
  /** In the order of their weight: of more than {@link WORDS_MAX} words the last ones are left out. */
  texts: readonly (string | undefined)[];
  /** Exact decimal numbers, each of which is one word. */
  amounts: readonly string[];
}

/** The distinct words of a document, at most {@link WORDS_MAX}: its amounts first, which are few. */
export function searchWords({ texts, amounts }: SearchedTexts): string[] {
  const words = new Set(amounts.map(plainAmount));
  for (const word of texts.flatMap((text) => (text === undefined ? [] : wordsOf(text)))) {
    if (words.size >= WORDS_MAX) break;
    words.add(word);
  }
  return [...words].slice(0, WORDS_MAX);
}

/** The number without zeros behind the last place that counts: `4817.50` and `4817.5` are the same amount. */
export function plainAmount(amount: string): string {
  return amount.includes(".") ? amount.replace(/\.?0+$/u, "") : amount;
}

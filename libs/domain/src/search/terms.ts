import { askedWordsOf, plainAmount } from "./words.ts";

/** Words that a document needs together. */
export interface Alternative {
  words: readonly string[];
  /** Whether the last word may be the beginning of one. */
  isPrefix: boolean;
}

/** A part of a search between blanks: a document needs one of its alternatives. */
export type Term = readonly Alternative[];

/** Most parts of a search; further ones are left out. */
const TERMS_MAX = 10;

/**
 * The terms of a search. Numbers are also read as amounts, as people write them: `4817.35`, `4,817.35`, `4.817,35`. The
 * last part may be the beginning of a word.
 *
 * @returns undefined for a text without a letter or a digit
 */
export function searchTerms(text: string): Term[] | undefined {
  const parts = text
    .normalize("NFKC")
    .split(/\s+/u)
    .filter((part) => askedWordsOf(part).words.length > 0);
  if (parts.length === 0) return undefined;
  const usedParts = parts.slice(0, TERMS_MAX);
  return usedParts.map((part, at) => termOf(part, at === parts.length - 1));
}

function termOf(part: string, isLast: boolean): Term {
  const { words, endsInLetter } = askedWordsOf(part);
  const amounts = amountsIn(part).map((amount) => {
    const plain = plainAmount(amount);
    return { words: [plain], isPrefix: isLast && plain === amount };
  });
  return [...amounts, { words, isPrefix: isLast || endsInLetter }];
}

/** Ways to write a number, with the character that groups its digits and the one before its decimals. */
const NOTATIONS: readonly (readonly [RegExp, grouping: string, point: string])[] = [
  [/^-?\d+(?:\.\d+)?$/u, "", "."],
  [/^-?\d+,\d+$/u, "", ","],
  [/^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/u, ",", "."],
  [/^-?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/u, ".", ","],
  [/^-?\d{1,3}(?:['’]\d{3})+(?:\.\d+)?$/u, "'", "."],
];

/** The amounts that a text may mean: `4.817` is read as 4.817 and as 4817. */
function amountsIn(part: string): string[] {
  const number = part.replaceAll(/^\p{Sc}|[\p{Sc}.,]+$/gu, "").replaceAll("’", "'");
  const read = NOTATIONS.filter(([notation]) => notation.test(number)).map(([, grouping, point]) =>
    number.replaceAll(grouping, "").replace(point, "."),
  );
  // Numbers with leading zeros are codes.
  return [...new Set(read)].filter((amount) => !/^-?0\d/u.test(amount));
}

/** Whether a document with these words is found. */
export function matchesTerms(words: readonly string[], terms: readonly Term[]): boolean {
  const knownWords = new Set(words);
  const has = (word: string, isBeginning: boolean) =>
    knownWords.has(word) || (isBeginning && words.some((candidate) => candidate.startsWith(word)));
  return terms.every((term) =>
    term.some(
      (wantedTerm) =>
        wantedTerm.words.length > 0 &&
        wantedTerm.words.every((word, at) =>
          has(word, wantedTerm.isPrefix && at === wantedTerm.words.length - 1),
        ),
    ),
  );
}

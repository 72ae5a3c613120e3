import { fold } from "./fold.ts";

/** Most words that are kept of a document, and most characters of one. */
export const WORDS_MAX = 100;
const WORD_LENGTH_MAX = 64;
/** Most pairs of letters that are kept of a document beside its words. */
export const PAIRS_MAX = 200;

/**
 * A run of letters, marks and digits: of scripts that write no blanks between words, or of others. Words of the former
 * are found by pairs of letters that follow each other, as nobody sees where they end.
 */
const RUNS =
  /(?<unspaced>[[\p{L}\p{M}\p{N}]&&[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]+)|[[\p{L}\p{M}\p{N}]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]+/gv;

/** A run of letters of a text, folded. */
interface Run {
  letters: readonly string[];
  isUnspaced: boolean;
}

const runsOf = (text: string): Run[] =>
  [...fold(text).matchAll(RUNS)].map(({ 0: run, groups }) => ({
    letters: Array.from(run),
    isUnspaced: groups?.["unspaced"] !== undefined,
  }));

const pairsOf = ({ letters }: Run): string[] => letters.slice(1).map((letter, at) => letters[at]! + letter);
const wordOf = ({ letters }: Run): string => letters.slice(0, WORD_LENGTH_MAX).join("");

/** The words that a search asks for. */
export interface AskedWords {
  /** A single letter of an unspaced script, or pairs of them, are words too. */
  words: string[];
  /** Whether the last one is such a single letter, which any pair may begin with. */
  endsInLetter: boolean;
}

/** The words of a part of a search. */
export function askedWordsOf(text: string): AskedWords {
  const runs = runsOf(text);
  const words = runs.flatMap((run) =>
    run.isUnspaced && run.letters.length > 1 ? pairsOf(run) : wordOf(run),
  );
  const last = runs.at(-1);
  return { words, endsInLetter: last?.isUnspaced === true && last.letters.length === 1 };
}

/** The words by which a document is found. */
export interface SearchedTexts {
  /** In the order of their weight: of more than {@link WORDS_MAX} words the last ones are left out. */
  texts: readonly (string | undefined)[];
  /** Exact decimal numbers, each of which is one word. */
  amounts: readonly string[];
}

/**
 * The distinct words of a document, at most {@link WORDS_MAX}: its amounts first, which are few. Behind them at most
 * {@link PAIRS_MAX} pairs of letters, with the last letter of each run, which begins none.
 */
export function searchWords({ texts, amounts }: SearchedTexts): string[] {
  const runs = texts.flatMap((text) => (text === undefined ? [] : runsOf(text)));
  const words = runs.filter(({ isUnspaced }) => !isUnspaced).map(wordOf);
  const pairs = runs
    .filter(({ isUnspaced }) => isUnspaced)
    .flatMap((run) => pairsOf(run).concat(run.letters.at(-1)!));
  return [
    ...distinct([...amounts.map(plainAmount), ...words]).slice(0, WORDS_MAX),
    ...distinct(pairs).slice(0, PAIRS_MAX),
  ];
}

const distinct = (words: readonly string[]): string[] => [...new Set(words)];

/** The number without zeros behind the last place that counts: `4817.50` and `4817.5` are the same amount. */
export function plainAmount(amount: string): string {
  return amount.includes(".") ? amount.replace(/\.?0+$/u, "") : amount;
}

import type { Alternative, Term } from "./terms.ts";

/** A word to look up in an index. */
export interface LookUp {
  word: string;
  /** Whether words that begin with it count as well. */
  isBeginning: boolean;
}

/** How many look-ups are tried of a search, and how many of one term. */
const TRIED_MAX = 3;

/**
 * Ways to find the candidates of a search through an index of words, the most telling first: every document that matches
 * has at least one of the words of each.
 */
export function lookUpsOf(terms: readonly Term[]): LookUp[][] {
  const ways = terms
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))
    .map((term) => {
      const alternatives = term.filter(({ words }) => words.length > 0).map(tellingOf);
      return Array.from({ length: Math.max(0, ...alternatives.map(({ length }) => length)) }, (_, at) =>
        alternatives.map((lookUps) => lookUps[at] ?? lookUps[0]!),
      );
    });
  const rounds = Array.from({ length: TRIED_MAX }, (_, at) => ways.flatMap((way) => way.slice(at, at + 1)));
  return rounds.flat().slice(0, TRIED_MAX);
}

/** The longest words, which few documents have; of several of one length the first, the last and the one between. */
function tellingOf({ words, isPrefix }: Alternative): LookUp[] {
  const most = Math.max(...words.map(({ length }) => length));
  const longest = words.filter(({ length }) => length === most);
  const triedTerms = [longest[0]!, longest.at(-1)!, longest[Math.floor(longest.length / 2)]!];
  return [...new Set(triedTerms)].map((word) => ({ word, isBeginning: isPrefix && word === words.at(-1) }));
}

const lengthOf = (term: Term): number =>
  Math.max(0, ...term.flatMap(({ words }) => words.map(({ length }) => length)));

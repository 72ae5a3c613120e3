export { type LookUp, lookUpsOf } from "./look-ups.ts";
export { type Alternative, type Term, matchesTerms, searchTerms } from "./terms.ts";
export { PAIRS_MAX, WORDS_MAX, searchWords } from "./words.ts";

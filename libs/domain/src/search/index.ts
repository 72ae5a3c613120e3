export { type Alternative, type Term, matchesTerms, searchTerms } from "./terms.ts";
export { WORDS_MAX, searchWords } from "./words.ts";

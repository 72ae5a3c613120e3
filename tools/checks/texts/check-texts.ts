import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";

/** A catalogue: messages by their codes. */
export type Catalogue = Readonly<Record<string, string>>;

/** Parts of a compiled message: words, an argument, or an argument with its kind and the messages of its cases. */
type Token = string | readonly [string, string?, (string | Record<string, unknown>)?];

/** Names the arguments of a message, those in its cases too. */
function argumentsIn(tokens: readonly Token[]): Set<string> {
  const names = new Set<string>();
  for (const token of tokens) {
    if (typeof token === "string") continue;
    const [name, , cases] = token;
    names.add(name);
    if (typeof cases !== "object") continue;
    for (const part of Object.values(cases)) {
      if (Array.isArray(part)) for (const inner of argumentsIn(part as Token[])) names.add(inner);
    }
  }
  return names;
}

/** A code in the code, or the beginning and end of one that is put together. */
const MENTIONS = /"([\w.]+)"|`([\w.]+\.)\$\{[^}]*\}(\w*)`/gu;

/**
 * Finds what is wrong with the catalogues of texts (contract-3, TEXT-1): a text that one language lacks or has alone, a
 * message that is no ICU message or names an argument that the English one does not have, and a text that no source uses.
 *
 * @param catalogues - by language; English decides which texts there are
 * @param sources - the code that uses them
 * @returns a line for each fault
 */
export function findTextFaults(
  { en, ...otherCatalogues }: Readonly<Record<string, Catalogue>> & { en: Catalogue },
  sources: Iterable<string>,
): string[] {
  const english = new Map<string, Set<string>>();
  const faults: string[] = [];
  const argumentsOf = (language: string, code: string, message: string): Set<string> => {
    try {
      return argumentsIn(compileMessageOrThrow(message) as Token[]);
    } catch {
      faults.push(`${language}: ${code} is no ICU message`);
      return new Set();
    }
  };
  for (const [code, message] of Object.entries(en)) english.set(code, argumentsOf("en", code, message));
  for (const [language, catalogue] of Object.entries(otherCatalogues)) {
    for (const [code, knownParameters] of english) {
      const message = catalogue[code];
      if (message === undefined) {
        faults.push(`${language}: ${code} is missing`);
        continue;
      }
      const unknown = argumentsOf(language, code, message).difference(knownParameters);
      for (const name of unknown) faults.push(`${language}: ${code} has no argument ${name}`);
    }
    for (const code of Object.keys(catalogue)) {
      if (!english.has(code)) faults.push(`${language}: ${code} is no text`);
    }
  }
  const usedCodes = usedIn(sources, [...english.keys()]);
  for (const code of english.keys()) if (!usedCodes.has(code)) faults.push(`${code} is not used`);
  return faults;
}

function usedIn(sources: Iterable<string>, codes: readonly string[]): Set<string> {
  const usedCodes = new Set<string>();
  for (const source of sources) {
    for (const [, code, beginning, end = ""] of source.matchAll(MENTIONS)) {
      if (code !== undefined) usedCodes.add(code);
      else if (beginning !== undefined) {
        for (const possibleCode of codes)
          if (possibleCode.startsWith(beginning) && possibleCode.endsWith(end)) usedCodes.add(possibleCode);
      }
    }
  }
  return usedCodes;
}

const WORDS_IN_REFUSAL = /new DomainError\(\s*[^,()]+,\s*["'`]/gu;

/** The lines at which a refusal has a sentence in the place of a text. */
export function refusalsWithoutCode(source: string): number[] {
  return [...source.matchAll(WORDS_IN_REFUSAL)].map(({ index }) => source.slice(0, index).split("\n").length);
}

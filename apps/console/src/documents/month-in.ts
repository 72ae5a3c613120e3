/** A search without its month, and the month's first day and the day after its last one. */
export interface MonthSearch {
  text: string;
  from?: Date;
  until?: Date;
}

const MONTHS = 12;

/** The names of the months in a language, long and short, without points and in small letters. */
function namesIn(locale: string): Map<string, number> {
  const formats = (["long", "short"] as const).map((month) => new Intl.DateTimeFormat(locale, { month }));
  return new Map(
    Array.from({ length: MONTHS }, (_, month) => month).flatMap((month) =>
      formats.map((format) => [plain(format.format(new Date(2000, month, 1))), month] as const),
    ),
  );
}

const plain = (name: string) => name.toLocaleLowerCase().replace(".", "");

/** Reads a month in a search, such as `November 2026`, `Nov 2026` or `2026-11` (contract-4, CON-22). */
export function monthIn(text: string, locale: string): MonthSearch {
  const digits = /(?:^|\s)(\d{4})-(0[1-9]|1[0-2])(?=\s|$)/u.exec(text);
  if (digits) return monthSearch(text, digits[0], Number(digits[1]), Number(digits[2]) - 1);
  const names = new Map([...namesIn("en"), ...namesIn(locale)]);
  for (const [words, name = "", year] of text.matchAll(/(?:^|\s)(\p{L}+)\.?\s+(\d{4})(?=\s|$)/gu)) {
    const month = names.get(plain(name));
    if (month !== undefined) return monthSearch(text, words, Number(year), month);
  }
  return { text };
}

const monthSearch = (text: string, words: string, year: number, month: number): MonthSearch => ({
  text: text.replace(words, " ").trim(),
  from: new Date(year, month, 1),
  until: new Date(year, month + 1, 1),
});

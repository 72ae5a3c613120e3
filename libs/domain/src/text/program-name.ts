import { shownOnOneLine } from "./escape-hidden.ts";

/** Most characters of a program's name, which it chooses itself. */
const NAME_MAX = 100;

/** Brackets, quotes and middle dots of any script, by which a name could end the label around it and go on as text of ours. */
const MARKS =
  /[\p{Ps}\p{Pe}\p{Pi}\p{Pf}"'`<>\u00B4\u02B9-\u02BC\u2032-\u2037\uFF02\uFF07\u00B7\u0387\u2022\u2027\u2219\u22C5\u2E31\u30FB\uFF65]/gu;

/** The name of a program as people read it, on one line; empty where nothing is left of it (contract-4, MEET-9). */
export function programName(name: string): string {
  return shownOnOneLine(name.replaceAll(MARKS, " "), NAME_MAX);
}

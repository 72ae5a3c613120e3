/** Letters that show nothing, or change how others are shown. JSON has an escape for each of them. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]/gu;

/** The lines of an action for people: JSON, with hidden letters as its escapes, so that every line is what it shows. */
export function actionLines(action: unknown): string[] {
  return JSON.stringify(action, null, 2)
    .split("\n")
    .map((line) => line.replaceAll(HIDDEN, escapeLetter));
}

/** A letter as JSON escapes it, by its UTF-16 units. */
const escapeLetter = (letter: string): string =>
  Array.from({ length: letter.length }, (_, at) => {
    return String.raw`\u${letter.charCodeAt(at).toString(16).padStart(4, "0")}`;
  }).join("");

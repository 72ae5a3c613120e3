/**
 * Marks that people leave out when they type: accents of Latin, Greek and Cyrillic letters, the points of Hebrew, and
 * vowels, hamzas and lengthening strokes of Arabic. Marks of other scripts are letters of theirs.
 */
const ACCENTS = /[\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u064B-\u065F\u0670\u0640]/gu;

/** Letters that have no marks to leave out, and how people write them without. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ł: "l",
  ŧ: "t",
  þ: "th",
  ς: "σ",
};
const SPECIAL = new RegExp(`[${Object.keys(PLAIN).join("")}]`, "gu");

/**
 * A text as searches compare it: without accents, in small letters, of which a sigma is the same wherever it stands, and
 * with the plain form of letters that are only shown in another one (wide, joined, superscript).
 */
export const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(ACCENTS, "")
    .toLowerCase()
    .replaceAll(SPECIAL, (letter) => PLAIN[letter]!)
    .normalize("NFC");

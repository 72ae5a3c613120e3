// Uses the Unicode classes of the JavaScript runtime, so that no list here goes out of date.

/** Characters that are invisible, show as a blank, or change the reading direction. */
const HIDES = String.raw`[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}[\p{Cc}--[\t\n\r]]\u2800\uFFF9-\uFFFB\u{1D159}]`;

/** Scripts whose letters join, or whose consonants stack: only there a joiner between them distinguishes words. */
const JOINING = [
  ..."Adlm Arab Mand Mani Mong Nkoo Phag Rohg Sogd Syrc".split(" "),
  ..."Beng Cakm Deva Gran Gujr Guru Kali Khmr Knda Mlym Mymr Newa Orya Sinh Sylo Taml Telu Tirh".split(" "),
]
  .map((script) => String.raw`\p{scx=${script}}`)
  .join("");
const JOINS = String.raw`[[\p{L}\p{M}]&&[${JOINING}]]`;

/** A joiner as Persian, Indic and related spellings need it: between two letters, or after the mark that kills a vowel. */
const JOINER = String.raw`(?<=${JOINS})[\u200C\u200D](?=${JOINS})|(?<=[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA])[\u200C\u200D](?![\u200C\u200D])`;

/** A variant of a Han character, used in many Japanese names. */
const VARIANT = String.raw`(?<=\p{Script=Han})[\u{E0100}-\u{E01EF}](?![\u{E0100}-\u{E01EF}])`;

/** Emoji with their joiners, variation selectors and tags, as UTS 51 spells them. */
const PICTURE = String.raw`\p{Extended_Pictographic}[\uFE0E\uFE0F\p{Emoji_Modifier}]?`;
const EMOJI = String.raw`\p{RGI_Emoji_Tag_Sequence}|${PICTURE}(?:\u200D${PICTURE})*|[0-9#*]\uFE0F\u20E3`;

/** Marks on one letter; more of them cover the lines above and below. */
export const MAX_STACKED_MARKS = 4;
const MARK = String.raw`[\p{Mn}\p{Me}]`;

/** Finds hidden and stacked characters; it matches legitimate emoji, joiners and variants first, and so skips them. */
const NEXT = new RegExp(
  String.raw`${EMOJI}|${JOINER}|${VARIANT}|(?<=(?:${MARK}[\u200C\u200D]?){${MAX_STACKED_MARKS}})(?<marks>${MARK}+)|(?<hidden>${HIDES}|\p{Co}|\p{Cn})`,
  "gv",
);
const REFUSED = new RegExp(HIDES, "v");
/** Most texts need no search. */
const PLAIN = /^[\t\n\r -~]*$/u;

/** A part of a text that a reader would not see correctly. */
export interface HiddenPart {
  index: number;
  text: string;
  /** `unknown`: private, or unknown to this version of Unicode; its looks are undefined. */
  kind: "hidden" | "marks" | "unknown";
}

/** The hidden parts of a text, in order. */
export function* hiddenParts(text: string): Generator<HiddenPart> {
  if (PLAIN.test(text)) return;
  for (const { index, groups = {} } of text.matchAll(NEXT)) {
    const { hidden, marks } = groups;
    if (marks !== undefined) yield { index, text: marks, kind: "marks" };
    if (hidden !== undefined)
      yield { index, text: hidden, kind: REFUSED.test(hidden) ? "hidden" : "unknown" };
  }
}

/** How a character is spelt out for people: `U+202E`. */
export function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

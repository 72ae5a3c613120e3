import ts from "typescript";

/** A comment that does not read as plain English, and why. */
export interface EnglishFault {
  /** Line of the file, from 1. */
  line: number;
  text: string;
  reason: string;
}

const BEGINNING = /^(?:Who|What|Whom)\b/;
/** The same anywhere in a source that comments may begin a line with. */
const POSSIBLE_BEGINNING = /(?:^|\/\/|\*)\s*(?:Who|What|Whom)\b/m;

/** Phrases that leave open who acts, or on what; each with a plain way to say it. */
const RIDDLES: readonly (readonly [phrase: RegExp, plain: string])[] = [
  [/\bwho sends none\b/i, "name the requests and what they lack"],
  [/\bin hand\b/i, 'write "in progress"'],
  [/\b(?:is|are|was|were) told\b/i, 'write "is notified" or "is reported"'],
  [/\bgoes by\b/i, "name the part that handles it"],
  [/\bnobody['’]s\b/i, 'write "without an owner"'],
];

/**
 * Finds the comments of a file that begin a line with Who, What or Whom instead of saying what the thing is, and those
 * with a phrase that readers have to guess (house rules, "English").
 *
 * @param path decides how the file is read: `.tsx` with JSX
 * @param source text of the file
 */
export function findEnglishFaults(path: string, source: string): EnglishFault[] {
  // Most files have no such words, in comments or elsewhere: they need not be parsed.
  if (!POSSIBLE_BEGINNING.test(source) && !RIDDLES.some(([phrase]) => phrase.test(source))) return [];
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  return commentsOf(file).flatMap(({ pos, comment }) => {
    const first = file.getLineAndCharacterOfPosition(pos).line + 1;
    return comment.split("\n").flatMap((line, index) => {
      const text = line.replace(/^\s*(?:\/\*+|\/\/|\*(?!\/))\s*/, "").replace(/\s*\*\/$/, "");
      return reasonsAgainst(text).map((reason) => ({ line: first + index, text, reason }));
    });
  });
}

function reasonsAgainst(text: string): string[] {
  const reasons = RIDDLES.filter(([phrase]) => phrase.test(text)).map(([, plain]) => plain);
  return BEGINNING.test(text) ? ["begin with what the thing is", ...reasons] : reasons;
}

/** The comments before each token: nothing but blanks stands there beside them, so texts and JSX are not taken for any. */
function commentsOf(file: ts.SourceFile): { pos: number; comment: string }[] {
  const foundComments: { pos: number; comment: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node)) return;
    if (ts.isToken(node)) {
      const between = file.text.slice(node.pos, node.getStart(file));
      for (const { 0: comment, index } of between.matchAll(/\/\*[^]*?\*\/|\/\/.*/g)) {
        foundComments.push({ pos: node.pos + index, comment });
      }
    }
    for (const child of node.getChildren(file)) visit(child);
  };
  visit(file);
  return foundComments;
}

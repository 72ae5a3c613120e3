import ts from "typescript";

/** A name that says nothing of what it holds. */
export interface BareName {
  /** Line of the file, from 1. */
  line: number;
  name: string;
}

/** Pronouns and determiners, and participles that do not end in -ed. */
const BARE_NAMES = new Set(
  [
    "own one ones other others another ours theirs mine its this that these those each both either neither",
    "everyone everybody nobody none whom who which what whose whole alone alike same such",
    "found given known told left kept sent taken held made begun done drawn gone got seen shown written chosen broken",
    "built bound caught said met sold lost spelt spent stuck taught thought torn understood forgotten hidden frozen",
    "overridden overtaken paid rewritten stolen beaten grown woken withdrawn heard had unsent unseen unshown unmet",
    "unsaid won stood went came took was were sunk worn",
    "waiting acting failing deciding holding asking lasting staying following dying moving rejecting missing standing",
    "running sending receiving agreeing approving",
  ]
    .join(" ")
    .split(" "),
);

/** Nouns and verbs that look like participles, a word of testing, and the name of `domain/defined`. */
const OTHER_WORDS = new Set([
  "need",
  "feed",
  "seed",
  "embed",
  "speed",
  "exceed",
  "proceed",
  "red",
  "expected",
  "defined",
]);

const isBare = (name: string): boolean =>
  BARE_NAMES.has(name) || (/^[a-z]+ed$/u.test(name) && !OTHER_WORDS.has(name));

/**
 * Finds the variables, parameters and functions of a file whose whole name is a participle or a pronoun: a noun has to stand
 * after it, such as `askedUsers`. Properties may have such names, because some are stored and sent, and so may what takes
 * its name from one: `const { archived } = task`. A comparison may call its sides `left` and `right`.
 *
 * @param path decides how the file is read: `.tsx` with JSX
 * @param source text of the file
 */
export function findBareNames(path: string, source: string): BareName[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const bareNames: BareName[] = [];
  const visit = (node: ts.Node): void => {
    const name = declaredName(node);
    if (name !== undefined && isBare(name.text)) {
      const line = file.getLineAndCharacterOfPosition(name.getStart(file)).line + 1;
      bareNames.push({ line, name: name.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return bareNames;
}

function declaredName(node: ts.Node): ts.Identifier | undefined {
  const isDeclaration =
    ts.isVariableDeclaration(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isParameter(node) ||
    (ts.isBindingElement(node) && !isNamedByProperty(node));
  if (!isDeclaration || node.name === undefined || !ts.isIdentifier(node.name)) return undefined;
  const { text } = node.name;
  return text === "this" || (text === "left" && isSide(node)) ? undefined : node.name;
}

const isNamedByProperty = ({ parent, propertyName, dotDotDotToken }: ts.BindingElement): boolean =>
  ts.isObjectBindingPattern(parent) && propertyName === undefined && dotDotDotToken === undefined;

/** Whether a name is `left` in a comparison, which has a `right` too. */
function isSide(node: ts.Node): boolean {
  const comparison = ts.findAncestor(node, ts.isFunctionLike);
  return comparison?.parameters.some((parameter) => /\bright\b/u.test(parameter.name.getText())) === true;
}

import ts from "typescript";
import { BRACKETED_ID, ID_PATTERN } from "./check-requirements.ts";

const TEST_FUNCTIONS = new Set(["describe", "it", "test"]);
/** Begins the comment with the ids of the test below it. */
const RULES_COMMENT = "// Rules: ";
const SWITCHED_OFF = new Set(["skip", "todo"]);

/** The names along a callee: `describe.skip.each(rows)` is `["describe", "skip", "each"]`. */
function calleeNames(callee: ts.Expression): string[] {
  if (ts.isIdentifier(callee)) return [callee.text];
  if (ts.isPropertyAccessExpression(callee)) return [...calleeNames(callee.expression), callee.name.text];
  if (ts.isCallExpression(callee)) return calleeNames(callee.expression);
  if (ts.isTaggedTemplateExpression(callee)) return calleeNames(callee.tag);
  return [];
}

/**
 * Finds the requirement ids that the tests of one file name: `[AE-SUBMIT-03]` in a title of `it`, `test` or
 * `describe`, in a comment `// Rules: [AE-SUBMIT-03] …` directly above one (for tests that prove more than three), or,
 * for table-driven tests whose titles are put together at run time, a string that is wholly an id. Other comments do not
 * count, nor does anything inside a test that is switched off by `skip` or `todo`.
 *
 * @param source text of the test file
 */
export function findTestIds(path: string, source: string): string[] {
  const foundIds = new Set<string>();
  const collectBracketed = (text: string): void => {
    for (const [, id] of text.matchAll(BRACKETED_ID)) foundIds.add(id!);
  };
  const collectAbove = (test: ts.Node): void => {
    const comments = ts.getLeadingCommentRanges(source, test.getFullStart()) ?? [];
    const lines = comments.map(({ pos, end }) => source.slice(pos, end));
    const first = lines.findIndex((line) => line.startsWith(RULES_COMMENT));
    if (first !== -1) collectBracketed(lines.slice(first).join(" "));
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const names = calleeNames(node.expression);
      if (TEST_FUNCTIONS.has(names[0] ?? "")) {
        if (names.some((name) => SWITCHED_OFF.has(name))) return;
        if (node.arguments[0]) collectBracketed(node.arguments[0].getText());
        collectAbove(node);
      }
    }
    if (ts.isStringLiteralLike(node) && ID_PATTERN.test(node.text)) foundIds.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true));
  return [...foundIds].toSorted();
}

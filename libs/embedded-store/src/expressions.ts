import { fail, unsupported } from "./errors.ts";
import { type Expression, OPERATORS } from "./expression-operators.ts";
import { resolvePath } from "./paths.ts";
import { type Doc, isDoc, setField, type Value } from "./values.ts";

/**
 * Compiles an aggregation expression.
 *
 * @throws StoreError for an operator that is not supported
 */
export function compileExpression(spec: Value): Expression {
  if (typeof spec === "string" && spec.startsWith("$")) return reference(spec);
  if (Array.isArray(spec)) {
    const elements = spec.map(compileExpression);
    return (environment) => elements.map((element) => element(environment) ?? null);
  }
  if (!isDoc(spec)) return () => spec;
  return Object.keys(spec)[0]?.startsWith("$") ? call(spec) : record(spec);
}

function call(spec: Doc): Expression {
  const [[name, argument] = ["", null], ...others] = Object.entries(spec);
  if (others.length > 0) {
    return fail("BadValue", `an expression has exactly one operator, found ${name} and more`);
  }
  const operator = OPERATORS[name];
  return operator
    ? operator(argument, compileExpression, name)
    : unsupported(`the expression operator ${name}`);
}

function record(spec: Doc): Expression {
  const fields = Object.entries(spec).map(([name, value]) => [name, compileExpression(value)] as const);
  return (environment) => {
    const doc: Doc = {};
    for (const [name, expression] of fields) {
      const value = expression(environment);
      if (value !== undefined) setField(doc, name, value);
    }
    return doc;
  };
}

/** `$a.b` of the document, or `$$name.a.b` of a variable. */
function reference(text: string): Expression {
  if (!text.startsWith("$$")) {
    const parts = text.slice(1).split(".");
    return ({ root }) => resolvePath(root, parts);
  }
  const [name = "", ...parts] = text.slice(2).split(".");
  if (name === "ROOT" || name === "CURRENT") return ({ root }) => resolvePath(root, parts);
  if (name === "REMOVE") return () => undefined;
  if (name !== "NOW" && !/^[a-z]\w*$/.test(name)) return unsupported(`the variable $$${name}`);
  return ({ variables }) => {
    if (!Object.hasOwn(variables, name)) return fail("BadValue", `Use of undefined variable: ${name}`);
    return resolvePath(variables[name], parts);
  };
}

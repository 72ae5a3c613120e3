import { readFileSync } from "node:fs";
import ts from "typescript";

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
};

/**
 * The files that declare what a file imports, type imports included. An import from a package or a feature counts for
 * the file behind the `index.ts` that exports the name, and for no other file behind it. A file that only passes on what
 * others declare uses those.
 *
 * @param file absolute path
 */
export function filesUsedBy(file: string): ReadonlySet<string> {
  const usedFiles = new Set<string>();
  for (const statement of statementsOf(file).filter(ts.isImportDeclaration)) {
    const target = targetOf(statement, file);
    if (target === undefined) continue;
    usedFiles.add(target);
    for (const name of namesOf(statement)) usedFiles.add(fileThatDeclares(name, target) ?? target);
  }
  for (const statement of statementsOf(file).filter(ts.isExportDeclaration)) {
    const target = targetOf(statement, file);
    if (target !== undefined) usedFiles.add(target);
  }
  return usedFiles;
}

function statementsOf(file: string): readonly ts.Statement[] {
  return ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest).statements;
}

/** The workspace's file that a statement names; nothing for libraries and what Node brings. */
function targetOf({ moduleSpecifier }: ts.ImportDeclaration | ts.ExportDeclaration, from: string) {
  if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return undefined;
  const { resolvedModule } = ts.resolveModuleName(moduleSpecifier.text, from, OPTIONS, ts.sys);
  const target = resolvedModule?.resolvedFileName;
  return target === undefined || target.includes("/node_modules/") ? undefined : target;
}

function namesOf({ importClause }: ts.ImportDeclaration): string[] {
  const bindings = importClause?.namedBindings;
  if (bindings === undefined || !ts.isNamedImports(bindings)) return [];
  return bindings.elements.map(({ propertyName, name }) => (propertyName ?? name).text);
}

function fileThatDeclares(name: string, file: string): string | undefined {
  for (const statement of statementsOf(file)) {
    if (isDeclarationOf(name, statement)) return file;
    if (!ts.isExportDeclaration(statement)) continue;
    const target = targetOf(statement, file);
    const original = nameBehind(name, statement);
    const declaringFile = target && original && fileThatDeclares(original, target);
    if (declaringFile) return declaringFile;
  }
  return undefined;
}

/** The exported file's own name for it; `undefined` where the statement does not export it. */
function nameBehind(name: string, { exportClause }: ts.ExportDeclaration): string | undefined {
  if (exportClause === undefined) return name;
  if (!ts.isNamedExports(exportClause)) return undefined;
  const element = exportClause.elements.find((specifier) => specifier.name.text === name);
  return (element?.propertyName ?? element?.name)?.text;
}

function isDeclarationOf(name: string, statement: ts.Statement): boolean {
  const declaredNames = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations.map((declaration) => declaration.name)
    : [(statement as ts.DeclarationStatement).name];
  return declaredNames.some(
    (declaredName) =>
      declaredName !== undefined && ts.isIdentifier(declaredName) && declaredName.text === name,
  );
}

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { WORKSPACE_ROOT } from "../../workspace.ts";

/** A package that is one file of this repository. */
interface FilePackage {
  /** After the scope. */
  name: string;
  description: string;
  /** From the workspace. */
  source: string;
  /** Names of the packages that the file imports, in the versions of the folder's manifest. */
  imports: readonly string[];
}

const TSC = join(WORKSPACE_ROOT, "node_modules/typescript7/bin/tsc");

/** The packages beside the owner kit. */
export const FILE_PACKAGES: readonly FilePackage[] = [
  {
    name: "gate-client",
    description: "Asks Countersign's version gate at the start of an app whether it may go on",
    source: "apps/version-gate/clients/check-version.ts",
    imports: [],
  },
  {
    name: "check-grant",
    description: "Lets an agent's call run that people approved in Countersign: exactly it, once",
    source: "examples/guarded-tools/src/check-grant.ts",
    imports: ["jose"],
  },
];

/** Builds a package of one file, its program and its types. @returns its folder. @throws Error with the compiler's findings */
export function buildFile({ name, description, source, imports }: FilePackage, outDir: string): string {
  const folder = join(outDir, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const file = join(WORKSPACE_ROOT, source);
  const config = join(folder, "tsconfig.json");
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    rootDir: dirname(file),
    outDir: folder,
    typeRoots: [join(WORKSPACE_ROOT, "node_modules/@types")],
  };
  const base = join(WORKSPACE_ROOT, "tsconfig.base.json");
  writeFileSync(config, JSON.stringify({ extends: base, compilerOptions, files: [file] }));
  execFileSync(process.execPath, [TSC, "-p", config], { encoding: "utf8" });
  rmSync(config);
  const [module] = basename(file).split(".");
  const manifest = {
    name: `@countersign/${name}`,
    version: manifestOf(".").version,
    description,
    license: "MIT",
    type: "module",
    exports: { ".": { types: `./${module}.d.ts`, default: `./${module}.js` } },
    files: [`${module}.js`, `${module}.d.ts`],
    dependencies: versionsOf(imports, source),
  };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(folder, "LICENSE"), readFileSync(join(WORKSPACE_ROOT, "LICENSE")));
  return folder;
}

function manifestOf(folder: string): { version: string; dependencies?: Record<string, string> } {
  const path = join(WORKSPACE_ROOT, folder, "package.json");
  return JSON.parse(readFileSync(path, "utf8")) as ReturnType<typeof manifestOf>;
}

function versionsOf(imports: readonly string[], source: string): Record<string, string> {
  const [group = "", member = ""] = source.split("/");
  const { dependencies = {} } = manifestOf(join(group, member));
  return Object.fromEntries(imports.map((name) => [name, dependencies[name]!]));
}

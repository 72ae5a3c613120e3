import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { WORKSPACE_ROOT } from "../../workspace.ts";

const SCOPE = "@countersign/";
const KIT = "owner-kit";
const TSC = join(WORKSPACE_ROOT, "node_modules/typescript7/bin/tsc");

interface Manifest {
  name: string;
  version: string;
  license: string;
  type: "module";
  exports: Record<string, string>;
  dependencies?: Record<string, string>;
}

/** A library's manifest; helpers of tests, which stand outside of `src`, are left out. */
function manifestOf(library: string): Manifest {
  const path = join(WORKSPACE_ROOT, "libs", library, "package.json");
  const manifest = JSON.parse(readFileSync(path, "utf8")) as Manifest;
  const entries = Object.entries(manifest.exports).filter(([, source]) => source.startsWith("./src/"));
  return { ...manifest, exports: Object.fromEntries(entries) };
}

/** The library and those that it needs, by their folders in `libs/`. */
function closureOf(library: string): Map<string, Manifest> {
  const manifests = new Map<string, Manifest>();
  const open = [library];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (manifests.has(name)) continue;
    const manifest = manifestOf(name);
    manifests.set(name, manifest);
    const neededPackages = Object.keys(manifest.dependencies ?? {}).filter((packageName) =>
      packageName.startsWith(SCOPE),
    );
    open.push(...neededPackages.map((packageName) => packageName.slice(SCOPE.length)));
  }
  return manifests;
}

/** A path to a source file as that of what is made of it: `./src/index.ts`, `./src/index.js`. */
const builtPath = (source: string, extension: string): string => source.replace(/\.ts$/u, extension);

/** The files of each entry of a package, for Node and for TypeScript. */
const builtExports = ({ exports }: Manifest) =>
  Object.fromEntries(
    Object.entries(exports).map(([entry, source]) => [
      entry,
      { types: builtPath(source, ".d.ts"), default: builtPath(source, ".js") },
    ]),
  );

/** Compiles the libraries, without their tests, into `<folder>/<library>/src`. @throws Error with the findings */
function compile(libraries: Iterable<string>, folder: string): void {
  const sources = join(WORKSPACE_ROOT, "libs");
  const include = [...libraries].map((library) => join(sources, library, "src/**/*.ts"));
  const config = join(folder, "tsconfig.json");
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    rootDir: sources,
    outDir: folder,
    typeRoots: [join(WORKSPACE_ROOT, "node_modules/@types")],
  };
  const base = join(WORKSPACE_ROOT, "tsconfig.base.json");
  writeFileSync(
    config,
    JSON.stringify({ extends: base, compilerOptions, include, exclude: [join(sources, "**/*.test.ts")] }),
  );
  execFileSync(process.execPath, [TSC, "-p", config], { encoding: "utf8" });
  rmSync(config);
  // The compiler rewrites the extensions in programs, and leaves them in declarations.
  for (const file of globSync("**/*.d.ts", { cwd: folder })) {
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replaceAll(/(["'])(\.\.?\/[^"']+)\.ts\1/gu, "$1$2.js$1"));
  }
}

const write = (path: string, value: unknown): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
};

/**
 * Builds the owner kit as a package for services outside of this repository: programs and types of the kit and of the
 * libraries that it needs, which it carries (`bundleDependencies`). `npm pack` makes an archive of the folder.
 *
 * @returns the folder of the package
 * @throws Error with the compiler's findings
 */
export function buildKit(outDir: string): string {
  const folder = join(outDir, KIT);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const libraries = closureOf(KIT);
  const compiledFolder = join(folder, "node_modules", SCOPE);
  mkdirSync(compiledFolder, { recursive: true });
  compile(libraries.keys(), compiledFolder);
  const otherPackages: Record<string, string> = {};
  for (const [library, { dependencies = {}, ...manifest }] of libraries) {
    for (const [name, version] of Object.entries(dependencies)) {
      if (!name.startsWith(SCOPE)) otherPackages[name] = version;
    }
    const { name, version, license, type } = manifest;
    write(join(compiledFolder, library, "package.json"), {
      name,
      version,
      license,
      type,
      exports: builtExports({ ...manifest, dependencies }),
    });
  }
  const { name, version, license, type } = manifestOf(KIT);
  const carriedPackages = [...libraries.keys()]
    .filter((library) => library !== KIT)
    .map((library) => SCOPE + library);
  const ownPackages = Object.fromEntries(carriedPackages.map((library) => [library, version]));
  // The kit itself stands at the root of its package, the others in its node_modules.
  renameSync(join(compiledFolder, KIT, "src"), join(folder, "src"));
  rmSync(join(compiledFolder, KIT), { recursive: true });
  write(join(folder, "package.json"), {
    name,
    version,
    description: "What a business service needs to have its documents approved by Countersign",
    license,
    type,
    engines: { node: ">=26" },
    exports: builtExports(manifestOf(KIT)),
    files: ["src"],
    dependencies: { ...sortByName(otherPackages), ...ownPackages },
    bundleDependencies: carriedPackages,
  });
  writeFileSync(join(folder, "README.md"), readFileSync(join(WORKSPACE_ROOT, "libs", KIT, "README.md")));
  writeFileSync(join(folder, "LICENSE"), readFileSync(join(WORKSPACE_ROOT, "LICENSE")));
  return relative(process.cwd(), folder) || ".";
}

const sortByName = (dependencies: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(dependencies).toSorted(([left], [right]) => left.localeCompare(right, "en")),
  );

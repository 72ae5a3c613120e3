import { copyFileSync, cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { build, type BuildOptions, type Metafile } from "esbuild";
import { buildConsole, packagesIn } from "../console/build-console.ts";
import { bundledPackages, formatNotices } from "../supply-chain/bundled-packages.ts";
import { UsageError } from "../../usage.ts";
import { WORKSPACE_ROOT } from "../../workspace.ts";

/** The bundle of a service in its image. */
export interface BundledService {
  name: string;
  /** Its program, in one folder with the files that it reads. */
  main: string;
  /** Its source files, relative to the workspace; of the console, the folders of its packages. */
  inputs: readonly string[];
}

/** Packages that no image may carry: the development store and the test kit. */
const DEVELOPMENT_ONLY = /^libs\/(embedded-store|testing)\//;

/**
 * Globals that CommonJS libraries need and a module lacks. mercurius looks for GraphiQL's page in `../static` of its
 * folder, so its `__dirname` is one below ours.
 */
const COMMONJS_NAMES =
  'import { createRequire as createBundleRequire } from "node:module";' +
  "const require = createBundleRequire(import.meta.url);" +
  "const __dirname = `${import.meta.dirname}/lib`;";

/** GraphiQL's page, and the file of mercurius that serves it. */
const GRAPHIQL = { servedBy: "node_modules/mercurius/lib/routes.js", pages: "node_modules/mercurius/static" };

/** The service that serves the console, and the folder beside its program in which it looks for the files. */
const CONSOLE = { servedBy: "approval-engine", folder: "console" };

/** Drivers that the MongoDB driver and ws load only if somebody installed them; the images do not. */
const OPTIONAL_MODULES = [
  "@aws-sdk/credential-providers",
  "@mongodb-js/zstd",
  "bufferutil",
  "gcp-metadata",
  "kerberos",
  "mongodb-client-encryption",
  "snappy",
  "socks",
  "utf-8-validate",
];

const BASE_OPTIONS = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node26",
  // Names stay, so that stack traces can be read.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: "none",
  absWorkingDir: WORKSPACE_ROOT,
  banner: { js: COMMONJS_NAMES },
  // Its other form loads its parts while it runs, which a bundle cannot.
  alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
  external: OPTIONAL_MODULES,
  metafile: true,
  logLevel: "error",
} satisfies BuildOptions;

/** The operators' commands, as an image of their own. */
export const OPERATORS_PROGRAM = { name: "ops", entry: "tools/ops/main.ts" };

/** Names of all main programs: the services, then the reference owners. */
export function findServices(): { name: string; entry: string }[] {
  return globSync("{apps,examples}/*/src/main.ts", { cwd: WORKSPACE_ROOT })
    .toSorted()
    .map((entry) => ({ name: basename(dirname(dirname(entry))), entry }));
}

/**
 * The services of these names, and the operators' commands under theirs; all of them if there is no name.
 *
 * @throws UsageError that names the unknown ones
 */
export function selectServices(names: readonly string[]): { name: string; entry: string }[] {
  const services = [...findServices(), OPERATORS_PROGRAM];
  const unknown = names.filter((name) => !services.some((service) => service.name === name));
  if (unknown.length > 0) {
    const knownNames = services.map(({ name }) => name).join(", ");
    throw new UsageError(`no such service: ${unknown.join(", ")}; there are ${knownNames}`);
  }
  return names.length === 0 ? services : services.filter(({ name }) => names.includes(name));
}

/** The files that our code reads from its own folder: `new URL("schema.graphql", import.meta.url)`. */
function findAssets(inputs: readonly string[]): string[] {
  return inputs
    .filter((path) => !path.includes("node_modules/"))
    .flatMap((path) => {
      const source = readFileSync(join(WORKSPACE_ROOT, path), "utf8");
      return [...source.matchAll(/new URL\("([^"]+)", import\.meta\.url\)/g)].map(([, file = ""]) =>
        resolve(WORKSPACE_ROOT, dirname(path), file),
      );
    });
}

/** @throws Error for development code in the bundle, or for two different files that would get one name */
function assertBundleFit(name: string, { inputs }: Metafile, assets: readonly string[]): void {
  const unfit = Object.keys(inputs).filter((path) => DEVELOPMENT_ONLY.test(path));
  if (unfit.length > 0) throw new Error(`${name} would carry development code: ${unfit.join(", ")}`);
  if (new Set(assets.map((path) => basename(path))).size < assets.length) {
    throw new Error(`${name} reads files of the same name: ${assets.join(", ")}`);
  }
}

/**
 * Bundles one service into `<outDir>/<name>/main.mjs`, beside the files that it reads or serves and the notices of
 * the packages in it. The same sources give the same bytes.
 *
 * @param entry its main program, relative to the workspace
 * @throws Error when it cannot be bundled or would carry development code
 */
export async function bundleService(
  { name, entry }: { name: string; entry: string },
  outDir: string,
): Promise<BundledService> {
  const dir = join(outDir, name);
  const main = join(dir, "main.mjs");
  const { metafile, outputFiles } = await build({
    ...BASE_OPTIONS,
    entryPoints: [entry],
    outfile: main,
    write: false,
  });
  const builtConsole = name === CONSOLE.servedBy ? await buildConsole() : undefined;
  const inputs = [...Object.keys(metafile.inputs), ...(builtConsole ? packagesIn(builtConsole) : [])];
  const assets = findAssets(Object.keys(metafile.inputs));
  assertBundleFit(name, metafile, assets);
  mkdirSync(dir, { recursive: true });
  for (const { path, contents } of outputFiles) writeFileSync(path, contents);
  writeFileSync(join(dir, "LICENCES.txt"), formatNotices(bundledPackages(inputs)));
  for (const asset of assets) copyFileSync(asset, join(dir, basename(asset)));
  if (inputs.includes(GRAPHIQL.servedBy)) {
    cpSync(join(WORKSPACE_ROOT, GRAPHIQL.pages), join(dir, "static"), { recursive: true });
  }
  if (builtConsole) cpSync(builtConsole.directory, join(dir, CONSOLE.folder), { recursive: true });
  return { name, main, inputs };
}

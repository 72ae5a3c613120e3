import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { WORKSPACE_ROOT } from "../../workspace.ts";

/** A third-party package in a bundle. */
export interface BundledPackage {
  name: string;
  version: string;
  /** SPDX expression from the package. */
  licence: string;
  /** Its licence files, or `undefined` when it ships none. */
  text: string | undefined;
}

/** Licences that require only their notice, which every image carries; of OFL-1.1 that holds for fonts inside a program. */
const ACCEPTED = new Set([
  "0BSD",
  "MIT-0",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "ISC",
  "MIT",
  "OFL-1.1",
  "Unlicense",
  "Zlib",
]);

/** Whether a package may be shipped: one side of each OR, every side of each AND. Nested expressions are refused. */
export function isAccepted(licence: string): boolean {
  const expression = licence.replace(/^\((.*)\)$/, "$1");
  if (expression.includes(" OR ")) return expression.split(" OR ").some((part) => ACCEPTED.has(part));
  return expression.split(" AND ").every((part) => ACCEPTED.has(part));
}

/** Folder of the package that a file belongs to; `undefined` for our files. */
export const packageDir = (path: string): string | undefined =>
  /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];

function readPackage(dir: string): BundledPackage {
  const { name, version, license } = JSON.parse(
    readFileSync(join(WORKSPACE_ROOT, dir, "package.json"), "utf8"),
  ) as { name: string; version: string; license?: string | { type: string } };
  const files = globSync("{LICENSE,LICENCE,license,licence,NOTICE,COPYING}*", {
    cwd: join(WORKSPACE_ROOT, dir),
  }).toSorted();
  const texts = files.map((file) => readFileSync(join(WORKSPACE_ROOT, dir, file), "utf8").trim());
  return {
    name,
    version,
    licence: (typeof license === "object" ? license.type : license) ?? "not stated",
    text: texts.length > 0 ? texts.join("\n\n") : undefined,
  };
}

/**
 * The third-party packages among the source files of a bundle, by name.
 *
 * @param inputs paths relative to the workspace
 */
export function bundledPackages(inputs: readonly string[]): BundledPackage[] {
  const dirs = new Set(inputs.map(packageDir).filter((dir) => dir !== undefined));
  return [...dirs]
    .map(readPackage)
    .toSorted((a, b) => `${a.name}@${a.version}`.localeCompare(`${b.name}@${b.version}`, "en"));
}

/** The notices that the licences of a bundle's parts require. */
export function formatNotices(packages: readonly BundledPackage[]): string {
  const notices = packages.map(
    ({ name, version, licence, text }) =>
      `${name} ${version} (${licence})\n\n${text ?? `The package ships no text of its licence, ${licence}.`}\n`,
  );
  return notices.join(`\n${"-".repeat(80)}\n\n`);
}

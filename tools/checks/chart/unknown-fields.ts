import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WORKSPACE_ROOT } from "../../workspace.ts";

const TSC = join(WORKSPACE_ROOT, "node_modules/typescript7/bin/tsc");

/**
 * Fields of manifests that Kubernetes does not know, or whose values have another type there: the validators of
 * `kubernetes-models` pass unknown fields over, its types do not.
 *
 * @param objects of Kubernetes' own kinds, without those of operators
 * @returns one line for each, empty where all are known
 */
export function unknownFieldsOf(objects: readonly { apiVersion: string; kind: string }[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), "countersign-manifests-"));
  try {
    symlinkSync(join(WORKSPACE_ROOT, "node_modules"), join(folder, "node_modules"));
    const texts = objects.map(
      (object, index) =>
        `import type { I${object.kind} as I${index} } from "kubernetes-models/${object.apiVersion}";\n` +
        `export const object${index}: I${index} = ${JSON.stringify(object, null, 1)};`,
    );
    writeFileSync(join(folder, "manifests.ts"), texts.join("\n"));
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    const compilerOptions = {
      module: "esnext",
      moduleResolution: "bundler",
      target: "esnext",
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
    };
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions, files: ["manifests.ts"] }),
    );
    const { stdout } = spawnSync(process.execPath, [TSC, "--checkers", "1", "-p", folder], {
      encoding: "utf8",
    });
    return stdout.split("\n").filter((line) => line.includes("error "));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { OPERATORS_PROGRAM } from "../../release/bundle/bundle-service.ts";
import { WORKSPACE_ROOT } from "../../workspace.ts";

const read = (file: string) => readFileSync(join(WORKSPACE_ROOT, file), "utf8");

const RULES = read(".dockerignore")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => ({ ignores: !line.startsWith("!"), pattern: toPattern(line.replace(/^!/u, "")) }));

/** Unlike a shell, Docker lets a star stand for hidden files too. */
function toPattern(rule: string): RegExp {
  const escaped = rule.replaceAll(".", "\\.").replaceAll(/(?<!\*)\*(?!\*)/gu, "[^/]*");
  return new RegExp(`^${escaped.replaceAll("**/", "(?:.*/)?")}$`, "u");
}

/** As Docker decides: by the last rule that matches the file or a folder above it. */
function isInContext(file: string): boolean {
  const parts = file.split("/");
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  const last = RULES.findLast(({ pattern }) => paths.some((path) => pattern.test(path)));
  return last?.ignores !== true;
}

/** The programs that containers run from sources, by the compose file, the script and the documents. */
function programsInContainers(): string[] {
  const { services } = parse(read("docker-compose.yml"), { merge: true }) as {
    services: Record<string, { command?: string | string[] }>;
  };
  const commands = Object.values(services).map(({ command }) => [command].flat().join(" "));
  const lines = [read("deploy/try-replicas.sh"), read("docs/operations.md"), read("deploy/Dockerfile")];
  const texts = [...commands, ...lines].join("\n");
  return [...new Set([...texts.matchAll(/\bnode (tools\/\S+\.ts)/g)].map(([, program]) => program!))];
}

it("holds every source file of the programs that containers run", async () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const programs = [
    ...programsInContainers(),
    scripts["bundle"]!.split(" ").at(-1)!,
    OPERATORS_PROGRAM.entry,
  ];
  expect(programs.toSorted()).toEqual([
    "tools/dev/demo/main.ts",
    "tools/dev/keep-asking/main.ts",
    "tools/dev/start/seed.ts",
    "tools/dev/token/main.ts",
    "tools/ops/main.ts",
    "tools/release/bundle/main.ts",
  ]);
  const { metafile } = await build({
    entryPoints: programs,
    absWorkingDir: WORKSPACE_ROOT,
    bundle: true,
    format: "esm",
    metafile: true,
    outdir: "unwritten",
    platform: "node",
    write: false,
    plugins: [
      {
        name: "leaves packages of others alone",
        setup(esbuild) {
          esbuild.onResolve({ filter: /^[^./]/ }, ({ kind, path }) =>
            kind === "entry-point" || path.startsWith("@countersign/") ? undefined : { external: true },
          );
        },
      },
    ],
  });
  const files = Object.keys(metafile.inputs);
  expect(files).toContain("libs/auth/src/index.ts");
  expect(files.filter((file) => !isInContext(file))).toEqual([]);
});

it("holds nothing that is not built from", () => {
  const left = [
    "tools/checks/deploy/deployed-services.ts",
    "docs/operations.md",
    ".git/config",
    ".npmrc.local",
  ];
  const right = [
    "apps/approval-engine/src/main.ts",
    "deploy/healthcheck.mjs",
    ".npmrc",
    "package-lock.json",
    "tools/node/run.cjs",
    "tools/node/link-node.cjs",
  ];
  const tests = [
    "libs/auth/src/verify.unit.test.ts",
    "libs/auth/test/support.ts",
    "apps/x/node_modules/y/z.js",
  ];
  expect([...left, ...tests].filter(isInContext)).toEqual([]);
  expect(right.filter(isInContext)).toEqual(right);
});

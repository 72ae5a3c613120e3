import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { validate } from "dockerfile-utils";
import { parse as parseGraphql } from "graphql";
import { describe, expect, it } from "vitest";
import { parse as parseYaml } from "yaml";
import { WORKSPACE_ROOT } from "../../workspace.ts";
import { type Block, blocksOf, PAGES } from "./page-blocks.ts";

const BLOCKS = PAGES.flatMap(blocksOf);
/** Those of every page that people write, but the generated one of operations. */
const ALL_BLOCKS = globSync(["README.md", "docs/*.md"], { cwd: WORKSPACE_ROOT, exclude: ["docs/graphql.md"] })
  .toSorted()
  .flatMap(blocksOf);
const named = (language: string) =>
  BLOCKS.filter((block) => block.language === language).map(
    (block) => [`${block.page}:${block.line}`, block] as const,
  );
const SHELL = named("sh");
const SAVED = new Set(BLOCKS.map(({ saveAs }) => saveAs));
const { scripts } = JSON.parse(readFileSync(join(WORKSPACE_ROOT, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};
const compose = parseYaml(readFileSync(join(WORKSPACE_ROOT, "docker-compose.yml"), "utf8"), {
  merge: true,
}) as {
  services: Record<string, object>;
};

/** Readers of the languages of blocks. @throws Error for what cannot be read */
const READERS: Readonly<Record<string, (code: string) => unknown>> = {
  csv: (code) => {
    const widths = new Set(
      code
        .trim()
        .split("\n")
        .map((line) => line.split(",").length),
    );
    expect(widths.size).toBe(1);
  },
  dockerfile: (code) => expect(validate(code)).toEqual([]),
  graphql: parseGraphql,
  json: JSON.parse,
  yaml: (code) => parseYaml(code) as unknown,
};
/** Tests of their own run the programs; diagrams are for forges. */
const READ_ELSEWHERE = new Set(["sh", "js", "py", "ts", "mermaid", "text"]);

const shellFault = ({ code }: Block): string => {
  const { status, stderr } = spawnSync("bash", ["-n"], { encoding: "utf8", input: code });
  return status === 0 ? "" : stderr;
};

describe("the blocks of the pages that a newcomer follows", () => {
  it.each(PAGES)("are there in %s", (page) => {
    expect(SHELL.filter(([, block]) => block.page === page).length).toBeGreaterThan(1);
  });

  it.each(
    ALL_BLOCKS.filter(({ language }) => !READ_ELSEWHERE.has(language)).map(
      (block) => [`${block.page}:${block.line}`, block] as const,
    ),
  )("parse: %s", (_place, { language, code }) => {
    expect(Object.keys(READERS)).toContain(language);
    expect(() => READERS[language]!(code)).not.toThrow();
  });

  it.each(SHELL)("are commands that a shell reads: %s", (_place, block) => {
    expect(shellFault(block)).toBe("");
  });

  it("run scripts that package.json has", () => {
    const run = SHELL.flatMap(([, { code }]) =>
      Array.from(code.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/gu), ([, name]) => name!),
    );
    expect(run.length).toBeGreaterThan(10);
    expect(run.filter((name) => !(name in scripts))).toEqual([]);
  });

  it("name files that are there, or that the reader has saved", () => {
    const files = SHELL.flatMap(([, { code }]) =>
      Array.from(
        code.matchAll(
          /(?<![\w/.])((?:apps|deploy|docs|examples|libs|tools\/(?:checks|dev|ops|release))\/[\w./-]*\w)/gu,
        ),
        ([, path]) => path!,
      ),
    );
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((path) => !existsSync(join(WORKSPACE_ROOT, path)) && !SAVED.has(path))).toEqual([]);
  });

  it("name services that compose has", () => {
    const run = SHELL.flatMap(([, { code }]) =>
      Array.from(code.matchAll(/docker compose run --rm (?:--volume \S+ )?([a-z-]+)/gu), ([, name]) => name!),
    );
    expect(run.length).toBeGreaterThan(4);
    expect(run.filter((name) => !(name in compose.services))).toEqual([]);
  });

  it("would not pass with a slip", () => {
    const [, block] = SHELL[0]!;
    expect(shellFault({ ...block, code: "if true; echo" })).not.toBe("");
    expect(() => READERS["json"]!("{")).toThrow();
  });
});

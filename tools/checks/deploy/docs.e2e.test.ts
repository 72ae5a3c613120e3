import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { endOfLine } from "../../test/script-of.ts";
import { WORKSPACE_ROOT } from "../../workspace.ts";

const read = (path: string): string => readFileSync(join(WORKSPACE_ROOT, path), "utf8");
const DOCS = globSync(["*.md", "docs/*.md"], { cwd: WORKSPACE_ROOT }).toSorted();

/** Documents whose commands a test runs, except blocks with `needs=`. The others need a running platform. */
const RUN = [
  "docs/architecture.md",
  "docs/company.md",
  "docs/operations.md",
  "docs/runbooks.md",
  "docs/security.md",
];

/** The needs that a block of commands may name. */
const NEEDS = new Set(["docker", "helm", "kubectl", "mongodb", "platform", "promtool"]);

interface Block {
  path: string;
  language: string;
  needs: string[];
  commands: string;
}

const BLOCKS: Block[] = RUN.flatMap((path) =>
  [...read(path).matchAll(/^```(sh|yaml)(?: needs=(\S+))?\n([^]*?)^```$/gm)].map(
    ([, language = "", needs, commands = ""]) => ({
      path,
      language,
      needs: needs?.split(",") ?? [],
      commands,
    }),
  ),
);
const shell = BLOCKS.filter(({ language }) => language === "sh");

/** The anchors of a document's headings, as forges generate them. */
const anchorsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );

describe.each(DOCS)("%s", (path) => {
  // Those of the badge lead to the forge.
  const links = [
    ...read(path).matchAll(/\[([^\]]+)\]\((?!https?:|\.\.\/\.\.\/actions\/)([^)#]*)(?:#([^)]*))?\)/g),
  ];

  it("has links that lead somewhere", () => {
    for (const [link, , target = "", anchor] of links) {
      const file = target === "" ? path : join(dirname(path), target);
      expect(existsSync(join(WORKSPACE_ROOT, file)), link).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(read(file)), link).toContain(anchor);
    }
  });

  it("names tests by their titles", () => {
    const tests = links.filter(([, , target = ""]) => target.endsWith(".test.ts"));
    for (const [, title = "", target = ""] of tests) {
      expect(read(join(dirname(path), target)), `${title} in ${target}`).toContain(title);
    }
    if (path === "docs/security-guards.md") expect(tests.length).toBeGreaterThan(20);
  });
});

describe("the commands in the documents", () => {
  it("say what they need", () => {
    expect(shell).not.toEqual([]);
    expect(shell.flatMap(({ needs }) => needs).filter((need) => !NEEDS.has(need))).toEqual([]);
  });

  it("run existing scripts only", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const named = [
      ...DOCS.map(read)
        .join("\n")
        .replaceAll(/<!--.*?-->/gs, "")
        .matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g),
    ];
    expect(named.length).toBeGreaterThan(0);
    expect(named.map(([, name]) => name!).filter((name) => !(name in scripts))).toEqual([]);
  });

  it.each(shell.filter(({ needs }) => needs.length === 0))("work: $commands", async ({ commands }) => {
    const { code, stdout, stderr } = await endOfLine(commands);
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).not.toBe("");
  });

  it("show YAML that can be read", () => {
    const yaml = BLOCKS.filter(({ language }) => language === "yaml");
    expect(yaml).not.toEqual([]);
    for (const { commands } of yaml) {
      expect(parseAllDocuments(commands).flatMap(({ errors }) => errors)).toEqual([]);
      expect(parse(commands)).toBeTypeOf("object");
    }
  });
});

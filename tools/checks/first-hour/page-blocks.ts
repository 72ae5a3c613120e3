import { readFileSync } from "node:fs";
import { join } from "node:path";
import { WORKSPACE_ROOT } from "../../workspace.ts";

/** The pages that a newcomer follows, in this order. */
export const PAGES = [
  "README.md",
  "docs/first-hour.md",
  "docs/company.md",
  "docs/integration.md",
  "docs/mcp-journal.md",
  "docs/operations.md",
] as const;

/** A block of code of a page. */
export interface Block {
  page: string;
  /** Its line in the page, counted from 1. */
  line: number;
  language: string;
  /** A program that goes on while the blocks after it run. */
  isTerminal: boolean;
  /** Programs and externals that the block needs besides the platform. */
  needs: readonly string[];
  /** File that the text before it has the reader save. */
  saveAs: string | undefined;
  code: string;
}

/** The blocks of a page, in their order. */
export function blocksOf(page: string): Block[] {
  const text = readFileSync(join(WORKSPACE_ROOT, page), "utf8");
  return [...text.matchAll(/^ *```(\w+)([^\n]*)\n(.*?)^ *```$/gmsu)].map((match) => {
    const [, language = "", info = "", code = ""] = match;
    const before = text.slice(0, match.index);
    const paragraph = before.trimEnd().split("\n\n").at(-1) ?? "";
    const [, needs = ""] = /needs=(\S+)/u.exec(info) ?? [];
    return {
      page,
      line: before.split("\n").length,
      language,
      isTerminal: /\bterminal\b/u.test(info),
      needs: needs.split(",").filter((need) => need !== "" && need !== "platform"),
      saveAs: language === "sh" ? undefined : /[Ss]ave (?:this|it) as `([^`]+)`/u.exec(paragraph)?.[1],
      code,
    };
  });
}

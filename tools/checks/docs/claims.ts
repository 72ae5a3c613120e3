import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Sections that say what is missing, or lead on: they claim no property of the platform. */
const WITHOUT_CLAIMS = new Set(["Not for", "How mature it is", "Read on", "Licence"]);
const COMMENT = /<!--\s*(.*?)\s*-->/gsu;

/**
 * How the sentences and rows begin that claim no property of the platform, by page: instructions to
 * readers, links, what is missing, what lies outside of it.
 */
export const CLAIMLESS: Readonly<Record<string, readonly string[]>> = {
  "README.md": [
    "An agent that has your tools",
    "A purchase above the limit waits",
    "What to try then, with commands",
    "End the first start, and begin anew",
    "[Integration](docs/integration.md) shows",
    "`npm run ask:try` plays the agent,",
    "[Version gate](docs/version-gate.md)",
    "For a finance lead:",
    "From their public pages, on 28",
    "made for |",
    "decide from mail, chat or a phone app |",
    "hosting or paid support | **none**",
    "licence | MIT",
  ],
  "docs/for-finance.md": [
    "What you would ask before your",
    "Every setting is on the",
    "**Missing:** signatures in the sense of",
    "There is no licence fee",
    "You run it yourself.",
    "It needs a MongoDB replica set",
    "The Helm chart reserves the following (500m",
    "Nothing deletes decisions, so the store",
    "Everything is readable by [GraphQL](graphql.md), and",
    "who submitted, decided, wrote which remark |",
    "**Missing:** no command erases a person",
    "Keycloak can write these claims; Entra",
    "**Neither was tried**: [what is known](security.md#identity-providers).",
    "**Missing:** SCIM, and log-in by SAML.",
    "People come [by file, by the",
  ],
};

/**
 * The words of a page, as its readers see them, with its code: without comments, HTML and the addresses of links.
 */
export function wordsOf(markdown: string): string[] {
  const text = markdown
    .replaceAll(/^ *```.*$/gmu, "")
    .replaceAll(COMMENT, " ")
    .replaceAll(/<[^>]+>/gu, " ")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/gu, "$1");
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’./:-]*/gu) ?? [];
}

/**
 * Holds a page to FIRST-2: behind each sentence, and in each row of a table, stands the test that shows it, as in
 * `<!-- test: libs/outbox/src/outbox.int.test.ts › sends a message once -->`.
 *
 * @param root the folder that the paths of tests begin in
 * @param claimless the beginnings of sentences and rows that need none
 * @returns one line for each sentence without a test, for each beginning that nothing has, and for each test that is not
 *   there
 */
export function faultsOfClaims(markdown: string, root: string, claimless: readonly string[] = []): string[] {
  const untestedClaims = unitsOf(markdown).flatMap(untestedIn);
  return [
    ...untestedClaims
      .filter((text) => !claimless.some((beginning) => text.startsWith(beginning)))
      .map((text) => `no test beside: ${text}`),
    ...claimless
      .filter((beginning) => !untestedClaims.some((text) => text.startsWith(beginning)))
      .map((beginning) => `nothing without a test begins so: ${beginning}`),
    ...faultsOfTests(markdown, root),
  ];
}

/** The tests that a page names and that are not there. */
export function faultsOfTests(markdown: string, root: string): string[] {
  return commentsOf(markdown).flatMap((comment) => {
    if (!comment.startsWith("test:")) return [];
    const [, path, title] = /^test: (\S+) › (.+)$/su.exec(comment) ?? [];
    if (path === undefined || title === undefined) return [`${comment}: expected test: <path> › <title>`];
    if (!existsSync(join(root, path))) return [`${path} is not there`];
    const source = readFileSync(join(root, path), "utf8");
    return isTitleIn(source, title) ? [] : [`${path} has no test "${title}"`];
  });
}

/** Whether a test or a suite has the title, with or without the ids of rules behind it. */
function isTitleIn(source: string, title: string): boolean {
  const literal = title.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
  return new RegExp(`["'\`]${literal}(?: \\[[A-Z0-9-]+\\])*["'\`]`, "u").test(source);
}

/** The comments of a page, but those that it shows as code. */
const commentsOf = (markdown: string): string[] =>
  Array.from(
    withoutCode(markdown)
      .replaceAll(/`[^`\n]*<!--[^`\n]*`/gu, "")
      .matchAll(COMMENT),
    ([, comment]) => comment!,
  );

const withoutCode = (markdown: string): string => markdown.replaceAll(/^ *```.*?^ *```$/gmsu, "");

/** The paragraphs, items of lists and rows of tables that may claim something. */
function unitsOf(markdown: string): string[] {
  let section = "";
  return withoutCode(markdown)
    .replaceAll(/<picture>.*?<\/picture>/gsu, "")
    .split(/\n\s*\n/u)
    .flatMap((block) => {
      const [, heading] = /^#{1,6} (.*)$/mu.exec(block) ?? [];
      if (heading !== undefined) section = heading;
      if (heading !== undefined || block.trim() === "" || WITHOUT_CLAIMS.has(section)) return [];
      if (block.startsWith("|")) return block.trim().split("\n").slice(2);
      return block.split(/\n(?=- |\d+\. )/u);
    })
    .filter((unit) => !/^\s*\[!\[/u.test(unit));
}

/** The sentences of a unit that no comment stands behind; of a row of a table its words. */
function untestedIn(unit: string): string[] {
  const parts = unit.split(/<!--.*?-->/su);
  if (unit.startsWith("|"))
    return parts.length > 1 ? [] : [unit.replace(/^\|\s*/u, "").replaceAll(/\s+/gu, " ")];
  const last = parts.pop() ?? "";
  return [...parts.flatMap((part) => sentencesOf(part).slice(0, -1)), ...sentencesOf(last)];
}

/** The sentences of a text, without the mark of its list. */
function sentencesOf(text: string): string[] {
  // Full stops in code end nothing.
  const maskedText = text.replaceAll(/`[^`]*`/gu, (code) => `\`${"x".repeat(code.length - 2)}\``);
  const ends = Array.from(
    maskedText.matchAll(/[.!?]["”)*_]*\s+(?=["“(*_[]*[\p{Lu}\p{N}`])/gu),
    ({ index, 0: end }) => index + end.length,
  );
  return [0, ...ends]
    .map((start, at) =>
      text
        .slice(start, ends[at])
        .trim()
        .replace(/^(?:-|\d+\.) /u, ""),
    )
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

/** Comments of a page that are no test: slips of the pen. */
export const otherComments = (markdown: string): string[] =>
  commentsOf(markdown).filter((comment) => !comment.startsWith("test:"));

import { existsSync } from "node:fs";
import { join } from "node:path";
import { filesUsedBy } from "./files-used-by.ts";

/** A line of a path: a file, or the hop over which a message goes on in another process. */
export type Step = { file: string; depth: number } | { hop: string };

/** Where a message is left before a hop, and where it is taken up after it. */
const HOPS: Readonly<Record<string, readonly [left: string, taken: string]>> = {
  "over the outbox": ["libs/outbox/src/outbox.ts", "libs/outbox/src/source.ts"],
  "over the bus": ["libs/bus/src/bus.ts", "libs/bus/src/bus.ts"],
};

/** The part of a document below a heading of the second or third level, up to the next one of its level or above. */
export function sectionOf(markdown: string, heading: string): string {
  const [, section = ""] = markdown.split(`\n${heading}\n`);
  return section.split(new RegExp(`\n#{2,${heading.indexOf(" ")}} `))[0]!;
}

/** The steps of a nested list, such as "  - `libs/mongo/src/inbox.ts`: drops what came before". */
export function pathOf(list: string): Step[] {
  return [...list.matchAll(/^( *)- (?:`([^`]+)`|([^:\n]+))/gm)].map(([, indent = "", file, hop = ""]) =>
    file === undefined ? { hop } : { file, depth: indent.length / 2 },
  );
}

/** The steps of a chain, such as "`a.ts` → `b.ts`": each one deeper than the one before. */
export function chainOf(cell: string): Step[] {
  return cell.split(" → ").map((name, depth) => ({ file: name.trim().replaceAll("`", ""), depth }));
}

/**
 * Holds a path against the code: every file is there, and imports those that stand one level deeper below it. A list
 * begins anew, at the top level, only after a hop.
 *
 * @returns one line for each step that is wrong, up to the first file that is missing
 */
export function checkPath(steps: readonly Step[], root: string): string[] {
  const faults: string[] = [];
  const above: string[] = [];
  for (const [at, step] of steps.entries()) {
    if ("hop" in step) {
      faults.push(...checkHop(step.hop, steps.slice(0, at), steps.slice(at + 1)));
      above.length = 0;
      continue;
    }
    const { file, depth } = step;
    const importer = above[depth - 1];
    const begins = depth === 0 && above.length === 0;
    if (!existsSync(join(root, file))) return [...faults, `${file} is not there`];
    if (importer === undefined && !begins) faults.push(`${file} hangs on nothing`);
    if (importer !== undefined && !filesUsedBy(join(root, importer)).has(join(root, file))) {
      faults.push(`${importer} does not import ${file}`);
    }
    above.splice(depth, Infinity, file);
  }
  return faults;
}

function checkHop(hop: string, before: readonly Step[], after: readonly Step[]): string[] {
  const ends = HOPS[hop];
  if (ends === undefined) return [`${hop} is no hop`];
  const names = (steps: readonly Step[], file: string) =>
    steps.some((step) => "file" in step && step.file === file);
  const [leftFile, nextFile] = ends;
  return [
    ...(names(before, leftFile) ? [] : [`${hop}: ${leftFile} does not stand before it`]),
    ...(names(after, nextFile) ? [] : [`${hop}: ${nextFile} does not stand after it`]),
  ];
}

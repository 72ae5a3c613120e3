import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { faultText, render } from "@countersign/texts";
import { expect, it } from "vitest";
import { z } from "zod";

const ROOT = join(import.meta.dirname, "../../..");
/** Schemas of inputs, and the rules that they ask. */
const SOURCES = [
  "apps/approval-engine/src/**/*.ts",
  "libs/contracts/src/**/*.ts",
  "libs/domain/src/text/*.ts",
  "libs/domain/src/document-date.ts",
];
/** Read by operators at start, or by programs alone. */
const OTHERS =
  /\.test\.ts$|\/generated\/|config\.ts$|-channel\.ts$|settings-defaults\.ts$|company-fence\.ts$|kind-labels\.ts$|(?:as-sent|cloud-event|kinds)\.ts$/u;

/** A fault in the words of a schema, such as `must be at most ${TAKE_MAX}`. */
const FAULTS =
  /(["'`])((?:at least one of|expected|is no|is required|must|needs|unknown argument)\b(?:(?!\1)[^\\\n]|\\.)*)\1/gu;

const faults = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
  .filter((path) => !OTHERS.test(path))
  .flatMap((path) =>
    [...readFileSync(join(ROOT, path), "utf8").matchAll(FAULTS)].map(
      // As it reads once something stands in the place of what varies.
      ([, , words]) => words!.replaceAll(/\$\{(?:[^{}]|\{[^}]*\})*\}/gu, "7"),
    ),
  );

const germanOf = (fault: string): string => {
  const read = faultText(fault);
  return read === undefined
    ? `no text for “${fault}”: libs/texts/src/catalogue/faults-en.ts`
    : render(read, "de");
};

it("every fault that a schema names has words in German [CON-12]", () => {
  expect(faults.length).toBeGreaterThan(80);
  const missing = [...new Set(faults)].map(germanOf).filter((words) => words.startsWith("no text"));
  expect(missing).toEqual([]);
});

/** Schemas of every sort, and values that each refuses; no schema says how. */
const REFUSED: readonly [z.ZodType, ...unknown[]][] = [
  [z.string().min(2).max(3).regex(/^a/u), 1, "a", "aaaa", "bb", null, [], {}],
  [z.number().min(2).max(3).multipleOf(0.5), "1", 1, 4, 2.3, Number.NaN, Infinity],
  [z.number().gt(2).lt(3), 2, 3],
  [z.int(), 1.5, "1"],
  [z.boolean(), "true"],
  [z.date().min(new Date(5)).max(new Date(9)), "x", new Date(0), new Date(10), new Date(Number.NaN)],
  [z.array(z.string()).min(1).max(2), {}, [], ["a", "b", "c"], [1]],
  [z.enum(["ANY", "ALL"]), "SOME", 1],
  [z.literal("ANY"), "ALL"],
  [z.union([z.string(), z.number()]), true],
  [z.record(z.string().max(1), z.number()), { ab: 1 }, { a: "b" }, []],
  [z.object({ a: z.string() }), 1, { a: 1 }, []],
  [z.map(z.string(), z.number()), 1, new Map([[{}, 1]])],
  [z.set(z.number()), 1, new Set(["a"])],
  [z.url(), "x"],
  [z.email(), "x"],
  [z.uuid(), "x"],
  [z.iso.date(), "x"],
  [z.iso.datetime(), "x"],
  [z.string().startsWith("a"), "b"],
  [z.never(), 1],
];

it("every fault that zod words itself has words in German [CON-12]", () => {
  const said = REFUSED.flatMap(([schema, ...values]) =>
    values.flatMap((value) => {
      const { error } = schema.safeParse(value);
      expect(error, JSON.stringify(value)).toBeDefined();
      return error!.issues.map(({ message }) => message);
    }),
  );
  const missing = [...new Set(said)].map(germanOf).filter((words) => words.startsWith("no text"));
  expect(missing).toEqual([]);
  for (const fault of said) expect(germanOf(fault)).not.toContain("nvalid");
});

import { isDeepStrictEqual } from "node:util";

import type { FactType, FactValue } from "@countersign/contracts";

import type { Described } from "./table.ts";

/** A difference between two revisions, in one place of the document. */
export interface DocumentChange {
  /** `title`, `amount`, `currency`, `url`, `facts.<key>`, `tables.<key>` or `attachments.<name>`. */
  field: string;
  /** The name of the place for people: the fact's or table's label, or the attachment's name. */
  label?: string | undefined;
  before?: FactValue | undefined;
  after?: FactValue | undefined;
}

interface Part {
  value: FactValue;
  label?: string;
  type?: FactType;
  /** Of a table: the hash of what is in it. */
  digest?: string;
}

/** The changes from one revision to a later one, in the order of the later one; removed parts come last. */
export function changesBetween(earlier: Described, later: Described): DocumentChange[] {
  const [before, after] = [new Map(partsOf(earlier)), new Map(partsOf(later))];
  return [...new Set([...after.keys(), ...before.keys()])]
    .filter((field) => !isDeepStrictEqual(before.get(field), after.get(field)))
    .map((field) => {
      const [earlierPart, is] = [before.get(field), after.get(field)];
      return { field, label: (is ?? earlierPart)?.label, before: earlierPart?.value, after: is?.value };
    });
}

function* partsOf({
  title,
  amount,
  currency,
  url,
  facts = [],
  tables = [],
  attachments = [],
}: Described): Generator<[field: string, part: Part]> {
  for (const [field, value] of Object.entries({ title, amount, currency, url })) {
    if (value !== undefined) yield [field, { value }];
  }
  for (const { key, label, type, value } of facts) yield [`facts.${key}`, { label, type, value }];
  for (const { key, label, total, digest } of tables) {
    yield [`tables.${key}`, { label, value: `${total} ${total === 1 ? "row" : "rows"}`, digest }];
  }
  // Several files may have one name.
  for (const [name, files] of Map.groupBy(attachments, (file) => file.name)) {
    const value = files.map(({ url: at, sha256 = "" }) => `${at} ${sha256}`.trim()).join("\n");
    yield [`attachments.${name}`, { label: name, value }];
  }
}

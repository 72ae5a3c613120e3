import { type Containing, containing } from "@countersign/mongo";
import type { Paging } from "./record-reader.ts";
import { TAKE_DEFAULT } from "./page-inputs.ts";

export type Present<T> = { [Key in keyof T]?: NonNullable<T[Key]> };

/** The given fields; one that is left out or null does not restrict the search. */
export function presentFields<T extends object>(fields: T): Present<T> {
  const entries = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries) as Present<T>;
}

/** Separates the paging of a page's input from its filter. */
export function splitPaging<T extends Partial<Record<keyof Paging, number | null | undefined>>>({
  skip,
  take,
  ...filter
}: T): { paging: Paging; filter: Present<Omit<T, keyof Paging>> } {
  return { paging: { skip: skip ?? 0, take: take ?? TAKE_DEFAULT }, filter: presentFields(filter) };
}

/** Matches when one of the fields has the keyword anywhere in it, in either case, every character as itself. */
export function keywordIn(
  fields: readonly string[],
  keyword: string | undefined,
): { $or?: Record<string, Containing>[] } {
  return keyword === undefined ? {} : { $or: fields.map((field) => ({ [field]: containing(keyword) })) };
}

import { DomainError } from "@countersign/domain/errors";

/** What was looked for. @throws DomainError `NOT_FOUND` when there was none in the caller's company */
export function found<D>(noun: string, document: D | undefined): D {
  if (document === undefined) throw new DomainError("NOT_FOUND", `There is no such ${noun}`);
  return document;
}

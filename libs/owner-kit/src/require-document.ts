import { DomainError } from "@countersign/domain/errors";

/** Returns the document. @throws DomainError `NOT_FOUND` when the caller's company has none */
export function requireDocument<D>(noun: string, document: D | undefined): D {
  if (document === undefined) throw new DomainError("NOT_FOUND", `There is no such ${noun}`);
  return document;
}

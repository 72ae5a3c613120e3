import type { Kind, KindRegistry, Owner } from "@countersign/contracts";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";

/**
 * The owner of a document.
 *
 * @throws DomainError `UNAVAILABLE` for a document that a replica with other kinds took in (DOC-1)
 */
export function ownerOf(kinds: Pick<KindRegistry, "ownerOf">, kind: Kind): Owner {
  const owner = kinds.ownerOf(kind);
  if (owner === undefined) throw new DomainError("UNAVAILABLE", text("passing.kindUnknown", { kind }));
  return owner;
}

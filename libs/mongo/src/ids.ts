import { randomBytes } from "node:crypto";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";
import { ObjectId } from "mongodb";

const HEX_ID = /^[0-9a-fA-F]{24}$/u;

/** Whether the text is an id: 24 hexadecimal characters. */
export function isHexId(text: string): boolean {
  return HEX_ID.test(text);
}

/**
 * The stored form of a domain id.
 *
 * @param field input field to name when the id is malformed
 * @throws DomainError `INVALID_INPUT` unless it is 24 hexadecimal characters
 */
export function toObjectId(hex: string, field = "id"): ObjectId {
  if (!isHexId(hex)) {
    throw new DomainError("INVALID_INPUT", text("input.malformedId", { field }), { field });
  }
  return ObjectId.createFromHexString(hex);
}

/** The domain form of a stored id: 24 lower-case hexadecimal characters. */
export function toHex(id: ObjectId): string {
  return id.toHexString();
}

/** A new id in domain form. Make ids outside a unit of work: it may call its work several times. */
export function newId(): string {
  return new ObjectId().toHexString();
}

/** A new id in domain form that nobody can guess, unlike {@link newId}, which counts up. */
export function randomId(): string {
  return randomBytes(12).toString("hex");
}

import { DomainError } from "../errors/index.ts";

/** @throws DomainError `INVALID_INPUT`, always */
export function refuse(field: string, message: string): never {
  throw new DomainError("INVALID_INPUT", message, { field });
}

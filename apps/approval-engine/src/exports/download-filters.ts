import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";

/** Fields that pages have and downloads have not. */
const OF_PAGES = ["skip", "take", "after"];
/** Fields that are repeated, or one comma-separated list. */
const LISTS = new Set(["kinds", "states"]);
const INSTANTS = new Set(["from", "until", "submittedFrom", "submittedUntil"]);
const TRUTHS = new Set(["decidedByMe", "submittedByMe"]);

/**
 * Query parameters as the input of the page that the download shows.
 *
 * @throws DomainError `INVALID_INPUT` for fields of pages, and for what is no instant
 */
export function filterOf(query: unknown): Record<string, unknown> {
  const givenFields = query as Record<string, string | string[]>;
  for (const field of OF_PAGES) {
    if (field in givenFields)
      throw new DomainError("INVALID_INPUT", text("input.everyRow", { field }), { field });
  }
  return Object.fromEntries(
    Object.entries(givenFields).map(([field, value]) => [field, valueOf(field, value)]),
  );
}

function valueOf(field: string, value: string | string[]): unknown {
  if (LISTS.has(field)) return [value].flat().flatMap((list) => list.split(","));
  if (typeof value !== "string") return value;
  if (INSTANTS.has(field)) return instantOf(field, value);
  if (TRUTHS.has(field) && (value === "true" || value === "false")) return value === "true";
  return value;
}

function instantOf(field: string, value: string): Date {
  try {
    return new Date(Temporal.Instant.from(value).epochMilliseconds);
  } catch (cause) {
    const fault = "must be an instant such as 2026-12-24T09:00:00Z";
    throw new DomainError("INVALID_INPUT", text("input.invalid", { field, fault }), { field, cause });
  }
}

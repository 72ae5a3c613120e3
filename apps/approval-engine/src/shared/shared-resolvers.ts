import type { BaseRecordResolvers } from "../graphql/generated/resolver-types.ts";

/** An instant in ISO 8601 with its zone, to the millisecond. @throws RangeError for other texts */
function instantOf(value: unknown): Date {
  if (typeof value !== "string")
    throw new RangeError("DateTime: expected a text such as 2026-12-24T09:00:00Z");
  try {
    return new Date(Temporal.Instant.from(value).epochMilliseconds);
  } catch (cause) {
    throw new RangeError("DateTime: expected an instant such as 2026-12-24T09:00:00Z", { cause });
  }
}

/** How the SDL's own scalars are read and written; JSON is only ever an output. */
const scalars = {
  DateTime: {
    serialize: (value: unknown): string => {
      if (!(value instanceof Date)) throw new TypeError("DateTime needs a Date");
      return value.toISOString();
    },
    parseValue: instantOf,
  },
  // JSON already, or dates, which `JSON.stringify` writes in ISO form.
  JSON: { serialize: (value: unknown) => value },
};

/** Inherited by every type that implements the interface. */
const baseRecord: Pick<BaseRecordResolvers, "documentDate"> = {
  documentDate: ({ documentDate }) => documentDate?.getTime(),
};

/** The SDL's scalars, and what every record has. */
export const sharedResolvers = { ...scalars, BaseRecord: baseRecord };

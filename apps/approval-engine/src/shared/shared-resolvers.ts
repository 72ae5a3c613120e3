import type { BaseRecordResolvers } from "../graphql/generated/resolver-types.ts";

/** How the SDL's own scalars are written; both are only ever an output. */
const scalars = {
  DateTime: {
    serialize: (value: unknown): string => {
      if (!(value instanceof Date)) throw new TypeError("DateTime needs a Date");
      return value.toISOString();
    },
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

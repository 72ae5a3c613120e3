/** How the SDL's own scalars are written; both are only ever an output. */
export const scalars = {
  DateTime: {
    serialize: (value: unknown): string => {
      if (!(value instanceof Date)) throw new TypeError("DateTime needs a Date");
      return value.toISOString();
    },
  },
  // JSON already, or dates, which `JSON.stringify` writes in ISO form.
  JSON: { serialize: (value: unknown) => value },
};

import { GraphQLScalarType } from "graphql";

/** Instants on the wire; only ever an output. */
export const dateTime = new GraphQLScalarType<unknown, string>({
  name: "DateTime",
  serialize: (value) => {
    if (!(value instanceof Date)) throw new TypeError("DateTime needs a Date");
    return value.toISOString();
  },
});

/** Values that are JSON already, or dates, which `JSON.stringify` writes in ISO form; only ever an output. */
export const json = new GraphQLScalarType({ name: "JSON", serialize: (value) => value });

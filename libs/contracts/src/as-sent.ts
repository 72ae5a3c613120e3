import { z } from "zod";

/** A value as its sender meant it. */
export interface AsSent {
  /** The value without the fields that are null where they may be absent. */
  value: unknown;
  /** Paths of the fields that the schema does not know. Those of strict objects are left to the schema, which refuses them. */
  unknown: (string | number)[][];
}

/**
 * Reads what programs really send (contract-3, FIX-4): null for an optional field means that it is absent, but where the
 * schema takes null; and fields that nobody reads are found.
 */
export function asSent(schema: z.core.$ZodType, value: unknown): AsSent {
  const unknown: AsSent["unknown"] = [];
  return { value: read(schema, value, [], unknown), unknown };
}

type Path = readonly (string | number)[];

function read(schema: z.core.$ZodType, value: unknown, path: Path, unknown: AsSent["unknown"]): unknown {
  if (typeof value !== "object" || value === null) return value;
  const inner = innerOf(schema, value);
  if (inner !== undefined) return read(inner, value, path, unknown);
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item, index) => read(schema.element, item, [...path, index], unknown));
  }
  if (!(schema instanceof z.ZodObject) || Array.isArray(value)) return value;
  const shape = schema.shape as Readonly<Record<string, z.ZodType>>;
  const fields: [string, unknown][] = [];
  for (const [key, givenValue] of Object.entries(value)) {
    const field = Object.hasOwn(shape, key) ? shape[key] : undefined;
    const isAbsent = givenValue === null && field?.isOptional() === true && !field.isNullable();
    if (field === undefined && schema.def.catchall === undefined) unknown.push([...path, key]);
    if (!isAbsent) fields.push([key, field ? read(field, givenValue, [...path, key], unknown) : givenValue]);
  }
  return Object.fromEntries(fields);
}

/** The schema that reads an object or a list in place of the one around it. */
function innerOf(schema: z.core.$ZodType, value: object): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodPipe) {
    const takesAll = schema.in instanceof z.ZodTransform || schema.in instanceof z.ZodUnknown;
    return takesAll ? schema.out : schema.in;
  }
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const { discriminator, options } = schema.def;
    const namedOption = (value as Record<string, unknown>)[discriminator];
    return options.find(
      (option) =>
        option instanceof z.ZodObject && option.shape[discriminator]?.safeParse(namedOption).success,
    );
  }
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  ) {
    return schema.unwrap();
  }
  return undefined;
}

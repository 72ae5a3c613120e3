import { z } from "zod";

type Path = readonly (string | number)[];

/** One field of a schema, and what is sent for it. */
export interface SweptField {
  /** As refusals name it: `transactions.0.note`. */
  path: string;
  name: string;
  isOptional: boolean;
  /** Whether null says something here, as it unsets a field. */
  takesNull: boolean;
  /** The sound value without the field, with null, with no text, and with a blank. */
  absent: unknown;
  nulled: unknown;
  empty: unknown;
  blank: unknown;
}

/** A sound value of a schema, and every field in it (issue 36, "Also": null, absent, empty, blank). */
export interface Sweep {
  sound: unknown;
  fields: SweptField[];
}

/** Of the texts and numbers that the platform's messages have, each leaf takes the first that its schema reads. */
const LEAVES: readonly unknown[] = [
  "5eed00000000000000000101",
  "2027-03-01",
  "2027-03-01T08:30:00Z",
  "https://example.com/a",
  "0f".repeat(32),
  "Europe/Berlin",
  "de-AT",
  "nora@example.com",
  "Claim",
  "EUR",
  "changed",
  "1",
  1,
  true,
];

/** Reads a schema's fields, and makes a sound value with as many of them as may be together. */
export function sweepOf(schema: z.ZodType, givenFields: Readonly<Record<string, unknown>> = {}): Sweep {
  const sample = sampleOf(schema) as Record<string, unknown>;
  const sound = { ...sample, ...givenFields };
  const fields = pathsIn(schema, sound, []).map(([path, field]): SweptField => ({
    path: path.join("."),
    name: String(path.findLast((part) => typeof part === "string")),
    isOptional: field.isOptional(),
    takesNull: field.isNullable(),
    absent: withValue(sound, path, undefined),
    nulled: withValue(sound, path, null),
    empty: withValue(sound, path, ""),
    blank: withValue(sound, path, " \u00A0"),
  }));
  return { sound, fields };
}

function bare(schema: z.core.$ZodType): z.core.$ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  ) {
    return bare(schema.unwrap());
  }
  if (schema instanceof z.ZodPipe) {
    const takesAll = schema.in instanceof z.ZodTransform || schema.in instanceof z.ZodUnknown;
    return bare(takesAll ? schema.out : schema.in);
  }
  return schema;
}

function sampleOf(wrappedSchema: z.core.$ZodType): unknown {
  const schema = bare(wrappedSchema) as z.ZodType;
  if (schema instanceof z.ZodUnion) return sampleOf(schema.options[0] as z.ZodType);
  if (schema instanceof z.ZodArray) {
    const item = sampleOf(schema.element);
    return [[item], [item, item]].find((items) => schema.safeParse(items).success);
  }
  if (schema instanceof z.ZodObject) return objectOf(schema, wrappedSchema as z.ZodType);
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return schema.def.values[0];
  const sample = LEAVES.find((value) => (wrappedSchema as z.ZodType).safeParse(value).success);
  if (sample === undefined) throw new Error(`no sample is sound for a ${schema.def.type}`);
  return sample;
}

/**
 * All fields where they may be together, else without one optional field that excludes another, else one optional field alone.
 *
 * @param wrappedSchema - the schema with what it says of its fields together
 */
function objectOf(schema: z.ZodObject, wrappedSchema: z.ZodType): unknown {
  const wholeSample = Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => [name, sampleOf(field)]),
  );
  const optional = Object.entries(schema.shape)
    .filter(([, field]) => (field as z.ZodType).isOptional())
    .map(([name]) => name);
  const without = optional.map((name) => withValue(wholeSample, [name], undefined));
  const samplesAlone = optional.map((name) =>
    Object.fromEntries(
      Object.entries(wholeSample).filter(
        ([otherName]) => otherName === name || !optional.includes(otherName),
      ),
    ),
  );
  const sound = [wholeSample, ...without, ...samplesAlone].find(
    (value) => wrappedSchema.safeParse(value).success,
  );
  if (sound === undefined) throw new Error(`no sound value of ${Object.keys(wholeSample).join(", ")}`);
  return sound;
}

function pathsIn(wrappedSchema: z.core.$ZodType, value: unknown, path: Path): [Path, z.ZodType][] {
  const schema = bare(wrappedSchema);
  if (schema instanceof z.ZodUnion) return pathsIn(schema.options[0] as z.ZodType, value, path);
  if (schema instanceof z.ZodArray) {
    return ((value as unknown[] | undefined) ?? []).flatMap((item, at) =>
      pathsIn(schema.element, item, [...path, at]),
    );
  }
  if (!(schema instanceof z.ZodObject) || value === undefined) return [];
  const foundPaths: [Path, z.ZodType][] = [];
  for (const [name, field] of Object.entries(schema.shape)) {
    const here: Path = [...path, name];
    foundPaths.push([here, field], ...pathsIn(field, (value as Record<string, unknown>)[name], here));
  }
  return foundPaths;
}

/** The value with another one at a path; `undefined` leaves it out. */
function withValue(value: unknown, [first, ...rest]: Path, put: unknown): unknown {
  if (first === undefined) return put;
  if (Array.isArray(value)) {
    return value.map((item: unknown, at) => (at === first ? withValue(item, rest, put) : item));
  }
  const { [first]: present, ...otherFields } = value as Record<string | number, unknown>;
  const next = rest.length === 0 ? put : withValue(present, rest, put);
  return next === undefined ? otherFields : { ...otherFields, [first]: next };
}

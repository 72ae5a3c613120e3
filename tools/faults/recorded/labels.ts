import { toObjectId } from "@countersign/mongo";
import { Decimal128, ObjectId } from "mongodb";

/** Ids, and hashes of what has ids in it: those of the same content get the same label. */
const MADE_ID = /[0-9a-f]{64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{24}/gu;

/** Fields that differ from run to run: traces, and the hashes of audit rows over ids. */
const PASSING = new Set(["traceparent", "tracestate", "chain"]);

/** The ids that a platform made, by the order of their making: two platforms that do the same get the same labels. */
export interface Labels {
  /** Names an id by what it is of, unless it has a label. */
  name(id: string, of: string): void;
  /**
   * A value as JSON, with labels in place of ids. An id that has none is named after the field where it first stands, so that a
   * field that only one platform has moves no labels of others.
   */
  in(value: unknown): unknown;
  /** A value with the platform's own ids in place of labels. */
  out<T>(value: T): T;
  objectId(id: string): ObjectId;
}

/** @param isGiven - says which ids are the history's own, which stay */
export function createLabels(isGiven: (id: string) => boolean): Labels {
  const labels = new Map<string, string>();
  const ids = new Map<string, string>();
  const counts = new Map<string, number>();

  function labelOf(id: string, of: string): string {
    if (isGiven(id)) return id;
    const knownLabel = labels.get(id);
    if (knownLabel !== undefined) return knownLabel;
    const count = (counts.get(of) ?? 0) + 1;
    counts.set(of, count);
    const label = `${of}#${count}`;
    labels.set(id, label);
    ids.set(label, id);
    return label;
  }
  function into(value: unknown, field = "id"): unknown {
    if (typeof value === "string") return value.replace(MADE_ID, (id) => labelOf(id, field));
    if (value instanceof ObjectId) return labelOf(value.toHexString(), field);
    if (value instanceof Date) return value.toISOString();
    if (value instanceof Decimal128) return value.toString();
    if (Array.isArray(value)) return value.map((item) => into(item, field));
    if (typeof value !== "object" || value === null) return value;
    const fields = Object.entries(value).filter(([key]) => !PASSING.has(key));
    return Object.fromEntries(fields.map(([key, inner]) => [into(key), into(inner, key)]));
  }
  function outOf(value: unknown): unknown {
    if (typeof value === "string") return ids.get(value) ?? value;
    if (Array.isArray(value)) return value.map(outOf);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, outOf(inner)]));
  }
  return {
    name: labelOf,
    in: (value) => into(value),
    out: <T>(value: T) => outOf(value) as T,
    objectId: toObjectId,
  };
}

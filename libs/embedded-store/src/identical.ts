import { serialize } from "bson";
import type { Doc } from "./values.ts";

/** Same fields, order, types and values: an update that leaves them so has modified nothing. */
export const isIdentical = (a: Doc, b: Doc): boolean => Buffer.compare(serialize(a), serialize(b)) === 0;

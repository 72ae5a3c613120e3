import type { Binary, Decimal128, Double, ObjectId } from "bson";

/**
 * A stored value. Numbers keep their BSON type: int32 and fractional doubles are `number`, int64 is `bigint`,
 * and a double that the serialiser would otherwise write as an int32 stays a {@link Double}.
 * Missing is `undefined`. Values are never changed in place once stored.
 */
export type Value = undefined | null | boolean | string | Num | Date | BsonObject | Doc | Value[];

export type Num = number | bigint | Double | Decimal128;
export type BsonObject = ObjectId | Binary;

export interface Doc {
  [field: string]: Value;
}

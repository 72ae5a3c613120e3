/** `T` whose optional fields may also be given as undefined. */
export type Loose<T> = { [K in keyof T]: undefined extends T[K] ? T[K] | undefined : T[K] };

/** The record without its undefined fields. */
export function defined<T extends object>(record: Loose<T>): T {
  const result: Record<string, unknown> = {};
  // Not `Object.entries`: a run of 10,000 seats would make 100,000 arrays.
  for (const key in record) {
    if (record[key] !== undefined) result[key] = record[key];
  }
  return result as T;
}

/** `T` whose optional fields may also be given as undefined. */
export type Loose<T> = { [K in keyof T]: undefined extends T[K] ? T[K] | undefined : T[K] };

/** The record without its undefined fields. */
export function defined<T extends object>(record: Loose<T>): T {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(record)) {
    if (value !== undefined) result[key] = value;
  }
  return result as T;
}

/** The value of a field of a record that a change keeps as it was. */
export const fieldIn = (record: unknown, name: string): unknown =>
  typeof record === "object" && record !== null ? (record as Record<string, unknown>)[name] : undefined;

/** One field of a record that a change touched. */
export interface ChangedField {
  name: string;
  before: string | undefined;
  after: string | undefined;
}

/** The fields of a record that changed; for a new or a deleted one, all its fields. */
export function changedFields(before: unknown, after: unknown): ChangedField[] {
  const [old, fresh] = [fieldsOf(before), fieldsOf(after)];
  const names = new Set([...old.keys(), ...fresh.keys()]);
  return [...names]
    .filter((name) => old.get(name) !== fresh.get(name))
    .map((name) => ({ name, before: old.get(name), after: fresh.get(name) }));
}

function fieldsOf(record: unknown): ReadonlyMap<string, string> {
  const entries = typeof record === "object" && record !== null ? Object.entries(record) : [];
  return new Map(
    entries.map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  );
}

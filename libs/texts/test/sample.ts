/** A value for each argument that a text may have. */
const SAMPLE: Readonly<Record<string, string | number>> = { count: 4, maximum: 20, open: 2, order: 2 };

/** The arguments of a message, each with a value that says its name. */
export function sampleFor(message: string): Record<string, string | number> {
  const names = [...message.matchAll(/\{(\w+)[,}]/gu)].map(([, name = ""]) => name);
  return Object.fromEntries(names.map((name) => [name, SAMPLE[name] ?? `<${name}>`]));
}

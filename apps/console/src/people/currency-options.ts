import type { Option } from "../design/field.tsx";

const made = new Map<string, readonly Option<string>[]>();

/** Every currency by its code, with its name in the reader's language. */
export function currencyOptions(locale: string): readonly Option<string>[] {
  const known = made.get(locale);
  if (known !== undefined) return known;
  const names = new Intl.DisplayNames(locale, { type: "currency" });
  const options = Intl.supportedValuesOf("currency").map((code) => ({
    value: code,
    label: `${code} – ${names.of(code) ?? code}`,
  }));
  made.set(locale, options);
  return options;
}

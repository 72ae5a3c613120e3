import type { ComboboxOption } from "./combobox.tsx";

const made = new Map<string, readonly ComboboxOption[]>();

/** Every currency that the browser knows, by its code, with its name in a language. */
export function currencyOptions(locale: string): readonly ComboboxOption[] {
  const known = made.get(locale);
  if (known) return known;
  const names = new Intl.DisplayNames(locale, { type: "currency" });
  const options = Intl.supportedValuesOf("currency").map((code) => ({
    value: code,
    label: code,
    about: names.of(code),
  }));
  made.set(locale, options);
  return options;
}

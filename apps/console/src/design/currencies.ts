import { CURRENCIES } from "@countersign/domain/money";
import type { ComboboxOption } from "./combobox.tsx";

const optionsByLocale = new Map<string, readonly ComboboxOption[]>();

/** Every currency that the browser knows, by its code, with its name in a language. */
export function currencyOptions(locale: string): readonly ComboboxOption[] {
  const knownOptions = optionsByLocale.get(locale);
  if (knownOptions) return knownOptions;
  const names = new Intl.DisplayNames(locale, { type: "currency" });
  const options = CURRENCIES.map((code) => ({
    value: code,
    label: code,
    about: names.of(code),
  }));
  optionsByLocale.set(locale, options);
  return options;
}

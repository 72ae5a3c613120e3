import { expect, it } from "vitest";

import { formatsOf } from "./i18n.ts";

it.each([
  [["en-GB", "en"], "en", "en-GB"],
  [["de-AT", "en-GB"], "en", "en-GB"],
  [["en-US@posix"], "en", "en"],
  [["en-US@posix", "en-CA"], "en", "en-CA"],
  [["fr-FR"], "de", "de"],
  [[], "de", "de"],
])("dates for browsers of %j are written in %s as %s", (languages, locale, expected) => {
  expect(formatsOf(languages, locale)).toBe(expected);
  expect(() => new Intl.NumberFormat(formatsOf(languages, locale))).not.toThrow();
});

import { expect, it } from "vitest";

import { withoutLinks } from "./unlinked.ts";

const marked = (text: string): string => withoutLinks(text).replaceAll("\u2060", "|");

it.each([
  ["https://evil.example/a", "https:|//evil|.example/a"],
  ["www.evil.example", "www|.evil|.example"],
  ["pay@evil.example", "pay@evil|.example"],
  ["evil\u3002example", "evil|\u3002example"],
  ["evil\uFF0Eexample", "evil|\uFF0Eexample"],
  ["evil\uFF61example", "evil|\uFF61example"],
  ["evil.\u0440\u0444", "evil|.\u0440\u0444"],
  ["1.250,00 EUR at 9.30.", "1.250,00 EUR at 9.30."],
  ["\u652F\u6255\u3046\u3002 OK", "\u652F\u6255\u3046\u3002 OK"],
])("%s has no address that a mail program makes a link of [TIME-5]", (text, expected) => {
  expect(marked(text)).toBe(expected);
});

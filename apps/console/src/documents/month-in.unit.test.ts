import { expect, it } from "vitest";

import { monthIn } from "./month-in.ts";

const [from, until] = [new Date(2026, 10, 1), new Date(2026, 11, 1)];

it.each([
  ["November 2026", "en", ""],
  ["desks nov 2026", "en-GB", "desks"],
  ["2026-11 Nora", "de", "Nora"],
  ["Dezember 2026", "en", undefined],
  ["PO-2026-11", "en", undefined],
  ["Room 2026", "en", undefined],
])("reads the month of %s in %s [CON-22]", (text, locale, rest) => {
  expect(monthIn(text, locale)).toEqual(rest === undefined ? { text } : { text: rest, from, until });
});

it("reads the reader's own language, and years that end with the month [CON-22]", () => {
  expect(monthIn("Dez. 2026 Vans", "de")).toEqual({
    text: "Vans",
    from: new Date(2026, 11, 1),
    until: new Date(2027, 0, 1),
  });
});

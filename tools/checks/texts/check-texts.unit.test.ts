import { describe, expect, it } from "vitest";

import { findTextFaults, refusalsWithoutCode } from "./check-texts.ts";

const en = {
  "a.name": "{name} has left",
  "a.one": "One",
  "b.x": "X",
  "b.y": "{n, plural, one {a} other {{n}}}",
};
const de = { "a.name": "{name} ist weg", "a.one": "Eins", "b.x": "X", "b.y": "{n}" };
const USES = ['text("a.name", { name }); text("a.one")', "text(`b.${letter}`)"];

describe("the catalogues of texts", () => {
  it("have no fault when every language has every text, and all are used [TEXT-1]", () => {
    expect(findTextFaults({ en, de }, USES)).toEqual([]);
  });

  it("must not lack a text, nor have one alone [TEXT-1]", () => {
    const { "a.one": _one, ...less } = de;
    expect(findTextFaults({ en, de: { ...less, "c.z": "Z" } }, USES)).toEqual([
      "de: a.one is missing",
      "de: c.z is no text",
    ]);
  });

  it("must not name arguments that the English text lacks, nor be anything but ICU messages [TEXT-1]", () => {
    const faulty = { ...de, "a.name": "{wer} ist weg", "a.one": "{Eins" };
    expect(findTextFaults({ en, de: faulty }, USES)).toEqual([
      "de: a.name has no argument wer",
      "de: a.one is no ICU message",
    ]);
  });

  it("must not have a text that nothing uses [TEXT-1]", () => {
    expect(findTextFaults({ en, de }, USES.slice(0, 1))).toEqual(["b.x is not used", "b.y is not used"]);
  });
});

describe("a refusal", () => {
  it("has a text in the place of a sentence [TEXT-1]", () => {
    const coded = 'throw new DomainError("CONFLICT", text("a.one"));';
    const bare = 'throw new DomainError(\n  "CONFLICT",\n  `No ${thing}`,\n);';
    expect(refusalsWithoutCode(`${coded}\n${bare}\n${coded}`)).toEqual([2]);
  });
});

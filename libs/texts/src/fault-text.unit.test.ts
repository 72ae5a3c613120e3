import { describe, expect, it } from "vitest";

import { faults as german } from "./catalogue/faults-de.ts";
import { faults as english } from "./catalogue/faults-en.ts";
import { faultText, withFaultText } from "./fault-text.ts";
import { render } from "./render.ts";
import { text } from "./text.ts";

const germanOf = (fault: string): string => render(text("input.invalid", { field: "title", fault }), "de");

describe("the fault of an input", () => {
  it.each(Object.entries(english))(
    "%s is read back by its words, each value too [CON-12]",
    (code, message) => {
      const words = message.replaceAll(/\{\w+\}/gu, "7");
      const read = faultText(words);
      expect(read?.code).toBe(code);
      expect(render(read!)).toBe(words);
      expect(Object.values(read!.params).every((value) => value === "7")).toBe(true);
    },
  );

  it.each([
    ["must have at most 200 characters", "„title“ darf höchstens 200 Zeichen haben"],
    ["expected at most 15 significant digits", "„title“ darf höchstens 15 geltende Ziffern haben"],
    ["expected at most 1000000000000", "„title“ darf höchstens 1000000000000 sein"],
    [
      "Invalid input: expected string, received number",
      "„title“ hat die falsche Art: erwartet wird ein Text",
    ],
    ['Invalid option: expected one of "ANY"|"ALL"', '„title“ muss einer der Werte "ANY"|"ALL" sein'],
    ["Too big: expected array to have <=5 items", "„title“ darf höchstens 5 Einträge haben"],
    ["Invalid URL", "„title“ hat nicht die richtige Form"],
  ])("%s is written in German [CON-12]", (fault, words) => {
    expect(germanOf(fault)).toBe(words);
  });

  it("that no text has gives the field alone, and no English [CON-12]", () => {
    expect(germanOf("is odd in a new way")).toBe("Diese Eingabe passt nicht: title");
  });

  it("is written in English as it came, and leaves other texts alone [CON-12]", () => {
    const fault = String.raw`must be at least \x41`;
    expect(render(text("input.invalid", { field: "a", fault }))).toBe(`a: ${fault}`);
    const other = text("input.missing", { field: "a" });
    expect(withFaultText(other)).toBe(other);
  });

  it("has words of its own in German, all of them to be read after a field's name [CON-12]", () => {
    for (const [code, message] of Object.entries(german)) {
      expect(message, code).not.toBe(english[code as keyof typeof english]);
      expect(message, code).toMatch(/^[a-zäöü]/u);
    }
  });
});

import { expect, it } from "vitest";

import { messages as german } from "./de.ts";
import { messages as english } from "./en.ts";

/** Names of a message's values, such as `count`. */
const valuesIn = (text: string) => [...text.matchAll(/\{(\w+)[,}]/gu)].map(([, name]) => name).join(" ");

it("has every text in both languages, with the same values", () => {
  expect(Object.keys(german).toSorted()).toEqual(Object.keys(english).toSorted());
  for (const [id, text] of Object.entries(english)) {
    expect(valuesIn(german[id as keyof typeof english]), id).toEqual(valuesIn(text));
  }
});

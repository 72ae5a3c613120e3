import { CATALOGUES } from "@countersign/texts";
import { expect, it } from "vitest";

import { messages as companyGerman } from "./company-de.ts";
import { messages as companyEnglish } from "./company-en.ts";
import { messages as german } from "./de.ts";
import { messages as english } from "./en.ts";
import { isolateValues } from "./i18n.ts";

/** Names of a message's values, such as `count`. */
const valuesIn = (text: string) => [...text.matchAll(/\{(\w+)[,}]/gu)].map(([, name]) => name).join(" ");

type Texts = Readonly<Record<string, string>>;

it.each<[string, Texts, Texts]>([
  ["everybody", english, german],
  ["privileged users", companyEnglish, companyGerman],
])("has every text for %s in both languages, with the same values", (_whom, ours, theirs) => {
  expect(Object.keys(theirs).toSorted()).toEqual(Object.keys(ours).toSorted());
  for (const [id, text] of Object.entries(ours)) expect(valuesIn(theirs[id]!), id).toEqual(valuesIn(text));
});

it("has no text twice", () => {
  expect(Object.keys(companyEnglish).filter((id) => id in english)).toEqual([]);
});

it("has one word for a thing in German: Firma, Dokument", () => {
  const all = Object.entries<string>({ ...german, ...companyGerman, ...CATALOGUES.de });
  expect(all.filter(([, text]) => /unternehmen|vorgang|vorgäng/iu.test(text))).toEqual([]);
});

it("keeps what a value turns within the value", () => {
  const values = { name: "Ann \u202Etxt.exe", arabic: "سارة", plain: "Zoë 🚀", count: 3 };
  expect(isolateValues(values)).toEqual({
    name: "\u2068Ann \u202Etxt.exe\u2069",
    arabic: "\u2068سارة\u2069",
    plain: "Zoë 🚀",
    count: 3,
  });
});

import { CATALOGUES } from "@countersign/texts";
import { describe, expect, it } from "vitest";

import type { Translate } from "../messages/i18n.ts";
import { messages } from "../messages/de.ts";
import { UNNAMED_STAGES, stageOfField, stageText } from "./kind.ts";

const german: Translate = (id, values = {}) =>
  (messages as Record<string, string>)[id]!.replaceAll(/\{(\w+)\}/gu, (_, name: string) =>
    String(values[name]),
  );

describe("the name of a stage in German", () => {
  it.each([
    ["Named by the agent", "Vom Agenten benannt"],
    ["Submitter’s manager", "Führungskraft des Antragstellers"],
    ["Person in “buyer”", "Person in „buyer“"],
    ["Rejected it before — further approval", "Hat es zuvor abgelehnt — weitere Genehmigung"],
    ["HEAD_OF_DEPARTMENT", "Abteilungsleitung"],
    ["Board", "Board"],
    ["constructor", "constructor"],
  ])("has our words where the engine gave it: %s [TEXT-1]", (name, shownName) => {
    expect(stageText(german, name)).toBe(shownName);
  });
});

it("names stages that nobody names in the words by which the engine knows them [TEXT-1]", () => {
  const english: Readonly<Record<string, string>> = CATALOGUES.en;
  for (const [id, name] of Object.entries(UNNAMED_STAGES)) expect(english[`stage.${id}`]).toBe(name);
  expect(english["stage.field"]!.replace("{field}", "buyer")).toBe(stageOfField("buyer"));
});

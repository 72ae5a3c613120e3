import { expect, it } from "vitest";

import { actionLines } from "./action-lines.ts";

it("shows the call line by line, as what it parses to [ASK-2]", () => {
  const action = { arguments: { ids: [1, 2], name: "Zoë 株式会社 علی" }, tool: "delete" };
  const lines = actionLines(action);
  expect(lines).toHaveLength(10);
  expect(JSON.parse(lines.join("\n"))).toEqual(action);
});

it("spells out letters that show nothing or turn others around, and keeps the call the same [ASK-2] [SAFE-7]", () => {
  const action = { name: "pay \u202E001\u2066\u200B\u{E0041}\u3164\u2028\ufeff", tool: "a\nb" };
  const lines = actionLines(action);
  expect(lines[1]).toBe(String.raw`  "name": "pay \u202e001\u2066\u200b\udb40\udc41\u3164\u2028\ufeff",`);
  expect(lines[2]).toBe(String.raw`  "tool": "a\nb"`);
  expect(JSON.parse(lines.join("\n"))).toEqual(action);
});

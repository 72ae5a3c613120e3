import { expect, it } from "vitest";
import { hintFor } from "./hint.ts";

it.each([
  ["approval-engine answered 401: Unauthorized", /AUTH_SECRET/],
  ["the HR record hears the outcome: not within 10 s", /restart of its broker[^]*npm run outbox -- replay/],
  ["fetch failed", /terminal of npm start/],
])("says what %s usually means", (message, hint) => {
  expect(hintFor(message)).toMatch(hint);
});

it("says nothing of what it does not know", () => {
  expect(hintFor("expected one waiting task of LV-000001, found 0")).toBeUndefined();
});

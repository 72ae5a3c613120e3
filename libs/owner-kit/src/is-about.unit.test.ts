import { expect, it } from "vitest";
import { isAbout } from "./is-about.ts";

const [OWN, OTHER] = ["a".repeat(24), "b".repeat(24)];
const ids = { companyId: OWN, refId: OWN, kind: "Leave" };
const outcome = { ...ids, runId: OWN, requestId: "mine", submitterId: OWN, actorId: OWN };
const refusal = { ...ids, requestId: "mine", code: 400, error: "Workflow has no stages" };
const { requestId: _none, ...older } = outcome;

it.each([
  ["an outcome before the answer, by its id", outcome, { requestId: "mine" }, true],
  ["another's outcome before the answer", outcome, { requestId: "other" }, false],
  ["an outcome after the answer, by its run", outcome, { requestId: "other", runId: OWN }, true],
  ["the outcome of another run", outcome, { requestId: "mine", runId: OTHER }, false],
  ["an older outcome after the answer", older, { requestId: "mine", runId: OWN }, true],
  ["an older outcome before the answer", older, { requestId: "mine" }, undefined],
  ["a refusal", refusal, { requestId: "mine", runId: OWN }, true],
  ["a refusal of an earlier submission", refusal, { requestId: "other" }, false],
])("tells of %s whether it is about the submission [OPS-4]", (_what, data, submission, expected) => {
  expect(isAbout({ data }, submission)).toBe(expected);
});

import { describe, expect, it } from "vitest";

import { assertUnchanged, revisionOf } from "./revision.ts";

const DOCUMENT_2 = { document: { revision: 2 } };

describe("the revision of a task", () => {
  it.each([
    ["of a run without a document", {}, {}, "0.1"],
    ["of a document's first revision", {}, { document: { revision: 1 } }, "1.1"],
    ["of a stage entered for the third time", { activation: 3 }, DOCUMENT_2, "2.3"],
  ])("%s [CTRL-2]", (_, task, run, revision) => {
    expect(revisionOf(task, run)).toBe(revision);
  });
});

describe("a command that expects a revision", () => {
  it.each([undefined, "2.3"])("passes with %s at revision 2.3 [CTRL-2]", (expected) => {
    expect(() => assertUnchanged(expected, { activation: 3 }, DOCUMENT_2)).not.toThrow();
  });

  it.each([
    ["1.3", { document: { from: 1, to: 2 } }],
    ["2.1", { stage: { from: 1, to: 3 } }],
    ["0.4", { document: { from: 0, to: 2 }, stage: { from: 4, to: 3 } }],
  ])("of %s learns at revision 2.3 what has changed [CTRL-2]", (expected, changed) => {
    expect(() => assertUnchanged(expected, { activation: 3 }, DOCUMENT_2)).toThrow(
      expect.objectContaining({
        code: "REVISION_CHANGED",
        message: "The document or its stage has changed",
        field: "expectedRevision",
        details: { changed },
      }),
    );
  });
});

import { describe, expect, it } from "vitest";
import { z } from "zod";

import { approvalDocument } from "./document.ts";
import { parseContract, parseRequest } from "./parse.ts";
import { submission } from "./submission.ts";

const line = z.object({ id: z.string(), remark: z.string().optional() });
const schema = z.object({
  name: z.string(),
  note: z.string().optional(),
  dryRun: z.boolean().default(false),
  cleared: z.string().nullish(),
  lines: z.array(line.transform((read) => read)).optional(),
  either: z
    .discriminatedUnion("kind", [
      z.object({ kind: z.literal("a"), value: z.number().optional() }),
      z.object({ kind: z.literal("b"), text: z.string().optional() }),
    ])
    .nullish(),
  meta: z.looseObject({}).optional(),
});

describe("a value that is sent", () => {
  it("has null for what is absent, but where null says something [FIX-4]", () => {
    const sent = {
      name: "n",
      note: null,
      dryRun: null,
      cleared: null,
      lines: [{ id: "1", remark: null }],
      either: { kind: "b", text: null },
    };
    const read = {
      name: "n",
      dryRun: false,
      cleared: null,
      lines: [{ id: "1" }],
      either: { kind: "b" },
    };
    expect(parseContract(schema, sent)).toEqual(read);
    expect(parseRequest(schema, sent)).toStrictEqual(read);
  });

  it("may not have null for what is required", () => {
    expect(() => parseContract(schema, { name: null })).toThrow(/^name: /u);
  });

  it.each([
    ["at the top", { name: "n", date: "2026" }, "date: unknown argument"],
    ["in a list", { name: "n", lines: [{ id: "1", note: "x" }] }, "lines.0.note: unknown argument"],
    ["in a choice", { name: "n", either: { kind: "b", value: 1 } }, "either.value: unknown argument"],
    ["of every object", { name: "n", constructor: 1 }, "constructor: unknown argument"],
    [
      "several, before other faults",
      { nmae: "n", lines: 5, a: null },
      "nmae: unknown argument; a: unknown argument; name: is required; lines: Invalid input: expected array, received number",
    ],
  ])(
    "is refused as a request with an unknown argument %s, and read as a message [FIX-4]",
    (_, sent, text) => {
      expect(() => parseRequest(schema, sent)).toThrow(text);
    },
  );

  it("may hold anything where anything is read", () => {
    expect(parseRequest(schema, { name: "n", meta: { any: null } })).toMatchObject({ meta: { any: null } });
  });

  it("names each unknown field of what refuses them by itself [FIX-4]", () => {
    const document = { title: "t", amount: null, colour: "red", facts: [{ size: 1 }] };
    expect(() => parseContract(approvalDocument, { colour: "red", size: 1 })).toThrow(
      "colour: unknown argument; size: unknown argument",
    );
    expect(() => parseContract(approvalDocument, document)).toThrow("colour: unknown argument");
  });

  it("is a message of a newer service, whose further fields are ignored [FIX-4]", () => {
    const id = "a".repeat(24);
    const sent = { companyId: id, refId: id, kind: "Claim", submitterId: id, newer: 1, ref: null };
    expect(parseContract(submission, sent)).toStrictEqual({
      companyId: id,
      refId: id,
      kind: "Claim",
      submitterId: id,
    });
    expect(() => parseRequest(submission, sent)).toThrow("newer: unknown argument");
  });
});

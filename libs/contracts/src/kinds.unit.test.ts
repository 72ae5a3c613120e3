import { BUILT_IN_KINDS, KIND_LIMITS, createKindRegistry, documentKinds } from "@countersign/contracts";
import { builtInOwnerOf, WORKFLOW_TASK_KINDS } from "@countersign/domain/approval";
import { describe, expect, it } from "vitest";

/** The faults of a text of `DOCUMENT_KINDS`. */
const faultsOf = (text: string) => documentKinds.safeParse(text).error?.issues.map(({ message }) => message);
const kindsNumbered = (count: number) => Array.from({ length: count }, (_, n) => `Kind${n}`);

it("the contracts, which import nothing, name the domain's kinds and their owners", () => {
  expect(BUILT_IN_KINDS.kinds).toEqual([...WORKFLOW_TASK_KINDS]);
  for (const known of WORKFLOW_TASK_KINDS) expect(BUILT_IN_KINDS.ownerOf(known)).toBe(builtInOwnerOf(known));
});

describe("DOCUMENT_KINDS", () => {
  it("adds owners and kinds after the built-in ones, in its order [DOC-1]", () => {
    const registry = documentKinds.parse(" legal:Contract,Nda  finance:JournalEntry\thr:Overtime ");
    expect(registry.kinds).toEqual([...WORKFLOW_TASK_KINDS, "Contract", "Nda", "JournalEntry", "Overtime"]);
    expect(registry.owners).toEqual(["hr", "inventory", "legal", "finance"]);
    expect(registry.kindsOf("legal")).toEqual(["Contract", "Nda"]);
    expect(registry.kindsOf("hr")).toEqual(["Leave", "Claim", "Loan", "Advance", "Overtime"]);
    expect(registry.kindsOf("nobody")).toEqual([]);
    expect([registry.ownerOf("JournalEntry"), registry.ownerOf("Party")]).toEqual(["finance", undefined]);
  });

  it("adds nothing when it is empty [DOC-1]", () => {
    const { kinds, owners } = documentKinds.parse(" ");
    expect({ kinds, owners }).toEqual({ kinds: BUILT_IN_KINDS.kinds, owners: BUILT_IN_KINDS.owners });
  });

  const OWNER = "must be 1 to 31 characters: a-z first, then a-z, 0-9 and -";
  const KIND = "must be 1 to 61 characters: A-Z first, then A-Z, a-z and 0-9";
  const FORM = "expected <owner>:<Kind>,<Kind> for each owner, once, separated by spaces";
  it.each([
    ["legal", FORM],
    ["legal:", FORM],
    [":Contract", FORM],
    ["legal:Contract:Nda", FORM],
    ["legal:Contract legal:Nda", FORM],
    ["Legal:Contract", `owner "Legal": ${OWNER}`],
    ["le_gal:Contract", `owner "le_gal": ${OWNER}`],
    ["le.gal:Contract", `owner "le.gal": ${OWNER}`],
    [`${"l".repeat(32)}:Contract`, `owner "${"l".repeat(32)}": ${OWNER}`],
    ["from:Contract", "owner from: a word of the subjects"],
    ["legal:contract", `kind "contract": ${KIND}`],
    ["legal:Con-tract", `kind "Con-tract": ${KIND}`],
    ["legal:Größe", `kind "Größe": ${KIND}`],
    ["legal:Contract,,Nda", `kind "": ${KIND}`],
    [`legal:${"C".repeat(62)}`, `kind "${"C".repeat(62)}": ${KIND}`],
    ["legal:Nda,Nda", "kind Nda: listed twice for legal"],
    ["hr:Leave", "kind Leave: listed twice for hr"],
    ["legal:Nda finance:Nda", "kind Nda: claimed by legal and finance"],
    ["legal:Leave", "kind Leave: claimed by hr and legal"],
  ])("is refused in one line: %s [DOC-1]", (text, fault) => {
    expect(faultsOf(text)).toEqual([fault]);
  });

  it("may bring 40 kinds in all, and 20 owners [DOC-1]", () => {
    const { kinds, addedOwners } = KIND_LIMITS;
    const fits = kindsNumbered(kinds - BUILT_IN_KINDS.kinds.length);
    expect(documentKinds.parse(`legal:${fits.join(",")}`).kinds).toHaveLength(40);
    expect(faultsOf(`legal:${fits.join(",")},More`)).toEqual([
      "41 kinds, the 8 built-in ones included: at most 40",
    ]);
    const owners = (count: number) =>
      kindsNumbered(count)
        .map((kind, n) => `owner${n}:${kind}`)
        .join(" ");
    expect(documentKinds.parse(`hr:Overtime ${owners(addedOwners)}`).owners).toHaveLength(22);
    expect(faultsOf(owners(addedOwners + 1))).toEqual(["21 added owners: at most 20"]);
  });

  it("checks a registry that code makes by the same rules [DOC-1]", () => {
    expect(() => createKindRegistry(new Map([["legal", ["Leave"]]]))).toThrow("claimed by hr and legal");
  });
});

import { BUILT_IN_KINDS, documentKinds } from "@countersign/contracts";
import { describe, expect, it } from "vitest";

import { assertOwner, ownerOfAccount } from "./company-fence.ts";

describe("an account of the broker", () => {
  it.each([
    ["HR", "hr"],
    ["Inventory", "inventory"],
    ["WAREHOUSE", undefined],
    [undefined, undefined],
  ] as const)("%s speaks for documents of %s [SAFE-1]", (account, owner) => {
    expect(ownerOfAccount(BUILT_IN_KINDS, account)).toBe(owner);
    for (const other of ["hr", "inventory"] as const) {
      const assert = () => assertOwner(BUILT_IN_KINDS, account, other);
      if (owner === undefined || owner === other) expect(assert).not.toThrow();
      else expect(assert).toThrow(`This service may not act for documents of ${other}`);
    }
  });

  it("of a further owner speaks for documents of that owner alone [DOC-1]", () => {
    const kinds = documentKinds.parse("legal:Contract");
    expect(ownerOfAccount(kinds, "LEGAL")).toBe("legal");
    expect(ownerOfAccount(BUILT_IN_KINDS, "LEGAL")).toBeUndefined();
    expect(() => assertOwner(kinds, "LEGAL", "legal")).not.toThrow();
    for (const [account, owner] of [
      ["LEGAL", "hr"],
      ["HR", "legal"],
    ] as const) {
      const refusal = `This service may not act for documents of ${owner}`;
      expect(() => assertOwner(kinds, account, owner)).toThrow(refusal);
    }
  });
});

import { BUILT_IN_KINDS } from "@countersign/contracts";
import { getNullableType, isListType, isObjectType } from "graphql";
import { describe, expect, it } from "vitest";

import { listLimits } from "./list-limits.ts";
import { listLimitOf } from "@countersign/graphql";
import { createSchema } from "./schema.ts";

describe("the lists of the schema", () => {
  it("each have a known maximum", () => {
    const lists = Object.values(createSchema(BUILT_IN_KINDS).getTypeMap())
      .filter((type) => isObjectType(type) && !type.name.startsWith("__"))
      .flatMap((type) =>
        Object.values(isObjectType(type) ? type.getFields() : {})
          .filter((field) => isListType(getNullableType(field.type)))
          .map(({ name }) => [type.name, name] as const),
      );
    expect(lists.length).toBeGreaterThan(15);
    for (const [type, field] of lists)
      expect(listLimitOf(listLimits(BUILT_IN_KINDS), type, field)).toBeLessThanOrEqual(1_000);
  });
});

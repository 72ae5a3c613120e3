import { buildSchema } from "graphql";
import { afterEach, expect, it, vi } from "vitest";

import { OPERATIONS_AT_ONCE } from "./operation-share.ts";
import { createOperations } from "./execute-operation.ts";

afterEach(() => vi.useRealTimers());

it("an operation that waits for its place is not begun when its token has expired meanwhile", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
  const operations = createOperations({
    schema: buildSchema("type Query { one: Int }"),
    lists: { items: {}, take: { default: 1, max: 1 } },
    contextOf: (_caller, operation) => ({ operation }),
  });
  const caller = { issuer: "i", userId: "u", companyId: "c", privileged: false, expiresAt: 2_000 };
  const { promise: held, resolve: goOn } = Promise.withResolvers<string>();
  const first = Array.from({ length: OPERATIONS_AT_ONCE }, () => operations.inPlace(caller, () => held));
  const begun = vi.fn(async () => "begun");
  const inTime = operations.inPlace(caller, begun);
  const late = operations.inPlace({ ...caller, expiresAt: 1_001 }, begun);
  vi.setSystemTime(1_001_000);
  goOn("done");
  await expect(late).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  expect(await inTime).toBe("begun");
  expect(begun).toHaveBeenCalledTimes(1);
  expect(await Promise.all(first)).toEqual(first.map(() => "done"));
});

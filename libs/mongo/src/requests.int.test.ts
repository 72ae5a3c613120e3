import { useTestStore } from "@countersign/testing";
import { expect, it, vi } from "vitest";
import { createNumbers } from "./numbers.ts";
import { createRequests, type RequestKey } from "./requests.ts";
import { createUnitOfWork } from "./unit-of-work.ts";

const store = await useTestStore();
const company = "aaaaaaaaaaaaaaaaaaaaaaaa";
const unitOfWork = createUnitOfWork(store, (scope) => ({
  requests: createRequests(scope),
  numbers: createNumbers(scope),
}));

/** Takes a number; the answer shows which. */
const ask = (request: Partial<RequestKey>) =>
  unitOfWork(({ requests, numbers }) =>
    requests.once(
      { companyId: company, operation: "take", requestId: "r", content: {}, ...request },
      async () => {
        const [number] = await numbers.next(company, "asked");
        return { number, at: new Date(0) };
      },
    ),
  );

it("answers a repeated request with the first answer [MSG-RPC-15]", async () => {
  const content = { refId: "1", stages: [{ order: 1, name: "a" }] };
  const first = await ask({ requestId: "repeated", content });
  const sameContent = { stages: [{ name: "a", order: 1 }], refId: "1" };
  expect(await ask({ requestId: "repeated", content: sameContent })).toEqual({ ...first, repeated: true });
  expect(first).toEqual({ answer: { number: expect.any(Number), at: new Date(0) }, repeated: false });
});

it.each([
  ["another value", { amount: 1 }, { amount: 2 }],
  ["another type", { amount: 1 }, { amount: "1" }],
  ["another order of a list", { list: [1, 2] }, { list: [2, 1] }],
  ["one field more", { a: 1 }, { a: 1, b: null }],
])("refuses a request id that was used with other content: %s [MSG-RPC-16]", async (name, content, other) => {
  await ask({ requestId: name, content });
  await expect(ask({ requestId: name, content: other })).rejects.toMatchObject({
    code: "REQUEST_ID_REUSED",
    field: "requestId",
  });
});

it("keeps companies, owners and operations separate [SAFE-18]", async () => {
  const answers = [
    await ask({ requestId: "shared" }),
    await ask({ requestId: "shared", operation: "other" }),
    await ask({ requestId: "shared", companyId: "bbbbbbbbbbbbbbbbbbbbbbbb" }),
    await ask({ requestId: "shared", owner: "hr" }),
    await ask({ requestId: "shared", owner: "legal" }),
  ];
  expect(answers.map(({ repeated }) => repeated)).toEqual([false, false, false, false, false]);
});

it("does the work of 20 simultaneous requests once [MSG-RPC-15]", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask({ requestId: "twins" })));
  expect(new Set(answers.map(({ answer }) => answer.number)).size).toBe(1);
  expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
});

it("keeps no record of a request that failed", async () => {
  const request = { companyId: company, operation: "fail", requestId: "r", content: {} };
  const work = vi.fn(async (): Promise<string> => {
    throw new Error("no");
  });
  const failing = unitOfWork(({ requests }) => requests.once(request, work));
  await expect(failing).rejects.toThrow("no");
  work.mockResolvedValueOnce("yes");
  const again = await unitOfWork(({ requests }) => requests.once(request, work));
  expect(again).toEqual({ answer: "yes", repeated: false });
});

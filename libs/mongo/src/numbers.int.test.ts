import { useTestStore } from "@countersign/testing";
import { expect, it } from "vitest";
import { createNumbers } from "./numbers.ts";
import { createUnitOfWork } from "./unit-of-work.ts";

const store = await useTestStore();
const company = "aaaaaaaaaaaaaaaaaaaaaaaa";
const other = "bbbbbbbbbbbbbbbbbbbbbbbb";
const unitOfWork = createUnitOfWork(store, createNumbers);

const sorted = (numbers: readonly number[]) => numbers.toSorted((left, right) => left - right);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

it("counts each company's series from 1", async () => {
  const numbers = createNumbers(store);
  expect(await numbers.next(company, "plain")).toEqual([1]);
  expect(await numbers.next(company, "plain", 3)).toEqual([2, 3, 4]);
  expect(await numbers.next(other, "plain")).toEqual([1]);
  expect(await numbers.next(company, "second")).toEqual([1]);
});

it("gives 50 simultaneous callers 50 numbers", async () => {
  const taken = await Promise.all(upTo(50).map(() => createNumbers(store).next(company, "crowd")));
  expect(sorted(taken.flat())).toEqual(upTo(50));
});

it("gives 50 simultaneous transactions 50 numbers without a gap [MJ-ENTRY-09]", async () => {
  const taken = await Promise.all(
    upTo(50).map(() => unitOfWork((numbers) => numbers.next(company, "transactions"))),
  );
  expect(sorted(taken.flat())).toEqual(upTo(50));
});

it("loses no number when a transaction fails", async () => {
  const failing = unitOfWork(async (numbers) => {
    await numbers.next(company, "failing");
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await unitOfWork((numbers) => numbers.next(company, "failing"))).toEqual([1]);
});

it.each([0, -1, 1.5, Number.NaN])("refuses to give %s numbers", async (count) => {
  await expect(createNumbers(store).next(company, "plain", count)).rejects.toThrow(RangeError);
});

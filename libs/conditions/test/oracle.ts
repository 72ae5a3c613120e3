import { type CelInput, CelScalar, celFunc, celMethod, isCelError, mapType, run } from "@bufbuild/cel";
import type { ConditionInput } from "@countersign/domain/routing";

const { STRING, DOUBLE, DYN } = CelScalar;

/** The outcome of a condition by another implementation of CEL. */
export function oracle(when: string, { kind, submitter, document }: ConditionInput): boolean | "ERROR" {
  const facts = [...document.facts].map(([key, value]): [string, CelInput] => {
    if (typeof value === "object") return [key, { ...value, amount: Number(value.amount) }];
    return [key, key === "discount" ? Number(value) : value];
  });
  const { title, amount, currency } = document;
  const boundInput = {
    kind,
    submitter: without({ ...submitter }),
    document: without({
      title,
      amount: amount === undefined ? undefined : Number(amount),
      currency,
      facts: Object.fromEntries(facts),
    }),
  };
  const result = run(when, boundInput, {
    funcs: [
      celFunc("amountIn", [STRING], DOUBLE, (expected) => amountOf(boundInput.document, expected)),
      celMethod("amountIn", mapType(DYN, DYN), [STRING], DOUBLE, function (expected) {
        return amountOf({ amount: this.get("amount"), currency: this.get("currency") }, expected);
      }),
    ],
  });
  if (isCelError(result)) return "ERROR";
  if (typeof result !== "boolean") throw new TypeError(`${when} gives no bool`);
  return result;
}

function without(record: Record<string, CelInput | undefined>): Record<string, CelInput> {
  return Object.fromEntries(
    Object.entries(record).filter((entry): entry is [string, CelInput] => entry[1] !== undefined),
  );
}

function amountOf({ amount, currency }: { amount?: unknown; currency?: unknown }, expected: string): number {
  if (typeof amount !== "number" || currency !== expected) throw new Error(`no amount in ${expected}`);
  return amount;
}

import { DomainError, type ErrorCode, isPassing } from "@countersign/domain/errors";
import { toDomainError } from "@countersign/mongo";
import { type Text, type TextCode, text } from "@countersign/texts";

import type { Caller } from "../shared/caller.ts";
import { parseInput } from "../shared/parse-input.ts";
import { batchUnder } from "../shared/retry-safe.ts";
import type { Decided } from "./decided-by.ts";
import { type DecideManyInput, decideManyInput } from "./inputs.ts";
import { type Verdict, recordVerdict } from "./record-verdict.ts";
import type { OneRunDependencies } from "./submit-document.ts";

/** The result of one item of a batch. */
export interface DecideManyResult {
  taskId: string;
  /** `REPLAYED`: an earlier batch with the same key has done it. */
  result: "DONE" | "REPLAYED" | "FAILED";
  /** Why it failed: the code and text with which a single verdict would be refused. */
  code?: string;
  message?: string;
  textCode?: TextCode;
  params?: Text["params"];
  /** The decision before it, as the details of a single verdict's refusal would say. */
  decided?: Decided;
}

/**
 * `decideMany`: verdicts on many tasks, each by itself, in their order (contract-2, CTRL-6). What is
 * refused keeps no other item from being decided. With a key, a repeated batch does only what no earlier one has done.
 *
 * @returns the results in the order of the items; after a passing failure the rest is not tried
 * @throws DomainError `INVALID_INPUT`, `IDEMPOTENCY_KEY_REUSED`: then nothing is decided
 */
export function createDecideMany({ runs, rules }: OneRunDependencies) {
  return async (caller: Caller, input: DecideManyInput): Promise<DecideManyResult[]> => {
    const batch = parseInput(decideManyInput, input);
    const once = batchUnder(caller, "decideMany", batch);

    const decideItem = async (item: Verdict): Promise<DecideManyResult> => {
      const { taskId, remark = batch.remark } = item;
      const repeated = await once(runs, taskId, async (scope) => {
        await recordVerdict(scope, caller, { ...item, remark }, { ...rules, inBulk: true });
      });
      return { taskId, result: repeated ? "REPLAYED" : "DONE" };
    };

    const results: DecideManyResult[] = [];
    let outage: ErrorCode | undefined;
    for (const item of batch.items) {
      if (outage !== undefined) {
        results.push(failed(item, new DomainError(outage, text("passing.notTried"))));
        continue;
      }
      try {
        results.push(await decideItem(item));
      } catch (error) {
        const refusal = toDomainError(error);
        if (refusal === undefined || refusal.code === "IDEMPOTENCY_KEY_REUSED") throw error;
        if (isPassing(refusal)) outage = refusal.code;
        results.push(failed(item, refusal));
      }
    }
    return results;
  };
}

function failed({ taskId }: Verdict, { code, message, text: why, details }: DomainError): DecideManyResult {
  const words = why && { textCode: why.code, params: why.params };
  const decided = details?.["decided"] as Decided | undefined;
  return { taskId, result: "FAILED", code, message, ...words, ...(decided && { decided }) };
}

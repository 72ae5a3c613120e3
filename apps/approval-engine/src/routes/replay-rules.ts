import type { Id } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";
import type { z } from "zod";

import { changedRules, isOrderKind } from "../rules/index.ts";
import { ruledRuns } from "../runs/index.ts";
import { type Caller, assertSeesEverything } from "../shared/caller.ts";
import type { ReckonChange, ReplayFigures } from "../shared/reckon-change.ts";
import { refuseLeaver } from "../shared/leavers.ts";
import { parseInput } from "../shared/parse-input.ts";
import type { Transact } from "../shared/transact.ts";
import { replayRulesInput } from "./inputs.ts";
import { type RuleReplayExample, createCount } from "./replay-count.ts";
import { readBatch } from "./replayed-documents.ts";
import { organisationChange } from "./replayed-organisation.ts";
import { readSides } from "./replayed-rules.ts";
import { type UnaskedRules, unaskedRules } from "./rule-shadows.ts";

/** Most documents that are replayed, the newest. */
const DOCUMENTS_MAX = 2000;
/** Documents that are read together, with the people of their ways. */
const BATCH = 200;
const DAY_MS = 86_400_000;

/** The effect that a change of rules would have had. */
export interface RuleReplay extends UnaskedRules, ReplayFigures {
  from: Date;
  until: Date;
  more: boolean;
  examples: RuleReplayExample[];
  peopleAdded: Id[];
  peopleDropped: Id[];
  peopleAsOf: Date;
  onlySubmitted: boolean;
}

/** A replay of any change of rules; the engine reckons by it what commands on rules keep (contract-4, HIST-2). */
export type ReplayChange = (...change: Parameters<ReckonChange>) => Promise<RuleReplay | undefined>;

/**
 * Replays the documents that rules of a kind were asked about, each by the rules as they are and as a change would leave them,
 * with the people of now. The documents are read some at a time and judged outside of transactions, and other requests have
 * their turns meanwhile.
 */
export function createReplay({ transact }: { transact: Transact }): ReplayChange {
  const busyCompanies = new Set<Id>();
  return async (caller, days, changeIn) => {
    const { companyId } = caller;
    if (busyCompanies.has(companyId)) throw new DomainError("TOO_MANY_REQUESTS", text("passing.replay"));
    busyCompanies.add(companyId);
    try {
      return await replay(transact, caller, days, changeIn);
    } finally {
      busyCompanies.delete(companyId);
    }
  };
}

/**
 * `replayRules` (contract-4, HIST-1). Nothing is written, and no fact is guessed.
 *
 * @throws DomainError `FORBIDDEN`, `INVALID_INPUT`, `NOT_FOUND`; `TOO_MANY_REQUESTS` while this replica has one of the company under way
 */
export function createReplayRules({ reckon }: { reckon: ReckonChange }) {
  // The engine makes it by `createReplay`.
  const replayChange = reckon as ReplayChange;
  return async (caller: Caller, input: z.input<typeof replayRulesInput>): Promise<RuleReplay> => {
    assertSeesEverything(caller);
    const { days, group, limit, ...change } = parseInput(replayRulesInput, input);
    const answer = await replayChange(caller, days, async (scope) => {
      const organisation = await organisationChange(scope, caller.companyId, {
        kind: change.kind,
        group,
        limit,
      });
      return changedRules(scope, caller, { ...change, asked: organisation, input: input.draft });
    });
    if (answer === undefined) throw new Error("A change of rules was read, and was not replayed");
    return answer;
  };
}

async function replay(transact: Transact, ...[caller, days, changeIn]: Parameters<ReckonChange>) {
  const { companyId } = caller;
  const begunReplay = await transact(async (scope) => {
    await refuseLeaver(scope, caller);
    const since = new Date(scope.now.getTime() - days * DAY_MS);
    const change = await changeIn(scope);
    if (change === undefined) return undefined;
    return {
      kind: change.kind,
      sides: await readSides(scope, caller, change),
      runs: await ruledRuns(scope, companyId, { kind: change.kind, since, most: DOCUMENTS_MAX + 1 }),
      now: scope.now,
      from: since,
    };
  });
  if (begunReplay === undefined) return undefined;
  const { kind, sides, runs, now, from } = begunReplay;
  const count = createCount(sides);
  for (let first = 0; first < Math.min(runs.length, DOCUMENTS_MAX); first += BATCH) {
    const batch = runs.slice(first, Math.min(first + BATCH, DOCUMENTS_MAX));
    await count.add(await transact((scope) => readBatch(scope, companyId, { kind, batch, sides })));
  }
  const { newId, after, policiesFor, defaultWorkflowId } = sides;
  return {
    from,
    until: now,
    ...count.result(),
    more: runs.length > DOCUMENTS_MAX,
    ...unaskedRules(kind, after.rules, newId),
    peopleAsOf: now,
    // Documents without a policy are refused.
    onlySubmitted: isOrderKind(kind) || (policiesFor === undefined && defaultWorkflowId === undefined),
    seen: sides.seen,
  };
}

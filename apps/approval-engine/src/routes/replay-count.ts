import { setImmediate as nextTurn } from "node:timers/promises";

import type { Id } from "@countersign/domain/approval";
import { seatsOnRoute } from "@countersign/domain/routing";
import { listLimitOf } from "@countersign/graphql";

import type { RunContext } from "../runs/index.ts";
import type { ReplayedBatch, ShownDocument } from "./replayed-documents.ts";
import type { Sides } from "./replayed-rules.ts";
import { type ReplayedWay, askedOn, isSameWay, wayBy } from "./replayed-way.ts";
import { LISTS } from "./sdl.ts";
import { type ShownStage, shownStage } from "./shown-route.ts";

/** How long documents are judged before other requests have their turn. */
const TURN_MS = 20;
const EXAMPLES_MAX = listLimitOf(LISTS, "RuleReplay", "examples");
const SEATS_MAX = 20;

/** A document that would go another way. */
export interface RuleReplayExample extends ShownDocument {
  before: readonly ShownStage[];
  after: readonly ShownStage[];
}

/** Judges documents, and counts them. */
export function createCount({ before, after }: Pick<Sides, "before" | "after">) {
  const counts = { documents: 0, same: 0, changed: 0, unknown: 0 };
  const examples: RuleReplayExample[] = [];
  const askedBefore = new Set<Id>();
  const askedAfter = new Set<Id>();
  let turnEnds = performance.now() + TURN_MS;

  function count(
    { judged, routed, order, policyVersions, ...shownFields }: ReplayedBatch["documents"][number],
    [contextBefore, contextAfter]: ReplayedBatch["contexts"],
  ): void {
    const document = { judged, routed, order, policyVersions };
    const wayBefore = wayBy(before, document, contextBefore);
    const wayAfter = wayBy(after, document, contextAfter);
    counts.documents += 1;
    if (wayBefore.isUnknown || wayAfter.isUnknown) {
      counts.unknown += 1;
      return;
    }
    for (const id of askedOn(wayBefore)) askedBefore.add(id);
    for (const id of askedOn(wayAfter)) askedAfter.add(id);
    if (isSameWay(wayBefore, wayAfter)) {
      counts.same += 1;
      return;
    }
    counts.changed += 1;
    if (examples.length === EXAMPLES_MAX) return;
    const stagesIn = ({ stages }: ReplayedWay, context: RunContext) =>
      stages.map((stage) => {
        const seats = stage.included ? seatsOnRoute(stage, routed, context) : [];
        return shownStage(stage, seats.slice(0, SEATS_MAX));
      });
    examples.push({
      ...shownFields,
      before: stagesIn(wayBefore, contextBefore),
      after: stagesIn(wayAfter, contextAfter),
    });
  }

  return {
    async add({ documents, contexts }: ReplayedBatch): Promise<void> {
      for (const document of documents) {
        if (performance.now() > turnEnds) {
          await nextTurn();
          turnEnds = performance.now() + TURN_MS;
        }
        count(document, contexts);
      }
    },
    result: () => ({
      ...counts,
      examples,
      peopleAdded: [...askedAfter.difference(askedBefore)],
      peopleDropped: [...askedBefore.difference(askedAfter)],
    }),
  };
}

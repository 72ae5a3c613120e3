import { type KindRegistry, currency, hexId, knownKind, memberIds } from "@countersign/contracts";
import { builtInOwnerOf } from "@countersign/domain/approval";
import { z } from "zod";

import { draftInput } from "../definitions/index.ts";
import { limitAmount } from "../limits/index.ts";
import { rulesChange } from "../rules/index.ts";
import { replayedDays } from "../shared/change-note.ts";
import { optional, optionalDocument } from "../shared/inputs.ts";

/** `previewRoute` (contract-3, ROUTE-2). */
export function previewRouteInputOf(kinds: KindRegistry) {
  const askedRoute = z.object({
    workflowId: optional(hexId),
    dynamicStages: draftInput.shape.stages,
    facts: draftInput.shape.facts,
    version: optional(z.int("must be a whole number").min(1, "must be at least 1")),
    kind: knownKind(kinds),
    document: optionalDocument,
    submitterId: optional(hexId),
    at: optional(z.date()),
    asPerson: optional(z.boolean()),
  });
  return askedRoute.refine(
    ({ workflowId, dynamicStages, kind, version }) => {
      // A submission of another kind names its workflow: no rule is asked about it.
      const isByRule = dynamicStages === undefined && version === undefined;
      return (
        (isByRule && builtInOwnerOf(kind) === undefined) ||
        (workflowId === undefined) !== (dynamicStages === undefined)
      );
    },
    { path: ["workflowId"], error: "must be given, or dynamicStages, and not both" },
  );
}
export type PreviewRouteInput = z.input<ReturnType<typeof previewRouteInputOf>>;

/** `replayRules` (contract-4, HIST-1). */
export const replayRulesInput = z.object({
  kind: z.string(),
  days: replayedDays,
  ...rulesChange,
  group: optional(z.object({ _id: hexId, memberIds })),
  limit: optional(
    z.object({
      _id: optional(hexId),
      userId: optional(hexId),
      groupId: optional(hexId),
      currency,
      upTo: optional(limitAmount),
    }),
  ),
});
export type ReplayedOrganisation = Pick<z.output<typeof replayRulesInput>, "kind" | "group" | "limit">;

/** `runRoute` */
export const runRouteInput = z.object({ refId: hexId });

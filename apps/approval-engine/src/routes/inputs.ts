import { type KindRegistry, hexId, knownKind } from "@countersign/contracts";
import { z } from "zod";

import { draftInput } from "../definitions/index.ts";
import { optional, optionalDocument } from "../shared/inputs.ts";

/** `previewRoute` (contract-3, ROUTE-2). */
export function previewRouteInputOf(kinds: KindRegistry) {
  const asked = z.object({
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
  return asked.refine(
    ({ workflowId, dynamicStages }) => (workflowId === undefined) !== (dynamicStages === undefined),
    { path: ["workflowId"], error: "must be given, or dynamicStages, and not both" },
  );
}
export type PreviewRouteInput = z.input<ReturnType<typeof previewRouteInputOf>>;

/** `runRoute` */
export const runRouteInput = z.object({ refId: hexId });

import { quorumFault } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import type { z } from "zod";

import type { ChangeNote } from "../shared/change-note.ts";
import { parseInput } from "../shared/parse-input.ts";
import { publishWorkflowInput } from "./inputs.ts";
import { type PublishedStage, assertLadders, publishedStages } from "./published-stages.ts";
import { type Judgement, fieldAtFault } from "./refuse-faults.ts";

export type Published = z.output<typeof publishWorkflowInput>;

/** A workflow as it is to be published, read and checked. */
export interface WorkflowPublication {
  given: Published;
  /** With their keys, places and rules. */
  stages: readonly PublishedStage[];
  /** The only kind of documents that follow it, where that is known. */
  kind?: string | undefined;
  /** Whether the workflow's description stays as it is. */
  keepsDescription?: boolean | undefined;
  /** The note that is kept with the version. */
  changeNote?: ChangeNote | undefined;
}

/** Reads a whole workflow. @throws DomainError `INVALID_INPUT` naming the field */
export function readPublication(input: unknown): WorkflowPublication {
  const parsedInput = parseInput(publishWorkflowInput, input);
  const stages = publishedStages(parsedInput.stages);
  assertQuorums(stages);
  assertLadders(stages);
  return { given: parsedInput, stages };
}

/** Whether the seats reach the number is another question, for `validateWorkflow`. */
function assertQuorums(stages: readonly PublishedStage[]): void {
  for (const [index, { fields }] of stages.entries()) {
    const fault = quorumFault(fields);
    if (fault === undefined) continue;
    throw new DomainError("INVALID_INPUT", fault, { field: `stages.${index}.quorum` });
  }
}

/** The judgement of the whole. Its stages are in their order, those of the input as they are given. */
export function judgementOf(
  { stages: stageInputs }: Pick<Published, "stages">,
  stages: readonly PublishedStage[],
): Judgement {
  const places = new Map(stages.map(({ key }, place) => [key, place]));
  return {
    refuses: () => true,
    fieldOf: (fault, { key }) => {
      const place = places.get(key) ?? 0;
      return `stages.${place}.${fieldAtFault(fault, stageInputs[place] ?? {})}`;
    },
  };
}

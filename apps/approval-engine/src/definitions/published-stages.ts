import { type Id, assertLadder, withLadder } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import { type RoutedStage, stageKeys } from "@countersign/domain/routing";
import { z } from "zod";

import { optional } from "../shared/inputs.ts";
import { type StageFields, keptFields } from "./content.ts";
import { declaredFacts, publishWorkflowInput } from "./inputs.ts";
import type { DefinitionStatus } from "./records.ts";
import { type StageApprover, seatsAmong, usersAmong } from "./stage-seats.ts";

/** A stage as it is to be stored, with its key and approvers. */
export interface PublishedStage {
  key: string;
  fields: StageFields;
  /** Absent: as it is, DRAFT of a new one. */
  status?: DefinitionStatus | undefined;
  /** The users among them. */
  approvers: readonly StageApprover[];
}

const { stages: stagesInput } = publishWorkflowInput.shape;

/** The stages with their keys, places and rules; those that leave a field out have its default. */
export function publishedStages(stages: z.output<typeof stagesInput>): PublishedStage[] {
  const keys = stageKeys(stages);
  return stages.map(({ approverIds = [], approvers, status, ...fields }, index) => {
    const { order = index + 1, approveBy = "ANY" } = fields;
    const namedApprovers = approvers ?? approverIds.map((approverId) => ({ approverId }));
    return {
      key: keys[index] ?? "",
      fields: keptFields({ ...fields, order, approveBy, sources: seatsAmong(namedApprovers).sources }),
      status,
      approvers: usersAmong(namedApprovers).map(withGroups),
    };
  });
}

/** Refuses ladders whose rungs do not ascend. @throws DomainError `INVALID_INPUT` naming the field */
export function assertLadders(stages: readonly PublishedStage[]): void {
  for (const [index, { fields }] of stages.entries()) assertLadder(fields, `stages.${index}`);
}

/** An approver given without groups has none: what is published is the whole. */
const withGroups = ({ approverId, groups = [] }: StageApprover) => ({ approverId, groups });

/** Stages and facts that are not stored, in place of those that are. */
export const draftInput = z.object({ stages: optional(stagesInput), facts: optional(declaredFacts) });
export type Draft = z.input<typeof draftInput>;

/**
 * Stages that are not stored, to be judged.
 *
 * @param storedStages - those that are, for the ids of those with their keys
 */
export function draftStages(
  stages: z.output<typeof stagesInput>,
  storedStages: readonly { key: string; stageId: Id }[],
): RoutedStage[] {
  const ids = new Map(storedStages.map(({ key, stageId }) => [key, stageId]));
  return publishedStages(stages).map(({ key, fields, approvers }) => {
    const { sources, ...rule } = withLadder(fields);
    return defined<RoutedStage>({ key, stageId: ids.get(key), ...rule, ...seatsAmong(approvers), sources });
  });
}

import { createHash } from "node:crypto";

import { LIMITS, prose, stageFields } from "@countersign/contracts";
import { type Id, type LadderFields, NO_LADDER, ladderFieldsIn } from "@countersign/domain/approval";
import { canonicalJson } from "@countersign/domain/canonical-json";
import { defined } from "@countersign/domain/defined";
import type { PolicyLevel } from "@countersign/domain/hr";
import { type FactDeclaration, stageKeys } from "@countersign/domain/routing";
import { asLabel } from "@countersign/service-kit";
import type { z } from "zod";

import { ladderInput } from "../ladders/index.ts";
import { label } from "../shared/inputs.ts";
import { type StoredSource, eachOnce } from "./stage-seats.ts";

/** The content of a version of a workflow: who is asked (contract-4, ONE-6). */
export interface VersionContent {
  name: string;
  /** The facts that conditions and sources of the stages read; absent without any. */
  facts?: FactDeclaration[];
  /** In their order. */
  stages: VersionStage[];
}

/** The fields of a stage but its approvers, as commands give them; each is declared by the contract alone. */
export const stageInput = {
  ...stageFields(label),
  when: asLabel(prose(LIMITS.condition)),
  ...ladderInput,
};
const { key: _key, ...rowInput } = stageInput;

type Given = z.output<z.ZodObject<typeof rowInput>>;

/** The fields of a stage in which its row follows; what says the same as nothing is left out. */
export interface StageFields
  extends
    Pick<Given, "name" | "order" | "approveBy">,
    Partial<Pick<Given, "quorum" | "rejectBy" | "when">>,
    LadderFields {
  bulk?: false;
  /** Approvers whom the stage does not name (contract-3, SRC-1); absent without any. */
  sources?: StoredSource[];
}

/** A stage of a version. */
export interface VersionStage extends StageFields {
  /** Names the stage in every version. */
  key: string;
  /** Id of the stage, and of its row. */
  stageId: Id;
  /** Of a level of an HR policy: whose holder approves beside the others. */
  role?: PolicyLevel["role"];
  /** The users who approve, one a row; of two rows of a user, readers and hash take one with both groups. */
  approvers: VersionApprover[];
}

/** A user who approves a stage of a version. */
export interface VersionApprover {
  /** Id of the row. */
  id: Id;
  approverId: Id;
  /** The labels that PER_GROUP asks for; absent without any. */
  groups?: string[];
}

export const STAGE_FIELDS = ["sources" as const, ...(Object.keys(rowInput) as (keyof Given)[])];

/** The fields of a stage that its row follows, from the stage or its row. */
export function stageFieldsOf(stage: Readonly<StageFields>): StageFields {
  return defined<StageFields>(
    Object.fromEntries(STAGE_FIELDS.map((field) => [field, stage[field]])) as unknown as StageFields,
  );
}

/** Some fields of a stage, as a command gives them: null is absent. */
type GivenFields = Pick<Given, "name" | "order" | "approveBy"> & {
  [Field in keyof Given]?: Given[Field] | null | undefined;
} & { sources?: StoredSource[] | null | undefined };

/** The fields of a stage in the form in which they are kept. */
export function keptFields(fields: GivenFields): StageFields {
  const bulk = fields.bulk === false ? fields.bulk : null;
  const fieldEntries = Object.entries({ ...fields, ...NO_LADDER, ...ladderFieldsIn(fields), bulk });
  return stageFieldsOf(
    Object.fromEntries(fieldEntries.filter(([, value]) => value !== null)) as unknown as StageFields,
  );
}

/** A stage as readers see it: each user once. */
export type ShownStage = Omit<VersionStage, "approvers"> & { approvers: ReturnType<typeof eachOnce> };
/** A content as readers see it. */
export type ShownContent = Omit<VersionContent, "stages"> & { stages: ShownStage[] };

/** A version, or its content, as readers see it. */
export function shownContent<C extends Pick<VersionContent, "stages">>(
  content: C,
): Omit<C, "stages"> & { stages: ShownStage[] } {
  return { ...content, stages: content.stages.map((stage) => shownStage(stage)) };
}

export const shownStage = (stage: VersionStage): ShownStage =>
  Object.assign({}, stage, { approvers: eachOnce(stage.approvers) });

/** The hash of a version (contract-3, ROUTE-1). */
export function hashOf({ name, facts, stages }: VersionContent): string {
  const content = shownContent({ name, facts, stages });
  return createHash("sha256").update(canonicalJson(content)).digest("hex");
}

/** A stage that is not in its place yet. */
export type UnplacedStage = Omit<VersionStage, "key"> & { key?: string };

/** Stages in their order, of two of one order the older first, with a key for each that has none. */
export function placedStages(stages: readonly UnplacedStage[]): VersionStage[] {
  const orderedStages = stages.toSorted(
    (left, right) => left.order - right.order || (left.stageId < right.stageId ? -1 : 1),
  );
  const keys = stageKeys(orderedStages);
  return orderedStages.map((stage, place) => withKey(stage, keys[place] ?? ""));
}

const withKey = ({ stageId, approvers, ...stage }: UnplacedStage, key: string): VersionStage => ({
  key,
  ...stageFieldsOf(stage),
  stageId,
  approvers,
});

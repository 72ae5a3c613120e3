import { type Id, type StageInput, type SubmitCommand, stagesOf } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import {
  type HrTaskKind,
  type PolicyLevel,
  type ResolutionRecords,
  isHrTaskKind,
  resolveStages,
} from "@countersign/domain/hr";
import type { RoutedVersion } from "@countersign/domain/routing";
import { createSettingsReader } from "@countersign/settings";

import { rulesOf, settingsOf } from "../approval-settings/index.ts";
import { readVersions } from "../definitions/index.ts";
import { policyOfKind } from "../hr/index.ts";
import type { Caller } from "../shared/caller.ts";
import type { OrganisationChange } from "../shared/organisation-change.ts";
import type { ChangedRules } from "../shared/reckon-change.ts";
import { inAskingOrder } from "../shared/rule-lists.ts";
import type { TransactionScope } from "../shared/transact.ts";
import type { PolicyVersions, ReplayedRules } from "./replayed-way.ts";

/** The rules before and after the change, with all that they ask. */
export interface Sides {
  before: ReplayedRules;
  after: ReplayedRules;
  /** The stages of both, by which people are found. */
  stages: readonly StageInput[];
  defaultWorkflowId: Id | undefined;
  /** The id of a rule that has none yet. */
  newId: Id | undefined;
  /** Of a kind of human resources: the stages that its policies ask for, of a document about an employee. */
  policiesFor: ((records: ResolutionRecords) => PolicyVersions) | undefined;
  /** The group or limit by which the rules ask others after the change. */
  organisation: OrganisationChange | undefined;
  /** Digest of what they were made from. */
  seen: string;
}

/** Reads what the rules of a kind ask, as they are and as a change would leave them. @throws DomainError for a draft that refuses every submission */
export async function readSides(
  scope: TransactionScope,
  { companyId }: Caller,
  { kind, before, after, defaultWorkflowId, drafted, policy, organisation, seen }: ChangedRules,
): Promise<Sides> {
  const inForce = [before, after].map((rules) => inAskingOrder(rules.filter(({ enabled }) => enabled)));
  const [rulesBefore = [], rulesAfter = []] = inForce;
  const rules = rulesOf(await settingsOf(scope, companyId));
  const checkedStages = (
    command: Pick<SubmitCommand, "workflowId" | "storedStages" | "dynamicStages" | "facts">,
  ) => stagesOf({ type: "submit", refId: "", kind, submitterId: "", ...command }, { ...scope, rules });
  const workflowIds = [...rulesBefore, ...rulesAfter].map(({ workflowId }) => workflowId);
  if (defaultWorkflowId !== undefined) workflowIds.push(defaultWorkflowId);
  const versions = await readVersions(scope, companyId, [...new Set(workflowIds)]);
  const storedVersions = new Map<Id, RoutedVersion>();
  for (const [workflowId, { facts, stages: storedStages }] of versions) {
    try {
      storedVersions.set(workflowId, { facts, stages: checkedStages({ workflowId, facts, storedStages }) });
    } catch (error) {
      // Submissions to it are refused.
      if (!(error instanceof DomainError)) throw error;
    }
  }
  const changedVersions = new Map(storedVersions);
  if (drafted) {
    const { workflowId, facts, stages: dynamicStages } = drafted;
    changedVersions.set(workflowId, {
      facts,
      stages: inDraft(() => checkedStages({ facts, dynamicStages })),
    });
  }
  const policiesFor = isHrTaskKind(kind)
    ? versionsBy(kind, checkedStages, {
        before: (await policyOfKind(scope, companyId, kind))?.levels,
        ...(policy && { after: policy.levels }),
      })
    : undefined;
  const config = await createSettingsReader(scope).find(companyId);
  const ofCompany = { defaultWorkflowId, thresholdsEnabled: config?.values.approvalThresholdsEnabled };
  return {
    before: {
      ...ofCompany,
      rules: rulesBefore,
      definitions: storedVersions,
      policy: policiesFor && "before",
    },
    after: { ...ofCompany, rules: rulesAfter, definitions: changedVersions, policy: policiesFor && "after" },
    policiesFor,
    stages: [...storedVersions.values(), ...changedVersions.values()].flatMap(({ stages }) => stages),
    defaultWorkflowId,
    newId: drafted?.isNew ? drafted.ruleId : undefined,
    organisation,
    seen,
  };
}

/** The stages that policies ask for, by the resolution of submissions. @param levels - without `after`, the policy stays as it is */
function versionsBy(
  kind: HrTaskKind,
  checkedStages: (command: Pick<SubmitCommand, "dynamicStages">) => readonly StageInput[],
  levels: { before: readonly PolicyLevel[] | undefined; after?: readonly PolicyLevel[] | undefined },
): (records: ResolutionRecords) => PolicyVersions {
  const versionOf = (
    ofSide: readonly PolicyLevel[] | undefined,
    records: ResolutionRecords,
  ): RoutedVersion | undefined => {
    try {
      const dynamicStages = resolveStages(kind, ofSide && { levels: ofSide }, records);
      return { stages: checkedStages({ dynamicStages }) };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return undefined;
    }
  };
  return (records) => {
    const before = versionOf(levels.before, records);
    return { before, after: "after" in levels ? versionOf(levels.after, records) : before };
  };
}

/** Runs a check of the draft's stages, whose faults name its fields. */
function inDraft<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { code, message, text: words = message, field = "stages" } = error;
    throw new DomainError(code, words, { field: `draft.${field.replace("dynamicStages", "stages")}` });
  }
}

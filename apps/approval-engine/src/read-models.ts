import type { KindRegistry } from "@countersign/contracts";
import type { Db } from "mongodb";

import {
  type ApprovalSettingsReadModel,
  type SettingsDefaults,
  createApprovalSettingsReadModel,
} from "./approval-settings/index.ts";
import { type AuditReadModel, createAuditReadModel } from "./audit/index.ts";
import { type DefinitionReadModel, createDefinitionReadModel } from "./definitions/index.ts";
import {
  type FailedSubmissionReadModel,
  createFailedSubmissionReadModel,
} from "./failed-submissions/index.ts";
import { type HrReadModel, createHrReadModel } from "./hr/index.ts";
import { type RunReadModel, createRunFence, createRunReadModel } from "./inbox/index.ts";
import { type NotificationReadModel, createNotificationReadModel } from "./notifications/index.ts";
import { type PeopleReadModel, createPeopleReadModel } from "./people/index.ts";
import { type DirectoryReadModel, createDirectoryReadModel } from "./shared/directory-read-model.ts";
import { type SubstitutionReadModel, createSubstitutionReadModel } from "./substitutions/index.ts";
import { type ThresholdReadModel, createThresholdReadModel } from "./thresholds/index.ts";

/** All queries of the approval engine. */
export interface ReadModels {
  approvalSettings: ApprovalSettingsReadModel;
  audit: AuditReadModel;
  definitions: DefinitionReadModel;
  directory: DirectoryReadModel;
  failedSubmissions: FailedSubmissionReadModel;
  hr: HrReadModel;
  notifications: NotificationReadModel;
  people: PeopleReadModel;
  runs: RunReadModel;
  substitutions: SubstitutionReadModel;
  thresholds: ThresholdReadModel;
}

/**
 * @param clock when it is: whom a user may represent depends on it
 * @param settingsDefaults for settings that a company has not set
 */
export function createReadModels(
  db: Pick<Db, "collection">,
  kinds: KindRegistry,
  clock: () => Date = () => new Date(),
  settingsDefaults: SettingsDefaults = {},
): ReadModels {
  const substitutions = createSubstitutionReadModel(db, clock, settingsDefaults);
  const approvalSettings = createApprovalSettingsReadModel(db, settingsDefaults);
  const runFence = createRunFence(db, {
    settings: approvalSettings,
    grantsOf: (caller) => substitutions.grantsOf(caller),
  });
  const grantsOf: SubstitutionReadModel["grantsOf"] = (caller) => substitutions.grantsOf(caller);
  return {
    approvalSettings,
    audit: createAuditReadModel(db),
    definitions: createDefinitionReadModel(db),
    directory: createDirectoryReadModel(db),
    failedSubmissions: createFailedSubmissionReadModel(db),
    hr: createHrReadModel(db, grantsOf, runFence),
    notifications: createNotificationReadModel(db),
    runs: createRunReadModel(db, kinds, grantsOf, runFence),
    substitutions,
    people: createPeopleReadModel(db),
    thresholds: createThresholdReadModel(db),
  };
}

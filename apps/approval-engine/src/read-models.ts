import type { Db } from "mongodb";

import { type AuditReadModel, createAuditReadModel } from "./audit/audit-read-model.ts";
import { type DefinitionReadModel, createDefinitionReadModel } from "./definitions/definition-read-model.ts";
import { type DirectoryReadModel, createDirectoryReadModel } from "./shared/directory-read-model.ts";
import { type HrReadModel, createHrReadModel } from "./hr/hr-read-model.ts";
import {
  type NotificationReadModel,
  createNotificationReadModel,
} from "./notifications/notification-read-model.ts";
import { type RunReadModel, createRunReadModel } from "./runs/run-read-model.ts";
import { type ThresholdReadModel, createThresholdReadModel } from "./thresholds/threshold-read-model.ts";

/** Everything the approval engine can be asked. */
export interface ReadModels {
  audit: AuditReadModel;
  definitions: DefinitionReadModel;
  directory: DirectoryReadModel;
  hr: HrReadModel;
  notifications: NotificationReadModel;
  runs: RunReadModel;
  thresholds: ThresholdReadModel;
}

export function createReadModels(db: Pick<Db, "collection">): ReadModels {
  return {
    audit: createAuditReadModel(db),
    definitions: createDefinitionReadModel(db),
    directory: createDirectoryReadModel(db),
    hr: createHrReadModel(db),
    notifications: createNotificationReadModel(db),
    runs: createRunReadModel(db),
    thresholds: createThresholdReadModel(db),
  };
}

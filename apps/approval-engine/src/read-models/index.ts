import type { Db } from "mongodb";

import { type AuditReadModel, createAuditReadModel } from "./audit-read-model.ts";
import { type DefinitionReadModel, createDefinitionReadModel } from "./definition-read-model.ts";
import { type DirectoryReadModel, createDirectoryReadModel } from "./directory-read-model.ts";
import { type HrReadModel, createHrReadModel } from "./hr-read-model.ts";
import { type NotificationReadModel, createNotificationReadModel } from "./notification-read-model.ts";
import { type RunReadModel, createRunReadModel } from "./run-read-model.ts";
import { type ThresholdReadModel, createThresholdReadModel } from "./threshold-read-model.ts";

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

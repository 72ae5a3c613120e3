import type { Bus } from "@countersign/messaging";
import { type Store, toObjectId } from "@countersign/mongo";
import { type RunningService, createLogger, loadConfig } from "@countersign/service-kit";
import { type TestStore, testTokens } from "@countersign/testing";

import { approvalEngineConfig, approvalEngineEnvironment } from "../src/config.ts";
import { startApprovalEngine } from "../src/service.ts";

/** A log that says nothing. */
export const quietLogger = createLogger({ name: "test", level: "silent" });

/**
 * A whole replica of the engine on free ports.
 *
 * @param overrides - variables of its environment
 */
export async function startReplica(
  store: TestStore,
  bus: Bus,
  overrides: Record<string, string> = {},
): Promise<RunningService> {
  const environment = {
    ...testTokens().environment,
    MONGODB_URI: store.uri,
    MONGODB_DB: store.dbName,
    PORT: "0",
    INTERNAL_PORT: "0",
    ...overrides,
  };
  const config = approvalEngineConfig(loadConfig(approvalEngineEnvironment, environment));
  return startApprovalEngine(config, { store, bus, logger: quietLogger });
}

/** The people of an HR document as the HR module keeps them: ids of users by role, and the employee's own. */
export interface Staff {
  employeeId: string;
  employee: string;
  manager: string;
  headOfDepartment: string;
  hr: string;
}

/** Writes an employee with their manager, head of department and HR officer. */
export async function addStaff(
  { db }: Pick<Store, "db">,
  companyId: string,
  newId: () => string,
): Promise<Staff> {
  const [employee, manager, headOfDepartment, hr] = [newId(), newId(), newId(), newId()];
  const [employeeId, managerId, hrId, departmentId] = [newId(), newId(), newId(), newId()];
  const company = { companyId: toObjectId(companyId) };
  await db.collection("departments").insertOne({
    _id: toObjectId(departmentId),
    ...company,
    name: "Operations",
    hodId: toObjectId(headOfDepartment),
  });
  await db.collection("employees").insertMany([
    { _id: toObjectId(managerId), ...company, userId: toObjectId(manager) },
    { _id: toObjectId(hrId), ...company, userId: toObjectId(hr) },
    {
      _id: toObjectId(employeeId),
      ...company,
      userId: toObjectId(employee),
      departmentId: toObjectId(departmentId),
      reportingTo: toObjectId(managerId),
      hrId: toObjectId(hrId),
    },
  ]);
  return { employeeId, employee, manager, headOfDepartment, hr };
}

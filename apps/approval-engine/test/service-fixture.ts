import { type Store, toObjectId } from "@countersign/mongo";

/** Sends an operation to a running engine. @throws Error with the answer when it has errors */
export type Ask = (query: string) => Promise<Record<string, unknown>>;

/** One person's way into a running engine, over HTTP. */
export function askOver(publicUrl: string, authorization: string): Ask {
  return async (query) => {
    const response = await fetch(`${publicUrl}/graphql`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ query }),
    });
    const { data, errors } = (await response.json()) as { data: Record<string, unknown>; errors?: unknown };
    if (errors !== undefined) throw new Error(JSON.stringify(errors));
    return data;
  };
}

/** Defines a workflow of one stage with one approver. @returns its id */
export async function defineWorkflow(ask: Ask, approverId: string): Promise<string> {
  const { createWorkflow } = await ask(`mutation { createWorkflow(input: { name: "Orders" }) { _id } }`);
  const { _id } = createWorkflow as { _id: string };
  await ask(`mutation { createWorkflowStage(input: {
    workflowId: "${_id}", name: "Manager", order: 1, approverIds: ["${approverId}"] }) { _id } }`);
  return _id;
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

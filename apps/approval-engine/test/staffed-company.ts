import { type Store, newId, toObjectId } from "@countersign/mongo";

import type { Engine } from "../src/engine.ts";
import type { SubmitHrInput } from "../src/hr/inputs.ts";
import { aCompany } from "./engine-fixture.ts";
import { addStaff } from "./service-fixture.ts";

/** A company with its default policies and one employee's staff. */
export async function staffedCompany(
  engine: Pick<Engine, "seedCompany" | "submitHr">,
  store: Pick<Store, "client" | "db">,
) {
  const company = aCompany();
  await engine.seedCompany(company.companyId);
  const staff = await addStaff(store, company.companyId, newId);
  const submitter = company.user({ userId: staff.employee });
  const submit = async (fields: Partial<SubmitHrInput> = {}) =>
    engine.submitHr(submitter, {
      kind: "Leave",
      refId: newId(),
      employeeId: staff.employeeId,
      submitterId: staff.employee,
      ...fields,
    });
  const setEmployee = async (fields: Record<string, unknown>) =>
    store.db.collection("employees").updateOne({ _id: toObjectId(staff.employeeId) }, { $set: fields });
  return { company, staff, submitter, submit, setEmployee };
}

/** A loan that a clerk submitted for the employee; it waits for the manager. */
export async function aLoan(
  engine: Pick<Engine, "seedCompany" | "submitHr">,
  store: Pick<Store, "client" | "db">,
) {
  const { company, staff, submitter: beneficiary, submit } = await staffedCompany(engine, store);
  const clerk = company.user();
  const { refId, tasks } = await submit({ kind: "Loan", ref: "LN-1", submitterId: clerk.userId });
  const [first = "", second = ""] = tasks.map(({ _id }) => _id);
  return {
    company,
    refId,
    first,
    second,
    clerk,
    beneficiary,
    manager: company.user({ userId: staff.manager }),
    head: company.user({ userId: staff.headOfDepartment }),
    admin: company.user({ privileged: true }),
  };
}

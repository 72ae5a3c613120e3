import { DomainError } from "@countersign/domain/errors";
import { hrKindOf, resolveStages } from "@countersign/domain/hr";
import type { z } from "zod";

import type { Employee } from "../shared/directory-repository.ts";
import type { Repositories } from "../shared/repositories.ts";
import type { Caller } from "../shared/caller.ts";
import type { SubmitHrAnswer } from "../engine.ts";
import { type SubmitHrInput, submitHrInput } from "../shared/inputs.ts";
import { parseInput } from "../shared/parse-input.ts";
import { startRun } from "../runs/start-run.ts";
import { type SubmitDependencies, answerOnce } from "../runs/submit-document.ts";

/**
 * Submits an HR document to the approvers that the company's policy names (specification: "HR approver resolution").
 *
 * @throws DomainError `INVALID_INPUT`, `NOT_FOUND` without employee or policy, `NO_APPROVERS_RESOLVED`,
 *   `RUN_ALREADY_OPEN`, `REQUEST_ID_REUSED`
 */
export function createSubmitHr({ transact, rules }: SubmitDependencies) {
  return async (caller: Caller, input: SubmitHrInput): Promise<SubmitHrAnswer> => {
    const request = parseInput(submitHrInput, input);
    return transact(async (attempt) =>
      answerOnce(attempt, caller, request, async () => {
        const { dynamicStages, beneficiaryId } = await routeOf(
          attempt.repositories,
          caller.companyId,
          request,
        );
        const { refId, kind, ref, submitterId } = request;
        const submission = { refId, kind, ref, submitterId, beneficiaryId, dynamicStages, byOwner: true };
        const answer = await startRun(attempt, caller, submission, rules);
        const approverIds = dynamicStages.flatMap((stage) => stage.approverIds);
        return { ...answer, approverIds: [...new Set(approverIds)] };
      }),
    );
  };
}

/** Whom the document is about, as far as they are a user, and who approves it. */
async function routeOf(
  { directory, policies }: Pick<Repositories, "directory" | "policies">,
  companyId: string,
  { kind, employeeId }: z.output<typeof submitHrInput>,
) {
  const [policy] = await policies.list(companyId, { kind: hrKindOf(kind) });
  const employee = await directory.employee(companyId, employeeId);
  if (employee === undefined) {
    throw new DomainError("NOT_FOUND", "Employee not found", { field: "employeeId" });
  }
  const { departmentId, reportingTo, hrId } = employee;
  const colleagues = new Map<string, Pick<Employee, "userId">>();
  for (const id of new Set([reportingTo, hrId])) {
    const colleague = id && (await directory.employee(companyId, id));
    if (colleague) colleagues.set(id, colleague);
  }
  const department = departmentId && (await directory.department(companyId, departmentId));
  const dynamicStages = resolveStages(kind, policy, {
    employee: { id: employeeId, ...employee },
    department: department || undefined,
    colleagues,
  });
  return { dynamicStages, beneficiaryId: employee.userId };
}

import { DomainError } from "@countersign/domain/errors";
import { resolveStages } from "@countersign/domain/hr";
import type { Scope } from "@countersign/mongo";
import { text } from "@countersign/texts";
import type { z } from "zod";

import { type RunDependencies, type SubmitAnswer, answerOnce, peopleNamed, startRun } from "../runs/index.ts";
import { createDirectoryRepository } from "../shared/directory-repository.ts";
import type { Caller } from "../shared/caller.ts";
import { parseInput } from "../shared/parse-input.ts";
import { type SubmitHrInput, submitHrInput } from "./inputs.ts";
import { policyOfKind } from "./policy-content.ts";
import { resolutionRecords } from "./resolution-records.ts";

/** Answer to the submission of an HR document, with its approvers. */
export interface SubmitHrAnswer extends SubmitAnswer {
  approverIds: string[];
}

/**
 * Submits an HR document to the approvers that the company's policy names (specification: "HR approver resolution").
 *
 * @throws DomainError `INVALID_INPUT`, `NOT_FOUND` without employee or policy, `NO_APPROVERS_RESOLVED`,
 *   `RUN_ALREADY_OPEN`, `REQUEST_ID_REUSED`
 */
export function createSubmitHr({ runs, rules }: RunDependencies) {
  return async (caller: Caller, input: SubmitHrInput): Promise<SubmitHrAnswer> => {
    const request = parseInput(submitHrInput, input);
    return runs.together(async (scope) =>
      answerOnce(scope, caller, request, async () => {
        const { dynamicStages, beneficiaryId } = await routeOf(scope, caller.companyId, request);
        const { refId, kind, ref, submitterId, document, requestId } = request;
        const route = { beneficiaryId, dynamicStages, byOwner: true, byRule: true as const };
        const namedPeople = peopleNamed({ submitterId, document });
        const submission = {
          refId,
          kind,
          ref,
          submitterId,
          document,
          requestId,
          named: namedPeople,
          ...route,
        };
        const answer = await startRun(scope, caller, submission, rules);
        const approverIds = dynamicStages.flatMap((stage) => stage.approverIds);
        return { ...answer, approverIds: [...new Set(approverIds)] };
      }),
    );
  };
}

/** The user whom the document is about, if they are one, and its approvers. */
async function routeOf(
  scope: Scope,
  companyId: string,
  { kind, employeeId }: z.output<typeof submitHrInput>,
) {
  const directory = createDirectoryRepository(scope);
  const policy = await policyOfKind(scope, companyId, kind);
  const employee = (await directory.employeesAmong(companyId, [employeeId])).get(employeeId);
  if (employee === undefined) {
    throw new DomainError("NOT_FOUND", text("missing.employee"), { field: "employeeId" });
  }
  const records = await resolutionRecords(scope, companyId, [employee]);
  const dynamicStages = resolveStages(kind, policy, records.get(employeeId)!);
  return { dynamicStages, beneficiaryId: employee.userId };
}

import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";

import type { RunRecords } from "./run-records.ts";
import type { Caller } from "../shared/caller.ts";

/**
 * Lets the run's submitter, its approvers and privileged users change the run's records (SAFE-5).
 *
 * @throws DomainError `FORBIDDEN` for anybody else
 */
export function assertInvolved({ userId, privileged }: Caller, { tasks, approvals }: RunRecords): void {
  const takesPart =
    tasks.some(({ submitterId }) => submitterId === userId) ||
    approvals.some(({ approverId }) => approverId === userId);
  if (!privileged && !takesPart) {
    throw new DomainError("FORBIDDEN", text("run.notInvolved"));
  }
}

import { text } from "@countersign/texts";
import { DomainError } from "../errors/index.ts";

/**
 * The command for a status that an approver sent (specification: "Approve and reject").
 *
 * @param status - as the caller spelt it
 * @throws DomainError `APPROVAL_STATUS_REFUSED` for anything but `APPROVED` and `REJECTED`
 */
export function verdictOf(status: string): "approve" | "reject" {
  if (status === "APPROVED") {
    return "approve";
  }
  if (status === "REJECTED") {
    return "reject";
  }
  throw new DomainError("APPROVAL_STATUS_REFUSED", text("run.statusRefused", { status }), {
    field: "status",
  });
}

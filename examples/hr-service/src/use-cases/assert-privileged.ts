import type { Principal } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";

/** @throws DomainError `FORBIDDEN` unless the caller is privileged */
export function assertPrivileged({ privileged }: Pick<Principal, "privileged">): void {
  if (!privileged) throw new DomainError("FORBIDDEN", "Only a privileged user may do this");
}

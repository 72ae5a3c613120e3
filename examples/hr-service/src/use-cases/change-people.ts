import { randomUUID } from "node:crypto";
import { assertPerson, type Principal } from "@countersign/auth";
import type { DirectoryType } from "@countersign/contracts";
import { type DirectoryChange, type DirectoryRecord, shownRecord } from "@countersign/directory";
import { DomainError } from "@countersign/domain/errors";
import type { UnitOfWork } from "@countersign/mongo";
import { requireDocument } from "@countersign/owner-kit";
import type { HrRepositories } from "../hr-repositories.ts";

type Write = (
  caller: Pick<Principal, "companyId" | "userId" | "isAgent">,
  type: DirectoryType,
  id: string,
  values: DirectoryChange,
) => Promise<DirectoryRecord>;

/**
 * Writes of people, departments and groups, by which it is decided who decides: agents make none (contract-3, SAFE-15). Each leaves as a
 * message (contract-2, DOC-4).
 */
export interface ChangePeople {
  /** @throws DomainError `CONFLICT` when the id is taken */
  create: Write;
  /** A record that stays as it is keeps its version. @throws DomainError `NOT_FOUND` */
  change: Write;
}

export function createChangePeople({
  unitOfWork,
  clock,
}: {
  unitOfWork: UnitOfWork<HrRepositories>;
  clock: () => Date;
}): ChangePeople {
  /** An error gives the transaction up. */
  const writeTo =
    (target: "new" | "existing"): Write =>
    async (caller, type, _id, change) => {
      assertPerson(caller);
      const { companyId, userId: actorId } = caller;
      const [at, eventId] = [clock(), randomUUID()];
      return unitOfWork(async ({ directory }) => {
        const [result] = await directory.change([{ type, companyId, _id, change, eventId }], { actorId, at });
        if (result?.outcome === "invalid") throw new DomainError("INVALID_INPUT", result.reason);
        const isOfCompany = result !== undefined && result.outcome !== "foreign";
        if (target === "existing") {
          return requireDocument(
            type,
            isOfCompany && result.outcome !== "created" ? shownRecord(result.record) : undefined,
          );
        }
        if (isOfCompany && result.outcome === "created") return shownRecord(result.record);
        throw new DomainError("CONFLICT", `There is a ${type} with this id already`, { field: "_id" });
      });
    };
  return { create: writeTo("new"), change: writeTo("existing") };
}

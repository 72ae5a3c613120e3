import type { Id, People } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";

import { knowsCompany, peopleAmong } from "../shared/people.ts";
import { type ApprovalSettings, type SettingsScope, settingsOf } from "./approval-settings.ts";

/** A person whom a command names. */
export interface NamedPerson {
  /** The field that names them, such as `stages.0.approverIds.2`. */
  field: string;
  userId: Id;
}

/** Records that a command has read already. */
interface Read {
  settings?: Pick<ApprovalSettings, "unknownPeople">;
  people?: People;
}

/**
 * Refuses people whom the directory does not know, where the company's setting `unknownPeople` is REFUSE (contract-3, OPS-1).
 * Users of other companies count as unknown. As in SAFE-13 and SAFE-14, a company of which the directory has nobody knows
 * no person to tell them apart by.
 *
 * @throws DomainError `INVALID_INPUT` naming the first of them
 */
export async function refuseUnknown(
  scope: SettingsScope,
  companyId: Id,
  namedPeople: readonly NamedPerson[],
  { settings, people = new Map() }: Read = {},
): Promise<void> {
  const unread = namedPeople.filter(({ userId }) => !people.has(userId));
  if (unread.length === 0) return;
  const { unknownPeople } = settings ?? (await settingsOf(scope, companyId));
  if (unknownPeople === "ACCEPT") return;
  await assertInDirectory(scope, companyId, unread);
}

/**
 * Refuses people whom the directory does not know, where it knows anybody of the company.
 *
 * @throws DomainError `INVALID_INPUT` naming the first of them
 */
export async function assertInDirectory(
  scope: SettingsScope,
  companyId: Id,
  namedPeople: readonly NamedPerson[],
): Promise<void> {
  if (namedPeople.length === 0) return;
  const ids = namedPeople.map(({ userId }) => userId);
  const people = await peopleAmong(scope, companyId, ids);
  const unknown = namedPeople.find(({ userId }) => !people.has(userId));
  if (unknown === undefined || !(await knowsCompany(scope, companyId))) return;
  const { field, userId } = unknown;
  throw new DomainError("INVALID_INPUT", text("input.unknownPerson", { field, id: userId }), { field });
}

/** Those who wrote a document, as its owner names them. */
export function namedEditors(
  document: { editorIds?: readonly Id[] | undefined } | null | undefined,
): NamedPerson[] {
  return (document?.editorIds ?? []).map((userId, index) => ({
    field: `document.editorIds.${index}`,
    userId,
  }));
}

/** The people whom a list of approvers names, in either of its forms. */
export function namedApprovers(
  path: string,
  {
    approverIds,
    approvers,
  }: {
    approverIds?: readonly Id[] | null | undefined;
    approvers?: readonly { approverId?: Id | null | undefined }[] | null | undefined;
  },
): NamedPerson[] {
  if (approvers) {
    return approvers.flatMap(({ approverId }, index) =>
      approverId ? [{ field: `${path}approvers.${index}.approverId`, userId: approverId.toLowerCase() }] : [],
    );
  }
  return (approverIds ?? []).map((userId, index) => ({
    field: `${path}approverIds.${index}`,
    userId: userId.toLowerCase(),
  }));
}

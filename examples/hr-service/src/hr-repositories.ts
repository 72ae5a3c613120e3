import { createDirectoryEditor, type DirectoryEditor } from "@countersign/directory";
import { createJournalWriter, type JournalWriter } from "@countersign/finance";
import {
  type Audit,
  createAudit,
  createInbox,
  type Inbox,
  type IndexPlan,
  type OpenScope,
  type Scope,
  toObjectId,
} from "@countersign/mongo";
import { createOutbox, type Outbox, type OutboxSender } from "@countersign/outbox";
import type { ObjectId } from "mongodb";
import { type AccountsRepository, createAccountsRepository } from "./accounts-repository.ts";
import type { DocumentKind } from "./document-kinds.ts";
import { createDocumentRepository, type DocumentRepository } from "./document-repository.ts";

/** The user of an employee, if the company has such an employee. */
export type FindEmployeeUser = (
  companyId: string,
  employeeId: string,
) => Promise<{ userId: string | undefined } | undefined>;

/** The employees of the company that a user is. */
export type FindEmployeesOfUser = (companyId: string, userId: string) => Promise<string[]>;

/** Everything that one transaction of this service may touch. */
export interface HrRepositories {
  documents: (kind: DocumentKind) => DocumentRepository;
  accounts: AccountsRepository;
  directory: DirectoryEditor;
  journal: JournalWriter;
  audit: Audit;
  inbox: Inbox;
  outbox: Outbox;
}

/** Binds the repositories to a transaction. */
export function bindRepositories(scope: Scope, sender: OutboxSender): HrRepositories {
  return {
    documents: (kind) => createDocumentRepository(scope, kind),
    accounts: createAccountsRepository(scope),
    directory: createDirectoryEditor(scope, { ...sender, source: "/countersign/hr" }),
    journal: createJournalWriter(scope),
    audit: createAudit(scope),
    inbox: createInbox(scope),
    outbox: createOutbox(scope, sender),
  };
}

/** Reads employees. */
export function createEmployeeReader({ db }: Pick<OpenScope, "db">): {
  findUser: FindEmployeeUser;
  findOfUser: FindEmployeesOfUser;
} {
  const employees = db.collection<{ companyId: ObjectId; userId?: ObjectId }>("employees");
  return {
    findUser: async (companyId, employeeId) => {
      const employee = await employees.findOne(
        { _id: toObjectId(employeeId), companyId: toObjectId(companyId) },
        { projection: { userId: 1 } },
      );
      return employee === null ? undefined : { userId: employee.userId?.toHexString() };
    },
    findOfUser: async (companyId, userId) => {
      const ofUser = { companyId: toObjectId(companyId), userId: toObjectId(userId) };
      const foundEmployees = await employees.find(ofUser, { projection: { _id: 1 } }).toArray();
      return foundEmployees.map(({ _id }) => _id.toHexString());
    },
  };
}

/** Every read of documents asks who the caller is. */
export const EMPLOYEE_INDEXES: readonly IndexPlan[] = [
  { collection: "employees", indexes: [{ key: { companyId: 1, userId: 1 } }] },
];

import { createDirectoryReader, DIRECTORY_INDEXES } from "@countersign/directory";
import { FINANCE_INDEXES } from "@countersign/finance";
import { createNumbers, randomId } from "@countersign/mongo";
import { defineOwnerService, type OwnerParts, type OwnerRules } from "@countersign/owner-kit";
import { createAccountsRepository } from "./accounts-repository.ts";
import type { DocumentKind } from "./document-kinds.ts";
import { createDocumentRepository, DOCUMENT_INDEXES } from "./document-repository.ts";
import {
  bindRepositories,
  createEmployeeReader,
  EMPLOYEE_INDEXES,
  type HrRepositories,
} from "./hr-repositories.ts";
import { accountRoutes, accountsInput } from "./routes/account-routes.ts";
import { documentComponents, documentRoutes } from "./routes/document-routes.ts";
import { peopleComponents, peopleRoutes } from "./routes/people-routes.ts";
import { createCancelDocument } from "./use-cases/cancel-document.ts";
import { createChangeDocument, createSettleChange } from "./use-cases/change-document.ts";
import { createChangePeople } from "./use-cases/change-people.ts";
import { createCreateDocument } from "./use-cases/create-document.ts";
import { createSettleDisbursements } from "./use-cases/disburse.ts";
import { createReaderOf } from "./use-cases/reader.ts";
import { createRecordOutcome } from "./use-cases/record-outcome.ts";
import { createResubmitDocument } from "./use-cases/resubmit-document.ts";
import { createSetAccounts } from "./use-cases/set-accounts.ts";
import { createSettleSubmissions } from "./use-cases/settle-submissions.ts";
import { createSubmitDocument } from "./use-cases/submission.ts";

const clock = (): Date => new Date();

/** The HR service; its ports are of `contract.md`, Processes. */
export const hrService = defineOwnerService({
  name: "hr-service",
  owner: "hr",
  ports: { port: 3004, internalPort: 9104 },
  indexes: [...DOCUMENT_INDEXES, ...EMPLOYEE_INDEXES, ...DIRECTORY_INDEXES, ...FINANCE_INDEXES],
  bindRepositories,
  api: {
    title: "HR reference owner",
    description: "Documents that the approval engine approves, and the people who ask and decide.",
    schemas: { ...documentComponents, ...peopleComponents, DisbursementAccounts: accountsInput },
  },
  createRules,
});

function createRules(parts: OwnerParts<"hr", HrRepositories>): OwnerRules<HrRepositories> {
  const { kit: owner, unitOfWork, store, logger, currency } = parts;
  const documents = (kind: DocumentKind) => createDocumentRepository({ db: store.db }, kind);
  const employees = createEmployeeReader(store);
  const readerOf = createReaderOf(employees.findOfUser);
  const submitDocument = createSubmitDocument(owner);
  const createDocument = createCreateDocument({
    documents,
    numbers: createNumbers({ db: store.db }),
    findEmployeeUser: employees.findUser,
    submitDocument,
    currency,
    newId: randomId,
    clock,
  });
  const cancelDocument = createCancelDocument({ unitOfWork, readerOf, owner, clock });
  const settleChange = createSettleChange({ documents, owner, clock });
  const changeDocument = createChangeDocument({
    documents,
    readerOf,
    settleChange,
    currency,
    newId: randomId,
    clock,
  });
  const resubmitDocument = createResubmitDocument({
    documents,
    readerOf,
    submitDocument,
    newId: randomId,
    clock,
  });
  const changePeople = createChangePeople({ unitOfWork, clock });
  const setAccounts = createSetAccounts({ unitOfWork, clock });
  const settleSubmissions = createSettleSubmissions({
    documents,
    submitDocument,
    settleChange,
    owner,
    unitOfWork,
    clock,
  });
  const settleDisbursements = createSettleDisbursements({ documents, unitOfWork, clock });
  return {
    recordOutcome: createRecordOutcome({ logger, clock }),
    settle: async () => {
      await settleDisbursements();
      await settleSubmissions();
    },
    routes: async (app) => {
      await documentRoutes(app, {
        documents,
        readerOf,
        createDocument,
        changeDocument,
        resubmitDocument,
        cancelDocument,
      });
      await accountRoutes(app, { accounts: createAccountsRepository({ db: store.db }), setAccounts });
      await app.register(peopleRoutes, {
        people: createDirectoryReader(store),
        changePeople,
        newId: randomId,
      });
    },
  };
}

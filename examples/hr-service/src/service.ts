import { createNumbers, newId } from "@countersign/mongo";
import {
  type OwnerParts,
  type OwnerRules,
  type OwnerServiceConfig,
  type OwnerServiceDependencies,
  startOwnerService,
} from "@countersign/owner-kit";
import type { RunningService } from "@countersign/service-kit";
import type { DocumentKind } from "./document-kinds.ts";
import { createDocumentRepository, DOCUMENT_INDEXES } from "./document-repository.ts";
import { bindRepositories, createEmployeeReader, type HrRepositories } from "./hr-repositories.ts";
import { documentRoutes } from "./routes/document-routes.ts";
import { createDescription } from "./routes/openapi.ts";
import { createCancelDocument } from "./use-cases/cancel-document.ts";
import { createCreateDocument } from "./use-cases/create-document.ts";
import { createRecordOutcome } from "./use-cases/record-outcome.ts";
import { createSettleSubmissions } from "./use-cases/settle-submissions.ts";
import { createSubmitDocument } from "./use-cases/submission.ts";

export const SERVICE_NAME = "hr-service";

const clock = (): Date => new Date();

/**
 * Starts the HR service on its two ports.
 *
 * @throws Error when a port is taken or an index cannot be made; nothing is left running then
 */
export function startHrService(
  config: OwnerServiceConfig,
  dependencies: OwnerServiceDependencies,
): Promise<RunningService> {
  return startOwnerService(
    {
      name: SERVICE_NAME,
      owner: "hr",
      indexes: DOCUMENT_INDEXES,
      bindRepositories,
      description: createDescription(),
      createRules,
    },
    config,
    dependencies,
  );
}

function createRules(parts: OwnerParts<"hr", HrRepositories>): OwnerRules<HrRepositories> {
  const { kit: owner, unitOfWork, store, logger, committed } = parts;
  const documents = (kind: DocumentKind) => createDocumentRepository({ db: store.db }, kind);
  const submitDocument = createSubmitDocument(owner);
  const createDocument = createCreateDocument({
    documents,
    numbers: createNumbers({ db: store.db }),
    findEmployeeUser: createEmployeeReader(store),
    submitDocument,
    newId,
    clock,
  });
  const cancelDocument = createCancelDocument({ unitOfWork, owner, committed, clock });
  return {
    recordOutcome: createRecordOutcome({ logger, clock }),
    settle: createSettleSubmissions({ documents, submitDocument, owner, unitOfWork, clock }),
    routes: (app) => documentRoutes(app, { documents, createDocument, cancelDocument }),
  };
}

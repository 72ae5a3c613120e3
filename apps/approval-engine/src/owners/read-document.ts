import type { Owner } from "@countersign/contracts";
import type { Id } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import { toHex, toObjectId } from "@countersign/mongo";

import { type DocumentState, type RunRecord, runsIn } from "../runs/index.ts";
import type { ReadParts } from "../shared/feature.ts";
import type { DocumentAnswer, DocumentStatus } from "./request-bodies.ts";

const STATUS_OF: Readonly<Record<DocumentState, DocumentStatus>> = {
  IN_PROGRESS: "IN_APPROVAL",
  APPROVED: "APPROVED",
  REJECTED: "REJECTED",
  RECALLED: "RECALLED",
  CANCELLED: "CANCELLED",
  EXPIRED: "RECALLED",
};

/** Reads how documents stand for the services that own them (contract-3, WEB-1). */
export function createOwnerReadModel({ db, kinds }: Pick<ReadParts, "db" | "kinds">) {
  return {
    /** The newest run of a document of the owner; undefined where it has none. */
    documentOfOwner: async (
      { owner, companyId }: { owner: Owner; companyId: Id },
      refId: Id,
    ): Promise<DocumentAnswer | undefined> => {
      const ofDocument = { companyId: toObjectId(companyId), refId: toObjectId(refId) };
      const ofOwner = { kind: { $in: [...kinds.kindsOf(owner)] } };
      const run = await runsIn({ db }).findOne({ ...ofDocument, ...ofOwner }, { sort: { number: -1 } });
      return run === null ? undefined : answerOf(run);
    },
  };
}

export type OwnerReadModel = ReturnType<typeof createOwnerReadModel>;

function answerOf(run: RunRecord): DocumentAnswer {
  const { _id, companyId, refId, kind, state, document, tasks, changesWanted } = run;
  const stages = tasks.filter(({ deletedAt }) => deletedAt === undefined).map(stageOf);
  return {
    refId: toHex(refId),
    kind,
    companyId: toHex(companyId),
    status: changesWanted ? "CHANGES_WANTED" : STATUS_OF[state],
    runId: toHex(_id),
    ...(document && { revision: document.revision }),
    ...(changesWanted && {
      changes: {
        text: changesWanted.text,
        by: toHex(changesWanted.askerId),
        at: changesWanted.since.toISOString(),
      },
    }),
    stages: stages.toSorted((stage, nextStage) => stage.order - nextStage.order),
  };
}

type Stage = DocumentAnswer["stages"][number];

/** A stage with those who are asked, or were when it ended. */
function stageOf({ stageName, orderNo, status, archived, approvals }: RunRecord["tasks"][number]): Stage {
  const seats = approvals.filter(
    (seat) => seat.deletedAt === undefined && seat.leftOut === undefined && seat.archived === archived,
  );
  return { name: stageName ?? "", order: orderNo, status, seats: seats.map(seatOf) };
}

function seatOf({
  approverId,
  status,
  decidedBy,
  statusUpdateDate,
  remark,
}: RunRecord["tasks"][number]["approvals"][number]): Stage["seats"][number] {
  const isDecided = status === "APPROVED" || status === "REJECTED";
  return defined<Stage["seats"][number]>({
    approverId: toHex(approverId),
    status,
    decidedBy: isDecided ? toHex(decidedBy ?? approverId) : undefined,
    at:
      isDecided && statusUpdateDate !== undefined
        ? new Date(statusUpdateDate * 1_000).toISOString()
        : undefined,
    remark: remark === "" ? undefined : remark,
  });
}

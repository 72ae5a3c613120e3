import type { ApprovalDocument } from "@countersign/contracts";
import { type Store, newId } from "@countersign/mongo";

import type { Caller, Engine, SubmitAnswer } from "../src/engine.ts";
import { type Company, aCompany, engineOn } from "./engine-fixture.ts";

/** A company whose workflow asks the manager always, the board above 1,000, and legal where the risk is high. */
export interface ConditionalCompany {
  engine: Engine;
  company: Company;
  admin: Caller;
  /** Submits. */
  eve: Caller;
  /** The manager, the board and legal. */
  ann: Caller;
  bob: Caller;
  cid: Caller;
  workflowId: string;
  /** The document's owner submits it for Eve. */
  submitAsOwner: (document?: ApprovalDocument, fields?: object) => Promise<SubmitAnswer>;
  /** Its owner changes it. */
  amendAsOwner: (refId: string, document: ApprovalDocument) => Promise<unknown>;
}

const RISK = { key: "risk", type: "TEXT" } as const;

const stage = (key: string, name: string, { userId }: Caller, when?: string) => ({
  key,
  name,
  approverIds: [userId],
  ...(when !== undefined && { when }),
});

export async function conditionalCompany(store: Store): Promise<ConditionalCompany> {
  const engine = await engineOn(store);
  const company = aCompany();
  const admin = company.user({ privileged: true });
  const [eve, ann, bob, cid] = [company.user(), company.user(), company.user(), company.user()];
  const { workflowId } = await engine.publishWorkflow(admin, {
    name: "Purchases",
    facts: [RISK],
    stages: [
      stage("board", "Board", bob, "document.amount > 1000.0"),
      stage("manager", "Manager", ann),
      stage("legal", "Legal", cid, 'document.facts.risk == "high"'),
    ],
  });
  const owner: Caller = { ...eve, isService: true };
  return {
    engine,
    company,
    admin,
    eve,
    ann,
    bob,
    cid,
    workflowId,
    submitAsOwner: (document, fields = {}) =>
      engine.submitDocument(owner, {
        refId: newId(),
        kind: "Leave",
        submitterId: eve.userId,
        workflowId,
        document,
        ...fields,
      }),
    amendAsOwner: (refId, document) => engine.amendDocument(owner, { refId, document }),
  };
}

/** A document of an amount in euros, and of a risk if one is given. */
export function purchase(amount?: string, risk?: string): ApprovalDocument {
  return {
    title: "Laptops",
    ...(amount !== undefined && { amount, currency: "EUR" }),
    ...(risk !== undefined && { facts: [{ key: "risk", label: "Risk", type: "TEXT", value: risk }] }),
  };
}

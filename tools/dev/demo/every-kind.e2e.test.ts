import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectStore, type Store, toObjectId } from "@countersign/mongo";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readAuthVariables } from "../identity/development-identity.ts";
import {
  DEMO_COMPANY,
  DEMO_DISBURSEMENTS,
  DEMO_PEOPLE,
  DEMO_WORKFLOW,
  type DemoPerson,
} from "../start/demo-company.ts";
import { FREE_PORTS } from "../start/platform-ports.ts";
import { type Platform, startPlatform } from "../start/start-platform.ts";
import { signToken } from "../token/token-command.ts";
import { demoAddresses } from "./demo-flags.ts";
import { createGraphqlClient, type GraphqlClient } from "./graphql-client.ts";
import type { RestClient } from "./rest-client.ts";
import { type DemoDocument, openSession, type Session, until } from "./session.ts";

const { employee, manager, head, hr, admin } = DEMO_PEOPLE;

interface Kind {
  owner: "hr" | "inventory";
  path: string;
  body: Readonly<Record<string, unknown>>;
  /** The approvers, one stage after the other. */
  approvers: readonly DemoPerson[];
  /** The owner's status while the document waits, and after its approval, its rejection and its cancellation. */
  waiting: string;
  completed: string;
  rejected: string;
}

const { employeeId } = employee;
const ofHr = (
  path: string,
  details: object,
  approvers: readonly DemoPerson[] = [manager, head, hr],
): Kind => ({
  owner: "hr",
  path,
  body: { employeeId, ...details },
  approvers,
  waiting: "PENDING",
  completed: "APPROVED",
  rejected: "REJECTED",
});
const ofInventory = (kind: string): Kind => ({
  owner: "inventory",
  path: "/api/orders",
  body: { kind, totalAmount: 20_000 },
  approvers: [manager, head],
  waiting: "SAVED",
  completed: "POSTED",
  rejected: "SAVED",
});

const KINDS: readonly (readonly [string, Kind])[] = [
  ["Leave", ofHr("/api/leaves", { from: "2027-03-01", to: "2027-03-05" })],
  ["Claim", ofHr("/api/claims", { amount: 42.5, spentOn: "2027-02-11", description: "Train" })],
  ["Loan", ofHr("/api/loans", { amount: 1_500.1, months: 12 })],
  ["Advance", ofHr("/api/advances", { amount: 300 }, [manager, hr])],
  ...["PurchaseRequisition", "PurchaseOrder", "SalesQuotation", "SalesOrder"].map(
    (kind) => [kind, ofInventory(kind)] as const,
  ),
];

let dataDir: string;
let platform: Platform;
let store: Store;
let session: Session;
let employeeClient: GraphqlClient;
let ownWorkflowId: string;

/** The administrator's thresholds for the remaining kinds of order. */
async function addThresholds(client: GraphqlClient): Promise<void> {
  const { workflowPage } = await client.request<{ workflowPage: { data: { _id: string; name: string }[] } }>(
    "{ workflowPage(input: { take: 10 }) { data { _id name } } }",
  );
  const { _id: workflowId } = workflowPage.data.find(({ name }) => name === DEMO_WORKFLOW.name)!;
  for (const kind of ["PurchaseRequisition", "PurchaseOrder", "SalesQuotation"]) {
    await client.request(
      "mutation ($input: CreateApprovalThresholdInput!) { createApprovalThreshold(input: $input) { _id } }",
      { input: { kind, workflowId, amountThreshold: 10_000, enabled: true } },
    );
  }
}

/** A workflow with the employee as its only approver. @returns its id */
async function addOwnWorkflow(client: GraphqlClient): Promise<string> {
  const { createWorkflow } = await client.request<{ createWorkflow: { _id: string } }>(
    'mutation { createWorkflow(input: { name: "Mine" }) { _id } }',
  );
  const { _id: workflowId } = createWorkflow;
  await client.request(
    "mutation ($input: CreateWorkflowStageInput!) { createWorkflowStage(input: $input) { _id } }",
    { input: { workflowId, name: "Me", order: 1, approverIds: [employee.userId] } },
  );
  return workflowId;
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "countersign-kinds-"));
  platform = await startPlatform({
    env: { LOG_LEVEL: "error" },
    dataDir,
    ports: FREE_PORTS,
    demoCompany: true,
  });
  store = await connectStore({ uri: platform.store.uri, dbName: "countersign", appName: "test" });
  const auth = readAuthVariables({}, dataDir);
  const tokenOf = ({ userId: sub, name, privileged }: DemoPerson) =>
    signToken({ sub, companyId: DEMO_COMPANY.id, name, privileged, expires: "1h" }, auth);
  const addresses = demoAddresses((name) => platform.services.find((one) => one.name === name)!.publicUrl);
  await addThresholds(createGraphqlClient(addresses.engine, await tokenOf(admin)));
  employeeClient = createGraphqlClient(addresses.engine, await tokenOf(employee));
  ownWorkflowId = await addOwnWorkflow(employeeClient);
  session = await openSession({ addresses, tokenOf, say: () => undefined });
});
afterAll(async () => {
  await session.close();
  await store.close();
  await platform.stop();
  rmSync(dataDir, { recursive: true });
});

/** One document of a kind, with its owner and its approvers. */
async function create({ owner, path, body, waiting }: Kind) {
  const rest: RestClient = session[owner];
  const created = await rest.expect("POST", path, body);
  const document: DemoDocument = { id: String(created["_id"]), ref: String(created["ref"]) };
  expect(created["status"]).toBe(waiting);
  const url = `${path}/${document.id}`;
  return {
    document,
    ask: (action: "post" | "cancel") => rest.ask("POST", `${url}/${action}`),
    hearOutcome: () =>
      until(`the outcome of ${document.ref}`, async () => {
        const current = await rest.expect("GET", url);
        return current["status"] === waiting ? undefined : current;
      }),
    status: async () => (await rest.expect("GET", url))["status"],
  };
}

/** The company's ledger legs of a document. */
async function legsOf(ref: string): Promise<string[]> {
  const companyId = toObjectId(DEMO_COMPANY.id);
  const description = `Disbursement of ${ref}`;
  const entries = await store.db.collection("journal_entries").find({ companyId, description }).toArray();
  const journalEntryId = { $in: entries.map(({ _id }) => _id) };
  const legs = await store.db
    .collection("ledger_entries")
    .find({ journalEntryId })
    .sort({ _id: 1 })
    .toArray();
  return legs.map(({ accountId, debit, credit }) => `${accountId} ${debit} ${credit}`);
}

/** Waits until the owner's inbox has the record of an outcome. */
async function untilHandled(document: DemoDocument, subject: string): Promise<void> {
  const inbox = store.db.collection<{ _id: { consumer: string; messageId: string } }>("inbox");
  const outbox = store.db.collection<{ _id: string; key: string; subject: string }>("outbox");
  await until(`an outcome of ${document.ref} was handled`, async () => {
    const sent = await outbox.findOne({ key: document.id, subject: { $regex: subject } });
    const handled = sent && (await inbox.findOne({ "_id.messageId": sent._id }));
    return handled ? true : undefined;
  });
}

const REFUSED = {
  status: 403,
  body: { message: "This order requires approval before it can be posted" },
};

describe.each(KINDS)("a %s, through its owner, the engine and the messages between them", (name, kind) => {
  // Rules: [AE-CALLBACK-03] [AE-CALLBACK-04] [AE-CALLBACK-06] [AE-INV-08]
  it("completes", async () => {
    const { document, ask, hearOutcome } = await create(kind);
    if (kind.owner === "inventory") expect(await ask("post")).toMatchObject(REFUSED);
    for (const approver of kind.approvers) await session.decide(approver, document, "APPROVED", "Good");
    expect((await hearOutcome())["status"]).toBe(kind.completed);
    const { timeline, tasks } = await session.readStory(document);
    expect(timeline.at(-1)?.message).toBe(`${document.ref} has been fully approved`);
    expect(tasks.map(({ status }) => status)).toEqual(kind.approvers.map(() => "APPROVED"));
    const accounts = Object.entries(DEMO_DISBURSEMENTS).find(([disbursed]) => disbursed === name)?.[1];
    const amount = String(kind.body["amount"]);
    expect(await legsOf(document.ref)).toEqual(
      accounts ? [`${accounts.debitAccountId} ${amount} 0`, `${accounts.creditAccountId} 0 ${amount}`] : [],
    );
  });

  it("ends at a rejection in its first stage [AE-CALLBACK-05] [AE-CALLBACK-07]", async () => {
    const { document, ask, hearOutcome, status } = await create(kind);
    await session.decide(manager, document, "REJECTED", "No");
    if (kind.owner === "hr") {
      expect((await hearOutcome())["status"]).toBe(kind.rejected);
    } else {
      // The outcome changes nothing at the owner.
      await untilHandled(document, "\\.rejected$");
      expect(await status()).toBe(kind.rejected);
      expect(await ask("post")).toMatchObject(REFUSED);
    }
    expect(await legsOf(document.ref)).toEqual([]);
  });

  it("ignores a run that its creator starts on its id and approves alone [SAFE-1]", async () => {
    const { document, ask, status } = await create(kind);
    await session.decide(manager, document, "REJECTED", "No");
    await untilHandled(document, "\\.rejected$");
    await employeeClient.request(
      "mutation ($input: NewWorkflowTaskInput!) { newWorkflowTask(input: $input) }",
      { input: { refId: document.id, kind: name, ref: document.ref, workflowId: ownWorkflowId } },
    );
    await session.decide(employee, document, "APPROVED", "Mine");
    await untilHandled(document, "\\.completed$");
    expect(await status()).toBe(kind.rejected);
    if (kind.owner === "inventory") expect(await ask("post")).toMatchObject(REFUSED);
    expect(await legsOf(document.ref)).toEqual([]);
  });

  // Rules: [AE-HR-09] [AE-CANCEL-01] [AE-CANCEL-02] [AE-CANCEL-03]
  it("leaves no open task when it is cancelled", async () => {
    const { document, ask, status } = await create(kind);
    expect(await ask("cancel")).toMatchObject({ status: 200, body: { status: "CANCELLED" } });
    const tasks = await until("its tasks are archived", async () => {
      const story = await session.readStory(document);
      return story.tasks.every(({ archived }) => archived) ? story.tasks : undefined;
    });
    expect(tasks.map((task) => task.status)).toEqual(kind.approvers.map(() => "ARCHIEVED"));
    await expect(session.decide(manager, document, "APPROVED", "Late")).rejects.toThrow("found 0");
    expect(await status()).toBe("CANCELLED");
  });
});

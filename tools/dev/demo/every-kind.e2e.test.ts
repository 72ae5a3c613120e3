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
import { until } from "../until.ts";
import { type DemoDocument, openSession, type Session } from "./session.ts";

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

/** Other details of the documents of HR. */
const CHANGED: Readonly<Record<string, object>> = {
  Leave: { from: "2027-03-01", to: "2027-03-02" },
  Claim: { amount: 40, spentOn: "2027-02-11", description: "Slow train" },
  Loan: { amount: 1_200, months: 6 },
  Advance: { amount: 250 },
};

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
let adminClient: GraphqlClient;
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
  adminClient = createGraphqlClient(addresses.engine, await tokenOf(admin));
  await addThresholds(adminClient);
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
    change: (details: object) => rest.ask("PUT", url, details),
    read: () => rest.expect("GET", url),
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

describe.each(KINDS.filter(([, { owner }]) => owner === "hr"))("a pending %s that changes", (name, kind) => {
  const changed = CHANGED[name] ?? {};

  /** One that its first approver has approved, in a company with the setting, and the answer to its change. */
  async function change(onAmend: string) {
    await adminClient.request(
      "mutation ($input: UpdateApprovalSettingsInput!) { updateApprovalSettings(input: $input) { version } }",
      { input: { onAmend } },
    );
    const created = await create(kind);
    const approve = async (approvers: readonly DemoPerson[]) => {
      for (const approver of approvers) await session.decide(approver, created.document, "APPROVED", "Good");
    };
    await approve(kind.approvers.slice(0, 1));
    return { ...created, approve, answer: await created.change({ ...changed, note: "Less is enough" }) };
  }

  it("stays as it is where the company refuses that [DOC-3]", async () => {
    const { answer, read, approve, hearOutcome } = await change("REFUSE");
    const { employeeId: _whose, ...details } = kind.body;
    expect(answer).toMatchObject({
      status: 409,
      body: { message: "Document cannot be changed while its approval is in progress" },
    });
    expect(await read()).toMatchObject(details);
    await approve(kind.approvers.slice(1));
    expect(await hearOutcome()).toMatchObject({ ...details, status: kind.completed });
  });

  it("is approved anew by all where the company asks again [DOC-3]", async () => {
    const { document, answer, approve, hearOutcome } = await change("ASK_AGAIN");
    expect(answer).toMatchObject({ status: 200, body: changed });
    await approve(kind.approvers);
    expect(await hearOutcome()).toMatchObject({ ...changed, status: kind.completed });
    const { timeline } = await session.readStory(document);
    const message = `${document.ref} was changed: Less is enough`;
    expect(timeline.filter(({ event }) => event === "AMENDED")).toMatchObject([
      {
        notified: [employee.name, manager.name],
        message: `${message} / ${message} — awaiting your approval again`,
      },
    ]);
    expect(timeline.filter(({ event }) => event === "APPROVED")).toHaveLength(kind.approvers.length + 1);
  });

  it("goes on where the company keeps the verdicts [DOC-3]", async () => {
    const { document, answer, approve, hearOutcome } = await change("KEEP_VERDICTS");
    expect(answer).toMatchObject({ status: 200, body: changed });
    await approve(kind.approvers.slice(1));
    expect(await hearOutcome()).toMatchObject({ ...changed, status: kind.completed });
    const { timeline } = await session.readStory(document);
    expect(timeline.filter(({ event }) => event === "APPROVED")).toHaveLength(kind.approvers.length);
  });
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { documentKinds } from "@countersign/contracts";
import {
  connectStore,
  createInbox,
  createUnitOfWork,
  ensureIndexes,
  newId,
  platformIndexes,
  type Store,
} from "@countersign/mongo";
import { createOwner } from "@countersign/owner-kit";
import { NATS_URL, useTestBus, waitFor } from "@countersign/testing";
import { call, connectAgent, createdId } from "@countersign/testing/mcp-agent";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readAuthVariables } from "../identity/development-identity.ts";
import { DEMO_COMPANY, DEMO_PEOPLE, type DemoPerson } from "../start/demo-company.ts";
import { FREE_PORTS } from "../start/platform-ports.ts";
import { type Platform, startPlatform } from "../start/start-platform.ts";
import { signToken } from "../token/token-command.ts";
import { demoAddresses } from "./demo-flags.ts";
import { type DemoDocument, openSession, type Session } from "./session.ts";

const DOCUMENT_KINDS = "legal:Contract,Nda finance:JournalEntry";
const { employee, manager, head, hr, admin } = DEMO_PEOPLE;

/** The owners, with what their documents of this test become. */
const OWNERS = { hr: "Leave", inventory: "SalesOrder", finance: "JournalEntry", legal: "Nda" } as const;

describe("four owners on one broker", { tags: ["nats"] }, () => {
  const testBus = useTestBus("nats");
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-owners-"));
  const auth = () => readAuthVariables({}, dataDir);
  const tokenOf = ({ userId: sub, name, privileged }: DemoPerson) =>
    signToken({ sub, companyId: DEMO_COMPANY.id, name, privileged, expires: "1h" }, auth());
  let platform: Platform;
  let session: Session;
  let store: Store;
  let ofLegal: Store;
  let legal: ReturnType<typeof openLegal>;

  const openLegal = () =>
    createOwner({
      owner: "legal",
      registry: documentKinds.parse(DOCUMENT_KINDS),
      bus: testBus.bus,
      unitOfWork: createUnitOfWork(ofLegal, (scope) => ({ inbox: createInbox(scope) })),
    });

  beforeAll(async () => {
    platform = await startPlatform({
      env: { LOG_LEVEL: "error", NATS_URL, NATS_PREFIX: testBus.prefix, DOCUMENT_KINDS },
      dataDir,
      ports: FREE_PORTS,
      demoCompany: true,
    });
    const { uri } = platform.store;
    store = await connectStore({ uri, dbName: "countersign", appName: "test" });
    ofLegal = await connectStore({ uri, dbName: "legal", appName: "test" });
    await ensureIndexes(ofLegal, platformIndexes());
    legal = openLegal();
    await legal.onOutcome(async () => undefined);
    const addresses = demoAddresses((name) => platform.services.find((one) => one.name === name)!.publicUrl);
    session = await openSession({ addresses, tokenOf, say: () => undefined });
  });
  afterAll(async () => {
    await session.close();
    await Promise.all([store.close(), ofLegal.close()]);
    await platform.stop();
    rmSync(dataDir, { recursive: true });
  });

  async function decideAll(document: DemoDocument, approvers: readonly DemoPerson[]): Promise<void> {
    for (const approver of approvers) await session.decide(approver, document, "APPROVED", "Good");
  }

  async function created(owner: "hr" | "inventory", path: string, body: object): Promise<DemoDocument> {
    const { _id, ref } = await session[owner].expect("POST", path, { ...body });
    return { id: String(_id), ref: String(ref) };
  }

  /** Submits a document of each owner and has it approved. @returns the documents */
  async function approveOneOfEach(): Promise<DemoDocument[]> {
    const leave = await created("hr", "/api/leaves", {
      employeeId: employee.employeeId,
      from: "2027-03-01",
      to: "2027-03-05",
    });
    const order = await created("inventory", "/api/orders", { kind: "SalesOrder", totalAmount: 20_000 });

    const journal = platform.services.find(({ name }) => name === "mcp-journal")!;
    const agent = await connectAgent(journal, { authorization: `Bearer ${await tokenOf(hr)}` });
    const [debit, credit] = (await call(agent, "list_accounts")).data!["accounts"] as { id: string }[];
    const companyId = DEMO_COMPANY.id;
    const drafted = await call(agent, "create_journal_entry", {
      description: "Rent of a year",
      companyId,
      createdBy: hr.userId,
      transactions: [
        { accountId: debit!.id, debit: 24_000, credit: 0 },
        { accountId: credit!.id, debit: 0, credit: 24_000 },
      ],
    });
    const entry = { id: createdId(drafted), ref: String(drafted.data!["ref"]) };
    const posted = await call(agent, "post_journal_entry", { id: entry.id, companyId });
    expect(posted.text).toBe(`Journal entry ${entry.ref} submitted for approval`);
    await agent.close();

    const nda = { id: newId(), ref: "NDA-1" };
    await legal.submit({
      companyId,
      kind: "Nda",
      refId: nda.id,
      ref: nda.ref,
      submitterId: employee.userId,
      dynamicStages: [{ name: "Counsel", order: 1, approveBy: "ANY", approverIds: [admin.userId] }],
      requestId: nda.id,
    });

    await decideAll(leave, [manager, head, hr]);
    await decideAll(order, [manager, head]);
    await decideAll(entry, [head]);
    await decideAll(nda, [admin]);
    return [leave, order, entry, nda];
  }

  it("each hears the outcomes of its own documents, and nobody else's [DOC-1]", async () => {
    const documents = await approveOneOfEach();
    const outbox = store.db.collection<{ _id: string; key: string; subject: string }>("outbox");
    const outcomes = await outbox.find({ subject: { $regex: "^approval\\.outcome\\." } }).toArray();
    expect(outcomes.map(({ key, subject }) => [key, subject])).toEqual(
      Object.entries(OWNERS).map(([owner, kind], index) => [
        documents[index]!.id,
        `approval.outcome.${owner}.${kind}.completed`,
      ]),
    );
    const heardBy = async (owner: string) => {
      const { db } = owner === "legal" ? ofLegal : store;
      const inbox = db.collection<{ _id: { consumer: string; messageId: string } }>("inbox");
      const heard = await inbox.find({ "_id.consumer": `${owner}-outcomes` }).toArray();
      return heard.map(({ _id }) => _id.messageId);
    };
    for (const [index, owner] of Object.keys(OWNERS).entries()) {
      await waitFor(async () => (await heardBy(owner)).length > 0);
      expect(await heardBy(owner), owner).toEqual([outcomes[index]!._id]);
    }
    const [leave, order, entry] = documents;
    const statusOf = async (collection: string, { ref }: DemoDocument) =>
      (await store.db.collection(collection).findOne({ ref }))?.["status"] as unknown;
    expect(await statusOf("leaves", leave!)).toBe("APPROVED");
    expect(await statusOf("orders", order!)).toBe("POSTED");
    expect(await statusOf("journal_entries", entry!)).toBe("POSTED");
  });
});

import { type Bus, createInProcessBus } from "@countersign/bus";
import {
  cloudEvent,
  createKindRegistry,
  type KindRegistry,
  MESSAGES,
  outcomeSubject,
  STREAMS,
} from "@countersign/contracts";
import { createInbox, createUnitOfWork, ensureIndexes, newId, platformIndexes } from "@countersign/mongo";
import { silentLogger, useTestStore, waitFor } from "@countersign/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createOwner, NotApplied } from "./client.ts";
import { assertKinds } from "./config.ts";

const store = await useTestStore();
await ensureIndexes(store, platformIndexes());
const REGISTRY = createKindRegistry(
  new Map([
    ["legal", ["Contract", "Nda"]],
    ["hr", ["Overtime"]],
  ]),
);
const notes = () => store.db.collection("notes");
const unitOfWork = createUnitOfWork(store, (scope) => ({
  inbox: createInbox(scope),
  note: (text: string) => scope.db.collection("notes").insertOne({ text }, { session: scope.session }),
}));

let bus: Bus;
let buried: string[];
beforeEach(async () => {
  buried = [];
  const events = { deadLettered: ({ reason }: { reason: string }) => void buried.push(reason) };
  bus = createInProcessBus({ logger: silentLogger, events });
  await bus.ensureStreams(Object.values(STREAMS));
});
afterEach(async () => {
  await bus.close();
  await notes().deleteMany({});
});

const openOwner = <O extends string>(owner: O, registry?: KindRegistry) =>
  createOwner({ owner, bus, unitOfWork, ...(registry && { registry }) });
const ids = () => ({ companyId: newId(), refId: newId(), submitterId: newId() });

async function publishOutcome(kind: string): Promise<string> {
  const data = { ...ids(), kind, runId: newId(), actorId: newId() };
  const { type } = MESSAGES.completed;
  const id = newId();
  const event = cloudEvent({ id, source: "/test", type, subject: data.refId, time: new Date(), data });
  await bus.publish({ subject: outcomeSubject("legal", kind, "completed"), id, data: event });
  return id;
}

describe("an owner with kinds that are not built in", () => {
  it.each([
    ["legal", "submit", "approval.rpc.submit", ["Contract", "Nda"]],
    ["hr", "submit", "approval.rpc.submit", ["Leave", "Claim", "Loan", "Advance", "Overtime"]],
    ["hr", "hrSubmit", "approval.rpc.hr.submit", ["Leave", "Claim", "Loan", "Advance", "Overtime"]],
  ] as const)(
    "names them with each submission: %s by %s [DOC-1]",
    async (owner, name, subject, ownerKinds) => {
      const asked: unknown[] = [];
      const handle = async ({ data }: { data: unknown }) => {
        asked.push(data);
        return { refId: newId(), tasks: [] };
      };
      await bus.serve({
        name: "engine",
        version: "1.0.0",
        description: "d",
        endpoints: [{ name, subject, handle }],
      });
      await openOwner(owner, REGISTRY).request(name, { ...ids(), kind: "Leave", employeeId: newId() });
      await openOwner(owner).request(name, { ...ids(), kind: "Leave", employeeId: newId() });
      expect(asked).toEqual([
        expect.objectContaining({ ownerKinds }),
        expect.not.objectContaining({ ownerKinds: expect.anything() }),
      ]);
      const command = openOwner(owner, REGISTRY).submitCommand({ ...ids(), kind: "Nda" });
      expect(command.data).toMatchObject({ data: { ownerKinds } });
    },
  );

  it("hears its outcomes, and buries one of an unknown kind with the names of those it knows [DOC-1]", async () => {
    const heard: string[] = [];
    await openOwner("legal", REGISTRY).onOutcome(async ({ data }) => void heard.push(data.kind));
    await publishOutcome("Deed");
    await publishOutcome("Nda");
    await waitFor(() => heard.length === 1 && buried.length === 1);
    expect(heard).toEqual(["Nda"]);
    expect(buried[0]).toMatch(/^data\.kind: .*"Leave".*"Contract"\|"Nda"/u);
  });

  it.each([
    ["legal", ["Contract", "Nda"], undefined],
    ["hr", ["Overtime"], undefined],
    ["hr", [], undefined],
    ["legal", ["Contract", "Deed", "Will"], "DOCUMENT_KINDS: expected legal:Deed,Will in it"],
    ["finance", ["Nda"], "DOCUMENT_KINDS: expected finance:Nda in it"],
    ["finance", [], "DOCUMENT_KINDS: expected finance:<Kind> in it"],
  ])("is refused where DOCUMENT_KINDS lacks one: %s with %j [DOC-1]", (owner, kinds, problem) => {
    const assert = () => assertKinds(REGISTRY, owner, kinds);
    if (problem === undefined) expect(assert).not.toThrow();
    else expect(assert).toThrow(problem);
  });
});

describe("a message that cannot be applied", () => {
  it("is undone, noted in a transaction of its own, and buried; published again it is tried again [MSG-DELIVERY-02]", async () => {
    let attempts = 0;
    await openOwner("legal", REGISTRY).onOutcome(async (_, { note }) => {
      attempts += 1;
      await note("undone");
      throw new NotApplied("the account is gone", async (again: { note: typeof note }) => {
        await again.note("the account is gone");
      });
    });
    const id = await publishOutcome("Nda");
    await waitFor(() => buried.length === 1);
    expect(buried).toEqual(["the account is gone"]);
    expect((await notes().find().toArray()).map(({ text }) => text)).toEqual(["the account is gone"]);
    expect(await store.db.collection("inbox").countDocuments({ "_id.messageId": id })).toBe(0);
    expect(attempts).toBe(1);
  });
});

import { createKindRegistry, parseRequest } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore, waitFor } from "@countersign/testing";
import { beforeAll, describe, expect, it, vi } from "vitest";

import { aCompany, countAll, recordsOf } from "../../test/engine-fixture.ts";
import { type Replica, bearerOf, serviceBearerOf, useBus, useReplica } from "../../test/graphql-fixture.ts";
import { documentAnswer } from "./request-bodies.ts";

const store = await useTestStore();
const bus = useBus();
const kinds = createKindRegistry(new Map([["legal", ["Contract", "Nda"]]]));
const company = aCompany();
const { companyId } = company;
const [ann, ben, sam] = [company.user(), company.user(), company.user()];
const records = recordsOf(store);

let replica: Replica;
let bearer: string;
beforeAll(async () => {
  replica = await useReplica(store, bus, { kinds });
  bearer = await serviceBearerOf({ owner: "legal", companyId });
});

interface Asking {
  method?: "GET" | "POST";
  body?: unknown;
  key?: string;
  authorization?: string;
  headers?: Record<string, string>;
}

/** Asks as the service of legal, in its company. */
async function ask(path: string, { method, body, key, authorization = bearer, headers }: Asking = {}) {
  const response = await replica.app.inject({
    method: method ?? (body === undefined ? "GET" : "POST"),
    url: `/api/v1${path}`,
    headers: {
      authorization,
      ...(key !== undefined && { "idempotency-key": key }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { payload: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return { status: response.statusCode, headers: response.headers, body: response.json<never>() as unknown };
}

const submission = (fields: object = {}) => ({
  kind: "Contract",
  refId: newId(),
  ref: "C-1",
  submitterId: sam.userId,
  dynamicStages: [
    { name: "Legal", order: 1, approveBy: "ANY", approverIds: [ann.userId] },
    { name: "Board", order: 2, approveBy: "ANY", approverIds: [ben.userId] },
  ],
  document: { title: "Lease", amount: "250.00", currency: "EUR" },
  ...fields,
});

/** A submitted document. */
async function submitted(fields: object = {}): Promise<string> {
  const body = submission(fields);
  expect(await ask("/documents", { body, key: newId() })).toMatchObject({ status: 202 });
  return body.refId;
}

/** Decides the stage that waits. */
async function decide(refId: string, approver: typeof ann, status: "APPROVED" | "REJECTED", remark = "") {
  const tasks = await records.tasks(refId);
  const waiting = tasks.find((task) => task.status === "AWAITING_APPROVAL")!;
  await replica.engine.decideApproval(approver, { taskId: waiting._id, status, remark });
}

const problemOf = (status: number, detail: string) => ({
  status,
  headers: { "content-type": "application/problem+json; charset=utf-8" },
  body: { type: "about:blank", status, detail, title: expect.any(String), code: expect.any(String) },
});

describe("a submission over HTTP [WEB-1]", () => {
  it("is accepted with its id and place, and told over the bus like one over NATS", async () => {
    const body = submission();
    const { refId } = body;
    const answer = await ask("/documents", { body, key: newId() });
    expect(answer).toMatchObject({
      status: 202,
      headers: { location: `/api/v1/documents/${refId}` },
      body: { refId, requestId: expect.stringMatching(/^[0-9a-f]{24}$/u) },
    });
    expect(answer.headers).not.toHaveProperty("idempotency-replayed");
    const { requestId } = answer.body as { requestId: string };
    const told = await records.outbox(refId);
    expect(told).toContainEqual({
      subject: "approval.request.legal.Contract.accepted",
      data: expect.objectContaining({
        data: expect.objectContaining({ refId, requestId, kind: "Contract", revision: 1 }),
      }),
    });
    await decide(refId, ann, "REJECTED", "Too long");
    const messages = await records.outbox(refId);
    expect(messages.find(({ subject }) => subject.includes(".outcome."))).toMatchObject({
      subject: "approval.outcome.legal.Contract.rejected",
      data: { data: { requestId, origin: "owner", statedBy: "OWNER", remark: "Too long" } },
    });
  });

  it("is the same one with the same key, however often and at once it comes; other content is refused", async () => {
    const body = submission();
    const key = "order 66";
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => ask("/documents", { body, key })),
    );
    const [first] = answers;
    for (const answer of answers) expect(answer).toMatchObject({ status: 202, body: first!.body });
    const replayed = answers.filter(({ headers }) => headers["idempotency-replayed"] === "true");
    expect(replayed).toHaveLength(7);
    expect(await records.tasks(body.refId)).toHaveLength(2);

    const other = await ask("/documents", { body: { ...body, ref: "C-2" }, key });
    expect(other).toMatchObject(problemOf(409, "Idempotency key was used for another command"));
    const another = await serviceBearerOf({ owner: "hr", companyId });
    const foreign = { ...submission({ kind: "Leave" }) };
    expect(await ask("/documents", { body: foreign, key, authorization: another })).toMatchObject({
      status: 202,
    });
  });

  it("names editors beside the document's own", async () => {
    const [ada, cid] = [company.user(), company.user()];
    const document = { title: "Lease", editorIds: [ada.userId] };
    const refId = await submitted({ document, editorIds: [cid.userId, ada.userId] });
    const run = await store.db.collection("workflow_runs").findOne({ refId: toObjectId(refId) });
    expect(run!["document"].editorIds.map(String)).toEqual([ada.userId, cid.userId]);
  });
});

describe("a document of which an approver wants changes [TALK-2]", () => {
  it("is read with them, wakes who waits, and is amended though the company refuses that", async () => {
    const refId = await submitted();
    const [task] = await records.tasks(refId);
    const waiting = ask(`/documents/${refId}?wait=20`);
    await replica.engine.requestChanges(ann, { taskId: task!._id, text: "Name the tenant" });
    const changes = { text: "Name the tenant", by: ann.userId, at: expect.stringMatching(/Z$/u) };
    expect((await waiting).body).toMatchObject({ status: "CHANGES_WANTED", changes });
    const body = {
      actorId: sam.userId,
      document: { title: "Lease of Sam", amount: "250.00", currency: "EUR" },
    };
    expect(await ask(`/documents/${refId}/amend`, { body })).toMatchObject({ status: 202 });
    const read = await ask(`/documents/${refId}`);
    expect(documentAnswer.parse(read.body)).toMatchObject({ status: "IN_APPROVAL", revision: 2 });
    expect(read.body).not.toHaveProperty("changes");
    expect(
      await ask(`/documents/${refId}/amend`, { body: { ...body, document: { title: "Other" } } }),
    ).toMatchObject(problemOf(409, "Document cannot be changed while its approval is in progress"));
  });
});

describe("a document as its owner reads it [WEB-1]", () => {
  it("shows stages, seats and verdicts", async () => {
    const refId = await submitted();
    expect(await ask(`/documents/${refId}`)).toMatchObject({
      status: 200,
      body: {
        refId,
        kind: "Contract",
        companyId,
        status: "IN_APPROVAL",
        revision: 1,
        stages: [
          {
            name: "Legal",
            order: 1,
            status: "AWAITING_APPROVAL",
            seats: [{ approverId: ann.userId, status: "AWAITING_APPROVAL" }],
          },
          {
            name: "Board",
            order: 2,
            status: "PENDING",
            seats: [{ approverId: ben.userId, status: "PENDING" }],
          },
        ],
      },
    });
    await decide(refId, ann, "APPROVED", "Fine");
    await decide(refId, ben, "APPROVED");
    const { body } = await ask(`/documents/${refId}`);
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/u);
    expect(body).toMatchObject({
      status: "APPROVED",
      stages: [
        { status: "APPROVED", seats: [{ status: "APPROVED", decidedBy: ann.userId, remark: "Fine", at }] },
        { status: "APPROVED", seats: [{ status: "APPROVED", decidedBy: ben.userId, at }] },
      ],
    });
  });

  it("is as its description says, which anybody may read", async () => {
    const refId = await submitted();
    await decide(refId, ann, "APPROVED", "Fine");
    const { body } = await ask(`/documents/${refId}`);
    expect(parseRequest(documentAnswer, body)).toEqual(body);
    const { paths } = (await ask("/openapi.json", { authorization: "" })).body as { paths: object };
    expect(Object.keys(paths)).toEqual([
      "/api/v1/documents",
      "/api/v1/documents/{refId}",
      "/api/v1/documents/{refId}/cancel",
      "/api/v1/documents/{refId}/amend",
    ]);
    expect(JSON.stringify(paths)).toContain("Nda");
  });

  it("is changed as the company lets it, and cancelled", async () => {
    const refId = await submitted();
    const document = { title: "Lease", amount: "300.00", currency: "EUR" };
    const body = { actorId: sam.userId, document, note: "One room more" };
    const refused = "Document cannot be changed while its approval is in progress";
    expect(await ask(`/documents/${refId}/amend`, { body })).toMatchObject(problemOf(409, refused));
    const admin = company.user({ privileged: true });
    await replica.engine.updateApprovalSettings(admin, { onAmend: "ASK_AGAIN" });
    expect(await ask(`/documents/${refId}/amend`, { body })).toMatchObject({ status: 202, body: { refId } });
    expect(await ask(`/documents/${refId}`)).toMatchObject({ body: { revision: 2 } });
    expect((await records.outbox(refId)).filter(({ subject }) => subject.endsWith(".accepted"))).toHaveLength(
      2,
    );

    const cancel = { body: { actorId: sam.userId }, key: newId() };
    const first = await ask(`/documents/${refId}/cancel`, cancel);
    expect(first).toMatchObject({ status: 202, body: { refId } });
    const again = await ask(`/documents/${refId}/cancel`, cancel);
    expect(again).toMatchObject({ body: first.body, headers: { "idempotency-replayed": "true" } });
    expect(await ask(`/documents/${refId}`)).toMatchObject({ body: { status: "CANCELLED" } });
    expect(await ask(`/documents/${refId}/cancel`, { body: { actorId: sam.userId } })).toMatchObject({
      status: 202,
    });
    const late = "There is no approval in progress for this document";
    expect(await ask(`/documents/${refId}/amend`, { body })).toMatchObject(problemOf(404, late));
  });
});

describe("a wait for a change [WEB-1]", () => {
  it("ends with the change, at once where the caller knows less, and with its time", async () => {
    const refId = await submitted();
    const waiting = ask(`/documents/${refId}?wait=45`);
    const known = await ask(`/documents/${refId}?wait=45&from=RECALLED`);
    expect(known.body).toMatchObject({ status: "IN_APPROVAL" });
    await decide(refId, ann, "REJECTED");
    expect((await waiting).body).toMatchObject({ status: "REJECTED" });
    const over = await ask(`/documents/${refId}?wait=1&from=REJECTED`);
    expect(over).toMatchObject({ status: 200, body: { status: "REJECTED" } });
  });

  it("is refused beyond the bound of an owner in a company, and ends when its client goes or the replica stops", async () => {
    const here = await useReplica(store, bus, { kinds });
    const { subscribeRun } = here.runFeed;
    let waiting = 0;
    vi.spyOn(here.runFeed, "subscribeRun").mockImplementation((...subscription) => {
      waiting += 1;
      const unsubscribe = subscribeRun(...subscription);
      return () => {
        waiting -= 1;
        unsubscribe();
      };
    });
    const refId = await submitted();
    const address = await here.app.listen({ port: 0 });
    const url = `${address}/api/v1/documents/${refId}?wait=45`;
    const wait = async (signal?: AbortSignal) =>
      fetch(url, { headers: { authorization: bearer }, ...(signal && { signal }) });
    const gone = new AbortController();
    const ofGone = wait(gone.signal);
    const waits = Array.from({ length: 49 }, async () => wait());
    await waitFor(() => waiting === 50);
    const refused = await wait();
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("1");
    gone.abort();
    await expect(ofGone).rejects.toThrow("abort");
    await waitFor(() => waiting === 49);
    const instead = wait();
    await waitFor(() => waiting === 50);
    const closing = here.app.close();
    for (const answer of await Promise.all([...waits, instead])) {
      expect(await answer.json()).toMatchObject({ status: "IN_APPROVAL" });
    }
    // A connection that the client opened ahead has had no request, so the server does not count it as idle.
    here.app.server.closeAllConnections();
    await closing;
  });
});

it("a wait ends with the token that it was asked with [WEB-1]", async () => {
  const refId = await submitted();
  const authorization = await serviceBearerOf({ owner: "legal", companyId }, "2s");
  const waiting = ask(`/documents/${refId}?wait=45&from=IN_APPROVAL`, { authorization });
  expect(await waiting).toMatchObject({ status: 200, body: { status: "IN_APPROVAL" } });
});

const person = async (fields: object) => bearerOf({ ...sam, ...fields });

describe("who asks [WEB-1]", () => {
  const NOT_SERVICE = 'The token needs the claim "owner": this address is for services';
  const callers: [string, () => Promise<string>, number, string][] = [
    ["a person", () => person({}), 403, NOT_SERVICE],
    ["a privileged person", () => person({ privileged: true }), 403, NOT_SERVICE],
    ["an agent", () => person({ isAgent: true }), 403, NOT_SERVICE],
    ["nobody", async () => "", 401, "A bearer token is required"],
    ["a forger", async () => `${bearer}x`, 401, "The token is not valid"],
    [
      "another owner",
      () => serviceBearerOf({ owner: "hr", companyId }),
      403,
      "kind: Contract is not a kind of hr",
    ],
    [
      "an owner that nobody knows",
      () => serviceBearerOf({ owner: "nobody", companyId }),
      403,
      "kind: Contract is not a kind of nobody",
    ],
    [
      "the owner for another company",
      () => serviceBearerOf({ owner: "legal", companyId: newId() }),
      403,
      "This service may not act for the company",
    ],
    ["the owner for no company", () => serviceBearerOf({ owner: "legal" }), 400, "companyId: required"],
  ];

  it.each(callers)("%s submits nothing", async (name, authorizationOf, status, detail) => {
    const before = await countAll(store);
    const company = name.endsWith("no company") ? {} : { companyId };
    const asking = { body: submission(company), key: newId(), authorization: await authorizationOf() };
    expect(await ask("/documents", asking)).toMatchObject(problemOf(status, detail));
    expect(await countAll(store)).toBe(before);
  });

  it("another owner neither reads, changes nor cancels a document", async () => {
    const refId = await submitted();
    const authorization = await serviceBearerOf({ owner: "hr", companyId });
    const body = { actorId: sam.userId };
    const before = await countAll(store);
    for (const asking of [
      ask(`/documents/${refId}`, { authorization }),
      ask(`/documents/${newId()}`),
      ask(`/documents/${refId}/cancel`, { authorization, body }),
      ask(`/documents/${refId}/amend`, { authorization, body: { ...body, document: { title: "Mine" } } }),
    ]) {
      expect(await asking).toMatchObject(problemOf(404, "Document not found"));
    }
    expect(await countAll(store)).toBe(before);
  });

  it("another owner submits nothing under a document's id, which goes on", async () => {
    const refId = await submitted();
    const authorization = await serviceBearerOf({ owner: "hr", companyId });
    const submitClaim = () =>
      ask("/documents", { body: submission({ refId, kind: "Claim" }), key: newId(), authorization });
    const before = await countAll(store);
    expect(await submitClaim()).toMatchObject(problemOf(409, "Document already has an approval in progress"));
    expect(await countAll(store)).toBe(before);
    await decide(refId, ann, "APPROVED");
    expect((await ask(`/documents/${refId}`)).body).toMatchObject({
      kind: "Contract",
      status: "IN_APPROVAL",
    });
    await decide(refId, ben, "APPROVED");
    // Once it is over, the id is free, and each reads what is its own.
    expect(await submitClaim()).toMatchObject({ status: 202 });
    expect((await ask(`/documents/${refId}`)).body).toMatchObject({ kind: "Contract", status: "APPROVED" });
    expect((await ask(`/documents/${refId}`, { authorization })).body).toMatchObject({ kind: "Claim" });
  });

  it("speaks for the companies of SERVICE_COMPANIES alone, for the only one without naming it", async () => {
    const other = aCompany();
    const ofOne = new Map([["LEGAL", new Set([companyId])]]);
    const fenced = await useReplica(store, bus, { kinds, serviceCompanies: ofOne });
    const ofAnyCompany = await serviceBearerOf({ owner: "legal" });
    const submit = async (fields: object, query = "") => {
      const response = await fenced.app.inject({
        method: "POST",
        url: `/api/v1/documents${query}`,
        headers: { authorization: ofAnyCompany, "idempotency-key": newId() },
        payload: submission(fields),
      });
      return [response.statusCode, response.json<{ detail?: string }>().detail];
    };
    const refusal = [403, "This service may not act for the company"];
    expect(await submit({})).toEqual([202, undefined]);
    expect(await submit({ companyId })).toEqual([202, undefined]);
    expect(await submit({}, `?companyId=${companyId}`)).toEqual([202, undefined]);
    expect(await submit({ companyId: other.companyId })).toEqual(refusal);
    expect(await submit({ companyId }, `?companyId=${other.companyId}`)).toEqual(refusal);
  });

  it.each([
    ["GraphQL", "POST", "/graphql", 403],
    ["the downloads", "GET", "/api/workflow/task/download", 403],
  ] as const)("a service's token is of no use at %s", async (_, method, url, status) => {
    const authorization = await serviceBearerOf({ owner: "legal", companyId });
    const payload = method === "POST" ? { payload: { query: "{ __typename }" } } : {};
    const response = await replica.app.inject({ method, url, headers: { authorization }, ...payload });
    expect(response.statusCode).toBe(status);
    expect(response.body).toContain("This token is a service's: it acts under /api/v1 alone");
  });
});

const withStage = (fields: object) => ({
  dynamicStages: [{ name: "Legal", order: 1, approveBy: "ANY", approverIds: [ann.userId], ...fields }],
});
const padded = (bytes: number) => JSON.stringify(submission()).padEnd(bytes, " ");

describe("bad input [WEB-1] [FIX-4]", () => {
  const bodies: [string, unknown, string][] = [
    ["an unknown field", submission({ note: "x" }), "note: unknown argument"],
    [
      "an unknown field of a stage",
      submission(withStage({ aprovers: [] })),
      "dynamicStages.0.aprovers: unknown argument",
    ],
    ["a field of requests over NATS", submission({ requestId: "x" }), "requestId: unknown argument"],
    ["an unknown kind", submission({ kind: "Lease" }), "kind: "],
    ["no submitter", submission({ submitterId: undefined }), "submitterId: is required"],
    ["an id of other letters", submission({ refId: "C-1" }), "refId: "],
    [
      "a fact of a megabyte",
      submission({
        document: { facts: [{ key: "k", label: "L", type: "TEXT", value: "x".repeat(900_000) }] },
      }),
      "document.facts.0",
    ],
    ["no stage and no workflow", submission({ dynamicStages: undefined }), "workflow"],
    ["no JSON", "{", "JSON"],
    ["a list", "[]", "expected object"],
    ["nothing", "", "empty"],
  ];

  it.each(bodies)("%s in a submission is named", async (_, body, detail) => {
    const before = await countAll(store);
    const answer = await ask("/documents", { body, key: newId() });
    expect(answer).toMatchObject({
      status: 400,
      headers: { "content-type": "application/problem+json; charset=utf-8" },
    });
    expect((answer.body as { detail: string }).detail).toContain(detail);
    expect(await countAll(store)).toBe(before);
  });

  it.each([
    [undefined, "Idempotency-Key: required"],
    ["", "Idempotency-Key: must not be empty"],
    ["k".repeat(129), "Idempotency-Key: must have at most 128 characters"],
  ])("the key %j is named", async (key, detail) => {
    const headers = key === undefined ? {} : { "idempotency-key": key };
    expect(await ask("/documents", { body: submission(), headers })).toMatchObject(problemOf(400, detail));
  });

  it.each([
    "wait=-1",
    "wait=46",
    "wait=1.5",
    "wait=",
    "wait=soon",
    "wait=1&wait=2",
    "from=OVER",
    "pause=1",
    "companyId=x",
  ])("?%s is named", async (query) => {
    const refId = await submitted();
    const answer = await ask(`/documents/${refId}?${query}`);
    const [name = ""] = query.split("=");
    expect(answer.status).toBe(400);
    expect((answer.body as { detail: string }).detail).toContain(`${name}: `);
  });

  it.each([
    ["text/plain", 415],
    ["application/x-www-form-urlencoded", 415],
    ["application/json; charset=utf-8", 202],
  ])("a body of %s is answered with %i", async (type, status) => {
    const answer = await ask("/documents", {
      body: submission(),
      key: newId(),
      headers: { "content-type": type },
    });
    expect(answer.status).toBe(status);
    if (status === 415) {
      expect(answer).toMatchObject(problemOf(415, "The body must be sent as application/json"));
    }
  });

  it("a body above 1 MB is refused, one of tables below is not", async () => {
    expect(await ask("/documents", { body: padded(1_048_577), key: newId() })).toMatchObject({ status: 413 });
    expect(await ask("/documents", { body: padded(1_048_000), key: newId() })).toMatchObject({ status: 202 });
  });
});

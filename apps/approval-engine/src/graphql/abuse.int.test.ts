import { setTimeout as delay } from "node:timers/promises";

import { createVerifier } from "@countersign/auth";
import { toObjectId } from "@countersign/mongo";
import { afterwards, heapInUse, testTokens, useTestStore, waitFor } from "@countersign/testing";
import { describe, expect, it, vi } from "vitest";

import { aCompany, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { bearerOf, useBus, useReplica } from "../../test/graphql-fixture.ts";
import { addressOf, openSession } from "../../test/socket-fixture.ts";
import type { Caller } from "../engine.ts";
import { RUNNING_PER_USER, WAITING_PER_USER } from "@countersign/concurrency";

const store = await useTestStore();
// Only the token is checked, so that operations arrive in the order in which they were sent.
const verify = createVerifier(testTokens().verifier);
const { app, as, engine } = await useReplica(store, useBus(), { verify });
const url = await addressOf(app);

const repeat = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(" ");
/** A valid query within every limit, full of short comments: the kind that takes most memory to parse. */
const commented = (n: number) => `{ __typename } ${`#${n}\n`.repeat(10_000)}`;
/** One with as many fields and tokens as the limits allow. */
const wide = (n: number) => `query Q${n + 1} { inboxCounts { ${"kind @include(if: true) ".repeat(240)} } }`;
/** An operation that is not refused by then waits for its place. */
const WAITS_MS = 300;
const COUNTS = "{ pendingApprovalCounts { count } }";

async function answerOnSocket(caller: Caller, query: string) {
  const socket = await openSession(url, await bearerOf(caller));
  socket.send({ type: "subscribe", id: "1", payload: { query } });
  return socket.next();
}

/** Holds counts in the store back until `goOn` is called. */
function holdCounts() {
  const held = Promise.withResolvers<number>();
  const spy = vi.spyOn(store.db.collection("workflow_tasks"), "count").mockReturnValue(held.promise);
  const goOn = () => {
    spy.mockRestore();
    held.resolve(0);
  };
  afterwards(goOn);
  return { goOn, asked: () => spy.mock.calls.length };
}

describe("twenty lists of one's own notifications in one query", async () => {
  const company = aCompany();
  const [ann, ben] = [company.user(), company.user()];
  await submitNew(engine, ben, stagesOf([ann]));
  const notifications = store.db.collection("workflow_notifications");
  const { _id, ...sample } = (await notifications.findOne({ userId: toObjectId(ann.userId) })) ?? {};
  const long = { ...sample, message: "x".repeat(2_600) };
  await notifications.insertMany(Array.from({ length: 500 }, () => ({ ...long })));
  const attack = `{ ${repeat(20, (n) => `a${n}: findMyNotifications { _id message kind createdAt }`)} }`;
  const refusal = { code: "ANSWER_TOO_LARGE" };

  it("are refused over HTTP: the answer would have 27 MB", async () => {
    const { status, data, errors } = await as(ann).ask(attack);
    expect({ status, data }).toEqual({ status: 400, data: null });
    expect(errors).toMatchObject([
      { message: expect.stringMatching(/fewer rows/u) as string, extensions: refusal },
    ]);
  });

  it("are refused on a socket", async () => {
    expect(await answerOnSocket(ann, attack)).toMatchObject({
      type: "next",
      payload: { data: null, errors: [{ extensions: refusal }] },
    });
  });

  it("are too large for a socket, even one by one; the socket reports that and stays open", async () => {
    expect(await answerOnSocket(ann, "{ findMyNotifications { _id message } }")).toMatchObject({
      type: "next",
      payload: { data: null, errors: [{ extensions: refusal }] },
    });
  });

  it("are served one by one over HTTP", async () => {
    const one = await as(ann).get<{ a: unknown[] }>(
      "{ a: findMyNotifications { _id message kind createdAt } }",
    );
    expect(one.a).toHaveLength(500);
  });
});

describe("operations of one user", () => {
  const company = aCompany();

  it("queue up to a bound, and delay no other user", async () => {
    const [ann, ben] = [company.user(), company.user()];
    const { goOn, asked } = holdCounts();
    const first = Array.from({ length: RUNNING_PER_USER + WAITING_PER_USER }, () => as(ann).ask(COUNTS));
    await waitFor(() => asked() > 0);
    const headers = { authorization: await bearerOf(ann) };
    // Earlier operations may still be arriving.
    const refused = await waitFor(async () => {
      const payload = { query: "{ __typename }" };
      const answer = app.inject({ method: "POST", url: "/graphql", headers, payload });
      const done = await Promise.race([answer, delay(WAITS_MS)]);
      return done?.statusCode === 429 ? done : undefined;
    });
    expect(refused.headers["retry-after"]).toBe("1");
    expect(JSON.parse(refused.body)).toEqual({
      data: null,
      errors: [
        {
          message: "Too many of your operations are under way; try again in a second",
          extensions: {
            code: "TOO_MANY_REQUESTS",
            reason: "TOO_MANY_REQUESTS",
            textCode: "passing.tooMany",
            params: {},
          },
        },
      ],
    });
    expect(await answerOnSocket(ann, "{ __typename }")).toMatchObject({
      type: "next",
      payload: { errors: [{ extensions: { code: "TOO_MANY_REQUESTS" } }] },
    });
    expect((await as(ben).ask("{ workflowPage { total } }")).status).toBe(200);
    goOn();
    const answers = await Promise.all(first);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });
});

/** The case of the scheme's letters, and blanks after it. */
function spelled(token: string, bits: number): string {
  const scheme = Array.from("bearer", (letter, at) => (bits & (1 << at) ? letter.toUpperCase() : letter));
  return `${scheme.join("")}${" ".repeat(1 + (bits >> 6))}${token}`;
}

describe("256 spellings of one token", () => {
  it("have one lane: four run, a hundred wait, and the others are refused [OPS-5]", async () => {
    const token = (await bearerOf(aCompany().user())).slice("Bearer ".length);
    const { goOn } = holdCounts();
    const statuses: number[] = [];
    const all = Array.from({ length: 256 }, async (_, bits) => {
      const headers = { authorization: spelled(token, bits) };
      const answer = await app.inject({
        method: "POST",
        url: "/graphql",
        headers,
        payload: { query: COUNTS },
      });
      statuses.push(answer.statusCode);
    });
    const places = RUNNING_PER_USER + WAITING_PER_USER;
    await waitFor(() => statuses.length === 256 - places);
    expect(new Set(statuses)).toEqual(new Set([429]));
    goOn();
    await Promise.all(all);
    expect(statuses.filter((status) => status === 200)).toHaveLength(places);
  });
});

describe("documents that nobody asks for again", () => {
  it.each([
    ["comments", commented],
    ["fields", wide],
  ])("are not kept beyond a bound on their bytes: %s", async (_case, queryOf) => {
    const ann = aCompany().user();
    await as(ann).get(queryOf(-1));
    const before = await heapInUse();
    for (let n = 0; n < 60; n += 1) await as(ann).get(queryOf(n));
    expect((await heapInUse()) - before).toBeLessThan(32 * 1024 * 1024);
  });

  it("are not kept parsed while their operations wait, on sockets either", async () => {
    const ann = aCompany().user();
    const { goOn, asked } = holdCounts();
    const held = Array.from({ length: RUNNING_PER_USER }, () => as(ann).ask(COUNTS));
    await waitFor(() => asked() > 0);
    const authorization = await bearerOf(ann);
    const sockets = await Promise.all(Array.from({ length: 4 }, () => openSession(url, authorization)));
    const before = await heapInUse();
    for (const [at, socket] of sockets.entries()) {
      for (let n = 0; n < 20; n += 1) {
        const payload = { query: commented(1_000 + at * 20 + n) };
        socket.send({ type: "subscribe", id: String(n), payload });
      }
      // The pong shows that the operations sent before were read.
      socket.send({ type: "ping" });
      expect(await socket.next()).toEqual({ type: "pong" });
    }
    expect((await heapInUse()) - before).toBeLessThan(32 * 1024 * 1024);
    goOn();
    await Promise.all(held);
    for (const socket of sockets) expect(await socket.next()).toMatchObject({ type: "next" });
  });

  it("have a bounded length", async () => {
    const { status, errors } = await as(aCompany().user()).ask(`{ __typename } #${"x".repeat(70_000)}`);
    expect(status).toBe(400);
    expect(errors).toMatchObject([{ extensions: { code: "QUERY_TOO_COMPLEX" } }]);
  });
});

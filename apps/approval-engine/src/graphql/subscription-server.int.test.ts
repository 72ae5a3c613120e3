import { once } from "node:events";

import {
  afterwards,
  startTcpProxy,
  testTokens,
  useTestBus,
  useTestStore,
  waitFor,
} from "@countersign/testing";
import { createClient } from "graphql-ws";
import { describe, expect, it, vi } from "vitest";

import { aCompany, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { bearerOf, useBus, useReplica } from "../../test/graphql-fixture.ts";
import {
  addressOf,
  openSession,
  openSocket,
  openSubscription,
  requestUpgrade,
} from "../../test/socket-fixture.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore();
const bus = useBus();
const { app } = await useReplica(store, bus);
const url = await addressOf(app);

const ADDED = `subscription { workflowNotificationAdded {
  _id message part german: text(locale: "de") read userId refId kind createdAt } }`;
const subscribe = { type: "subscribe", id: "1", payload: { query: ADDED } };

const portOf = (address: string) => ({ host: "127.0.0.1", port: Number(new URL(address).port) });
const sessionOf = async (caller: Caller, address = url, expiresIn?: string) =>
  openSession(address, await bearerOf(caller, expiresIn));

const listening = async (caller: Caller, address = url) =>
  openSubscription(address, await bearerOf(caller), ADDED);

describe.each([
  ["inside the process", "in-process", []],
  ["over NATS", "nats", ["nats"]],
] as const)("live notifications %s", (_, adapter, tags) => {
  const testBus = useTestBus(adapter);

  it(
    "reach the right user only, from whichever replica [AE-NOTIF-08] [AE-NOTIF-22] [CT-AUTH-12]",
    { tags: [...tags] },
    async () => {
      const replica = await useReplica(store, await testBus.open());
      const another = await useReplica(store, await testBus.open());
      const [address, addressThere] = [await addressOf(replica.app), await addressOf(another.app)];
      const company = aCompany();
      const [ann, ben, eve] = [company.user(), company.user(), company.user()];
      const stranger = { ...ann, companyId: aCompany().companyId };
      const sockets = {
        ann: await listening(ann, addressThere),
        ben: await listening(ben, address),
        eve: await listening(eve, address),
        stranger: await listening(stranger, address),
      };
      const { refId } = await submitNew(replica.engine, ben, stagesOf([ann], [eve]), { ref: "LV-1" });
      const first = await sockets.ann.next();
      expect(first).toMatchObject({
        type: "next",
        id: "1",
        payload: {
          data: {
            workflowNotificationAdded: {
              message: "LV-1 submitted for your approval — Stage 1",
              part: "ASKED",
              german: "LV-1 wartet auf Ihre Genehmigung — Stage 1",
              userId: ann.userId,
              refId,
              kind: "Leave",
              read: false,
            },
          },
        },
      });
      const taskOf = await replica
        .as(ann)
        .get<{ workflowTaskPage: { data: { _id: string }[] } }>("{ workflowTaskPage { data { _id } } }");
      const taskId = taskOf.workflowTaskPage.data[0]?._id ?? "";
      await another.engine.decideApproval(ann, { taskId, status: "APPROVED" });
      expect(JSON.stringify(await sockets.ben.next())).toContain("LV-1 was approved by");
      expect(JSON.stringify(await sockets.eve.next())).toContain("LV-1 reached Stage 2");

      // The next message that each socket gets shows that it got none before.
      await submitNew(replica.engine, eve, stagesOf([ann]), { ref: "LV-2" });
      expect(JSON.stringify(await sockets.ann.next())).toContain("LV-2 submitted");
      sockets.stranger.send({ type: "ping" });
      expect(await sockets.stranger.next()).toEqual({ type: "pong" });
    },
  );
});

describe("a subscription", () => {
  it("begins again when the client connects again, and its listening ends with it", async () => {
    const company = aCompany();
    const [ann, ben] = [company.user(), company.user()];
    const replica = await useReplica(store, bus);
    const proxy = await startTcpProxy(portOf(await addressOf(replica.app)));
    afterwards(() => proxy.close());
    let open = 0;
    const { subscribe: real } = replica.feed;
    vi.spyOn(replica.feed, "subscribe").mockImplementation((user, onNotification) => {
      open += 1;
      const unsubscribe = real(user, onNotification);
      return () => {
        open -= 1;
        unsubscribe();
      };
    });
    const client = createClient({
      url: `ws://127.0.0.1:${proxy.port}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: async () => ({ authorization: await bearerOf(ann) }),
      shouldRetry: () => true,
      retryAttempts: Infinity,
      retryWait: () => new Promise((resolve) => setImmediate(resolve)),
    });
    afterwards(() => client.dispose());
    const messages: string[] = [];
    const stop = client.subscribe<{ workflowNotificationAdded: { message: string } }>(
      { query: ADDED },
      {
        next: ({ data }) => messages.push(data?.workflowNotificationAdded.message ?? ""),
        error: (error) => messages.push(String(error)),
        complete: () => undefined,
      },
    );
    await waitFor(() => open === 1);
    await submitNew(replica.engine, ben, stagesOf([ann]), { ref: "R-1" });
    await waitFor(() => messages.length === 1);
    proxy.refuse();
    await waitFor(() => open === 0);
    proxy.accept();
    await waitFor(() => open === 1);
    await submitNew(replica.engine, ben, stagesOf([ann]), { ref: "R-2" });
    await waitFor(() => messages.length === 2);
    expect(messages).toEqual([
      "R-1 submitted for your approval — Stage 1",
      "R-2 submitted for your approval — Stage 1",
    ]);
    stop();
    await waitFor(() => open === 0);
  });
});

describe("a socket", () => {
  const user = aCompany().user();

  it("closes with 4401 when the credential is missing, bad or expired [CT-AUTH-07] [CT-AUTH-13] [FIX-9]", async () => {
    const foreign = testTokens({ issuer: "https://elsewhere.test" });
    const bad = await foreign.bearer({ sub: user.userId, companyId: user.companyId });
    const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() - 7_200_000);
    const signed = bearerOf(user, "1h");
    clock.mockRestore();
    const expired = await signed;
    for (const payload of [
      undefined,
      {},
      { authorization: "Bearer rubbish" },
      { authorization: bad },
      { authorization: 5 },
      { authorization: expired },
    ]) {
      const socket = await openSocket(url);
      socket.send({ type: "connection_init", payload });
      expect(await socket.closeCode).toBe(4401);
      expect(await socket.reason).toBe("Unauthorized");
    }
  });

  it("takes the credential whatever the case of its name [FIX-9]", async () => {
    const socket = await openSocket(url);
    socket.send({ type: "connection_init", payload: { Authorization: await bearerOf(user) } });
    expect(await socket.next()).toEqual({ type: "connection_ack" });
  });

  it("lets a stock client come back with another token when its own ends [FIX-9]", async () => {
    const tokens = [await bearerOf(user, "2s"), await bearerOf(user)];
    const [codes, given]: [unknown[], unknown[]] = [[], []];
    const client = createClient({
      url,
      webSocketImpl: WebSocket,
      connectionParams: () => {
        const authorization = tokens[given.length];
        given.push(authorization);
        return { authorization };
      },
      on: { closed: (event) => codes.push((event as CloseEvent).code) },
    });
    afterwards(() => client.dispose());
    client.subscribe(
      { query: ADDED },
      { next: () => {}, error: (fault) => codes.push(fault), complete: () => {} },
    );
    await waitFor(() => given.length === 2);
    expect([codes, given]).toEqual([[4403], tokens]);
  });

  it("closes with 4403 when the token expires [CT-AUTH-14] [FIX-9]", async () => {
    // Tokens expire at whole seconds, so one of 1 s may be over before the socket introduces itself.
    const socket = await sessionOf(user, url, "2s");
    socket.send(subscribe);
    expect(await socket.closeCode).toBe(4403);
    expect(await socket.reason).toBe("Token expired");
  });

  it("closes with 4401 when it asks before it was admitted", async () => {
    const socket = await openSocket(url);
    socket.send(subscribe);
    expect(await socket.closeCode).toBe(4401);
  });

  it("closes with 4408 when it never introduces itself", async () => {
    const socket = await openSocket(url);
    expect(await socket.closeCode).toBe(4408);
  });

  it("closes with 4429 when it introduces itself twice", async () => {
    const socket = await sessionOf(user);
    socket.send({ type: "connection_init", payload: { authorization: await bearerOf(user) } });
    expect(await socket.closeCode).toBe(4429);
  });

  it("closes with 4409 when it uses an id twice at a time", async () => {
    const socket = await listening(user);
    socket.send(subscribe);
    expect(await socket.closeCode).toBe(4409);
  });

  it("closes with 4400 on an invalid message, and with 1009 on one that is too long", async () => {
    for (const rubbish of ["{", "null", '{"type":"nonsense"}', '{"type":"subscribe","id":"1"}']) {
      const socket = await openSocket(url);
      socket.send(rubbish);
      expect(await socket.closeCode).toBe(4400);
    }
    const socket = await openSocket(url);
    socket.send("x".repeat(300_000));
    expect(await socket.closeCode).toBe(1009);
  });

  it("answers pending operations before the service stops [CT-PROC-08]", async () => {
    const replica = await useReplica(store, bus);
    const working = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    vi.spyOn(replica.engine, "markAllNotificationsRead").mockImplementation(() => {
      begun.resolve();
      return working.promise;
    });
    const socket = await sessionOf(user, await addressOf(replica.app));
    const payload = { query: "mutation { markAllNotificationsRead }" };
    socket.send({ type: "subscribe", id: "1", payload });
    await begun.promise;
    const stopped = replica.app.close();
    // Gives the app time in which it would close a socket without pending operations.
    await replica.app.inject("/graphql");
    working.resolve();
    expect(await socket.next()).toMatchObject({ payload: { data: { markAllNotificationsRead: true } } });
    expect(await socket.closeCode).toBe(1001);
    await stopped;
  });

  it("closes with 1001 when the service stops", async () => {
    const replica = await useReplica(store, bus);
    const socket = await sessionOf(user, await addressOf(replica.app));
    socket.send(subscribe);
    const stopped = replica.app.close();
    expect(await socket.closeCode).toBe(1001);
    await stopped;
  });

  it("is cut when the service stops and it does not answer", async () => {
    const replica = await useReplica(store, bus);
    const { socket, status } = await requestUpgrade(await addressOf(replica.app));
    expect(status).toBe(101);
    const closed = once(socket, "close");
    await replica.app.close();
    await closed;
  });

  it.each([
    ["/nowhere", 404],
    ["/api/workflow/download", 401],
  ])("is closed at once when it is asked for at %s", async (path, refusal) => {
    const { socket, status } = await requestUpgrade(url.replace("/graphql", path));
    expect(status).toBe(refusal);
    if (!socket.closed) await once(socket, "close");
  });

  it("is not opened for another protocol", async () => {
    await expect(openSocket(url, "graphql-ws")).rejects.toThrow();
  });
});

describe("operations on a socket", () => {
  const user = aCompany().user();
  const refusalOf = async (payload: Record<string, unknown>) => {
    const socket = await sessionOf(user);
    socket.send({ type: "subscribe", id: "1", payload });
    const { type, payload: errors } = await socket.next();
    socket.close();
    return { type, errors };
  };

  it("answer queries, with failures in the same form as over HTTP", async () => {
    const socket = await sessionOf(user);
    socket.send({
      type: "subscribe",
      id: "q",
      payload: { query: '{ workflowPage { total } findWorkflow(input: { _id: "zz" }) { _id } }' },
    });
    expect(await socket.next()).toEqual({
      id: "q",
      type: "next",
      payload: {
        data: { workflowPage: { total: 0 }, findWorkflow: null },
        errors: [
          {
            message: "_id: must be 24 hexadecimal characters",
            locations: [{ line: 1, column: 26 }],
            path: ["findWorkflow"],
            extensions: {
              code: "BAD_USER_INPUT",
              reason: "INVALID_INPUT",
              field: "_id",
              textCode: "input.invalid",
              params: { field: "_id", fault: "must be 24 hexadecimal characters" },
            },
          },
        ],
      },
    });
  });

  it.each([
    ["a syntax error", { query: "{" }, "BAD_USER_INPUT"],
    ["an unknown field", { query: "{ nope }" }, "BAD_USER_INPUT"],
    ["an unknown operation", { query: "query A { __typename }", operationName: "B" }, "BAD_USER_INPUT"],
    ["too many tokens", { query: `{ ${"x ".repeat(2_100)} }` }, "BAD_USER_INPUT"],
    [
      "too many operations in one",
      { query: `{ ${Array.from({ length: 30 }, (_, n) => `a${n}: __typename`).join(" ")} }` },
      "QUERY_TOO_COMPLEX",
    ],
    [
      "too costly variables",
      {
        query: `query Q($i: WorkflowTaskPageInput) { ${["a", "b", "c", "d", "e"]
          .map((name) => `${name}: workflowTaskPage(input: $i) { data { approvals { approver { _id } } } }`)
          .join(" ")} }`,
        variables: { i: { take: 100 } },
      },
      "QUERY_TOO_COMPLEX",
    ],
    [
      "variables of the wrong type",
      {
        query: "query Q($i: WorkflowTaskPageInput) { workflowTaskPage(input: $i) { total } }",
        variables: { i: { take: "x" } },
      },
      "BAD_USER_INPUT",
    ],
  ])("are refused with a code for %s", async (_, payload, code) => {
    const { type, errors } = await refusalOf(payload);
    expect(type).toBe("error");
    expect(errors).toMatchObject([{ extensions: { code } }]);
  });

  it("are bounded in number", async () => {
    const socket = await sessionOf(user);
    for (let id = 0; id <= 20; id += 1) socket.send({ ...subscribe, id: String(id) });
    expect(await socket.next()).toMatchObject({
      type: "error",
      id: "20",
      payload: [{ message: "More than 20 operations are open on this socket" }],
    });
  });
});

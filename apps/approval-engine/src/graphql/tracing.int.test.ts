import { recordSpans, useTestStore, waitFor } from "@countersign/testing";
import { beforeEach, describe, expect, it } from "vitest";

import { aCompany } from "../../test/engine-fixture.ts";
import { bearerOf, useBus, useReplica } from "../../test/graphql-fixture.ts";
import { addressOf, openSession } from "../../test/socket-fixture.ts";

const recorder = recordSpans();
const store = await useTestStore({ tracing: recorder.tracingOf("approval-engine") });
const { app, as } = await useReplica(store, useBus());
const url = await addressOf(app);
const MUTATION = "mutation Tidy { markAllNotificationsRead }";

const user = aCompany().user();

/** Names of the spans, each with its parent's name. */
async function recorded(root: string) {
  await waitFor(() => recorder.spans().some(({ name }) => name === root));
  const spans = recorder.spans();
  const nameOf = (id: string | undefined) => spans.find(({ spanId }) => spanId === id)?.name;
  return {
    root: spans.find(({ name }) => name === root),
    within: spans.map(({ name, parentSpanId }) => `${nameOf(parentSpanId) ?? ""} > ${name}`),
  };
}

beforeEach(() => recorder.clear());

describe("the span of an operation", () => {
  const attributes = {
    "graphql.operation.type": "mutation",
    "graphql.operation.name": "Tidy",
    "graphql.operation.fields": ["markAllNotificationsRead"],
  };

  it("has its type, name and fields over HTTP, and contains the spans of its work", async () => {
    await as(user).get(MUTATION);
    const { root, within } = await recorded("POST /graphql");
    expect(root?.attributes).toMatchObject(attributes);
    expect(within).toContain("POST /graphql > transaction");
    expect(within).toContain("transaction > commitTransaction");
  });

  it("is the same over a socket, in a trace of its own", async () => {
    const socket = await openSession(url, await bearerOf(user));
    socket.send({ type: "subscribe", id: "1", payload: { query: MUTATION } });
    expect(await socket.next()).toMatchObject({ type: "next" });
    const { root, within } = await recorded("WebSocket /graphql");
    expect(root).toMatchObject({ attributes, parentSpanId: undefined });
    expect(within).toContain("WebSocket /graphql > transaction");
  });

  it("has no attributes of a document that was refused", async () => {
    await as(user).ask("{ nothing }");
    const { root, within } = await recorded("POST /graphql");
    expect(root?.attributes).not.toHaveProperty("graphql.operation.type");
    // Whether the caller has left is known before the document is looked at.
    expect(within).toEqual(["POST /graphql > find users", " > POST /graphql"]);
  });
});

import { randomUUID } from "node:crypto";
import { type Bus, createInProcessBus } from "@countersign/bus";
import { documentKinds } from "@countersign/contracts";
import { toObjectId } from "@countersign/mongo";
import { afterwards, silentLogger, type TestStore } from "@countersign/testing";

import { derivedGrantKey } from "../src/agents/grant-key.ts";
import type { Caller } from "../src/engine.ts";
import { type Company, aCompany } from "./engine-fixture.ts";
import { type Replica, bearerOf, useReplica } from "./graphql-fixture.ts";

const KINDS = documentKinds.parse("agents:ToolCall,Deploy legal:Nda");

const REVISION = "2026-07-28";

/** The result of a tool call, as far as tests read it. */
export interface Called {
  text: string;
  isError: boolean;
  // The tests say what they expect of it.
  data: Record<string, unknown>;
}

/** An agent that holds the token of a user. */
export interface TestAgent {
  call(name: string, args?: Record<string, unknown>): Promise<Called>;
  /** Asks the approver for a `ToolCall` with an action, unless told otherwise. @returns the request's id */
  ask(fields?: Record<string, unknown>): Promise<string>;
}

export interface AskWorld extends Replica {
  company: Company;
  nora: Caller;
  milan: Caller;
  /** Moves the time of the engine on, in milliseconds. */
  later: (ms: number) => void;
  now: () => Date;
  agentOf: (caller: Caller, client?: string) => TestAgent;
  /** Milan's verdict on a request. */
  decide: (id: string, status: "APPROVED" | "REJECTED", remark?: string) => Promise<unknown>;
}

/** A replica that serves agents, with two people: Nora, whose agent asks, and Milan, who decides. */
export async function useAskWorld(
  store: TestStore,
  options: { bus?: Bus; waitsMax?: { ofUser: number; ofReplica: number } } = {},
): Promise<AskWorld> {
  const { bus = createInProcessBus({ logger: silentLogger }), waitsMax } = options;
  if (options.bus === undefined) afterwards(() => bus.close());
  let ahead = 0;
  const clock = () => new Date(Date.now() + ahead);
  const replica = await useReplica(store, bus, {
    kinds: KINDS,
    clock,
    agents: {
      audience: "countersign-ask",
      publicUrl: "https://approvals.example.com",
      consoleUrl: "https://approvals.example.com/console",
      grantKey: derivedGrantKey("a secret of tests that has thirty-two bytes"),
      tokenIssuer: "test",
      ...(waitsMax && { waitsMax }),
    },
  });
  const company = aCompany();
  const person = async (name: string) => {
    const user = company.user({ name });
    const record = { _id: toObjectId(user.userId), companyId: toObjectId(company.companyId), name };
    await store.db.collection("users").insertOne(record);
    return user;
  };
  const [nora, milan] = [await person("Nora Lind"), await person("Milan Cole")];
  return {
    ...replica,
    company,
    nora,
    milan,
    now: clock,
    later: (ms) => void (ahead += ms),
    agentOf: (caller, client) => agentIn(replica, caller, milan, client),
    decide: async (id, status, remark) => {
      const task = await store.db
        .collection("workflow_tasks")
        .findOne({ refId: toObjectId(id), status: "AWAITING_APPROVAL" });
      const taskId = String(task?._id);
      return replica.engine.decideApproval(milan, { taskId, status, ...(remark && { remark }) });
    },
  };
}

function agentIn({ app }: Replica, caller: Caller, approver: Caller, client = "Test agent"): TestAgent {
  const ownBearer = bearerOf({ ...caller, isAgent: true });
  const call = async (name: string, args: Record<string, unknown> = {}): Promise<Called> => {
    const { statusCode, body } = await app.inject(
      await rpcOf(caller, "tools/call", { name, arguments: args }, client, await ownBearer),
    );
    const { result, error } = JSON.parse(body) as {
      result?: {
        content: { text: string }[];
        isError?: boolean;
        structuredContent?: Record<string, unknown>;
      };
      error?: { message: string };
    };
    if (!result) throw new Error(`HTTP ${statusCode}: ${error?.message ?? body}`);
    const { content, isError = false, structuredContent: data = {} } = result;
    return { text: content[0]?.text ?? "", isError, data };
  };
  return {
    call,
    ask: async (fields = {}) => {
      const { text, isError, data } = await call("request_approval", {
        kind: "ToolCall",
        title: "Delete the customer records of 2019",
        approvers: [approver.userId],
        action: ACTION,
        idempotencyKey: randomUUID(),
        ...fields,
      });
      if (isError) throw new Error(text);
      return String(data["id"]);
    },
  };
}

/** The call that tests ask for. */
export const ACTION = { tool: "delete_records", arguments: { year: 2019, table: "customers" } };
/** It in canonical form. */
export const ACTION_JSON = '{"arguments":{"table":"customers","year":2019},"tool":"delete_records"}';

/** A request of revision 2026-07-28 as it is on the wire. */
export async function rpcOf(
  caller: Caller,
  method: string,
  params: Record<string, unknown> = {},
  client = "Test agent",
  authorization?: string,
) {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": REVISION,
    "io.modelcontextprotocol/clientInfo": { name: "test-agent", title: client, version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const { name } = params;
  return {
    method: "POST" as const,
    url: "/api/mcp/approvals",
    headers: {
      authorization: authorization ?? (await bearerOf({ ...caller, isAgent: true })),
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": REVISION,
      "mcp-method": method,
      ...(typeof name === "string" && { "mcp-name": name }),
    },
    payload: { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: meta } },
  };
}

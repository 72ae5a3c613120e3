import { randomUUID } from "node:crypto";

import { RequestRefused } from "@countersign/bus";
import { RPC, type RpcName } from "@countersign/contracts";
import { newId } from "@countersign/mongo";
import { startTestService, sweepOf, type SweptField, useTestStore } from "@countersign/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { useBus } from "../../test/graphql-fixture.ts";
import { approvalEngine } from "../service.ts";

const store = await useTestStore();
const bus = useBus();
let stop: () => Promise<void>;
beforeAll(async () => {
  const service = await startTestService(approvalEngine, store, { bus });
  stop = () => service.stop();
});
afterAll(() => stop());

/** The request for a document of its own, so that no answer depends on those before. */
function ofItsOwn(request: unknown): unknown {
  const { refId, requestId, ...others } = request as Record<string, unknown>;
  return {
    ...others,
    ...(refId !== undefined && { refId: typeof refId === "string" && refId.trim() !== "" ? newId() : refId }),
    ...(requestId !== undefined && {
      requestId: typeof requestId === "string" && requestId.trim() !== "" ? randomUUID() : requestId,
    }),
  };
}

const COLLECTIONS = [
  "workflow_tasks",
  "workflow_documents",
  "workflow_approvals",
  "outbox",
  "inbox",
  "audit_logs",
];
const countAll = () => Promise.all(COLLECTIONS.map((name) => store.db.collection(name).countDocuments()));

interface RpcAnswer {
  code: number;
  message: string;
}

/** How a request ends; a refusal writes nothing and is no fault of the service. */
async function ask(name: RpcName, request: unknown): Promise<RpcAnswer> {
  const before = await countAll();
  try {
    await bus.request(RPC[name].subject, ofItsOwn(request));
    return { code: 200, message: "" };
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error;
    const { code, message } = error;
    expect(code, message).toBeGreaterThanOrEqual(400);
    expect(code, message).toBeLessThan(500);
    expect(await countAll(), message).toEqual(before);
    return { code, message };
  }
}

/** A stage whose rule takes a quorum. */
const STAGE = {
  name: "Board",
  order: 1,
  approveBy: "COUNT",
  quorum: 1,
  rejectBy: "VETO",
  bulk: true,
  approverIds: ["5eed00000000000000000102"],
};
/** A submission names its stages or its workflow, and the latter would have to be there. */
const sweepOfRpc = (name: RpcName) =>
  sweepOf(RPC[name].request, name === "submit" ? { workflowId: undefined, dynamicStages: [STAGE] } : {});

const SWEPT = (Object.keys(RPC) as RpcName[]).flatMap((name) =>
  sweepOfRpc(name).fields.map((field) => Object.assign({ rpc: name }, field)),
);

describe("a request by NATS", () => {
  it.each(SWEPT.filter(({ isOptional, takesNull }) => isOptional && !takesNull))(
    "$rpc with null at $path is one without it [FIX-4]",
    async ({ rpc, nulled, absent }) => {
      expect(await ask(rpc, nulled)).toEqual(await ask(rpc, absent));
    },
  );

  it.each(SWEPT.filter(({ isOptional }) => !isOptional))(
    "$rpc without $path, or with null there, is refused by its name [FIX-4]",
    async ({ rpc, nulled, absent, path, name }) => {
      for (const request of [nulled, absent]) {
        const { code, message } = await ask(rpc, request);
        expect(code, path).toBe(400);
        expect(message).toContain(name);
      }
    },
  );

  it.each(SWEPT as (SweptField & { rpc: RpcName })[])(
    "$rpc with an empty or blank text at $path is taken, or refused by its name [FIX-4]",
    async ({ rpc, empty, blank, name, path }) => {
      for (const request of [empty, blank]) {
        const { code, message } = await ask(rpc, request);
        if (code === 400 && !/^(?:Either|Order|Document)/u.test(message))
          expect(message, path).toContain(name);
      }
    },
  );

  it.each(Object.keys(RPC) as RpcName[])(
    "%s with an unknown argument is refused by its name [FIX-4]",
    async (rpc) => {
      const { sound } = sweepOfRpc(rpc);
      expect(await ask(rpc, { ...(sound as object), surprise: 1 })).toEqual({
        code: 400,
        message: "surprise: unknown argument",
      });
    },
  );
});

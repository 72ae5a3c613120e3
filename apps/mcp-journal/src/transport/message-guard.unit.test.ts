import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { describe, expect, it } from "vitest";
import { guardMessages } from "./message-guard.ts";

const request = (id: unknown, method = "tools/list") => ({ jsonrpc: "2.0", id, method });
const answer = (id: number | string) => ({ jsonrpc: "2.0" as const, id, result: {} });

function guarded({
  initialized = true,
  send = async () => undefined,
}: { initialized?: boolean; send?: () => Promise<void> } = {}) {
  const transport: Pick<Transport, "send"> = { send };
  const guard = guardMessages(transport, () => initialized);
  return { transport, guard };
}

describe("a session's guard", () => {
  it("lets a request id be used again once its answer was sent, also in vain", async () => {
    const { transport, guard } = guarded();
    expect(guard.admit(request(1))).toBeUndefined();
    expect(guard.admit(request(1))).toMatchObject({ id: 1, error: { code: -32_600 } });
    await transport.send(answer(1));
    expect(guard.admit(request(1))).toBeUndefined();

    const broken = guarded({ send: () => Promise.reject(new Error("gone")) });
    broken.guard.admit(request(1));
    await expect(broken.transport.send(answer(1))).rejects.toThrow("gone");
    expect(broken.guard.admit(request(1))).toBeUndefined();
  });

  it("frees the id of a cancelled request, which gets no answer", () => {
    const { guard } = guarded();
    guard.admit(request(1));
    guard.admit({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
    expect(guard.admit(request(1))).toBeUndefined();
  });

  it("keeps no ids of a refused batch, nor of messages that the transport refused", () => {
    const { guard } = guarded();
    expect(guard.admit([request(1), request(2), request(2)])).toBeDefined();
    expect(guard.admit(request(1))).toBeUndefined();
    guard.withdraw(request(1));
    expect(guard.admit(request(1))).toBeUndefined();
  });

  it("bounds the requests in progress of one session", () => {
    const { guard } = guarded();
    for (let id = 0; id < 100; id += 1) expect(guard.admit(request(id))).toBeUndefined();
    expect(guard.admit(request(100))).toMatchObject({ id: 100, error: { message: /At most 100/ } });
    expect(guard.admit({ jsonrpc: "2.0", method: "notifications/initialized" })).toBeUndefined();
  });

  it("lets only initialize and ping pass before the session is initialized", () => {
    const { guard } = guarded({ initialized: false });
    expect(guard.admit(request(1))).toMatchObject({ id: 1, error: { message: /not initialized/ } });
    expect(guard.admit(request(1, "ping"))).toBeUndefined();
    expect(guard.admit(request(2, "initialize"))).toBeUndefined();
  });

  it("leaves other messages to the transport", () => {
    const { guard } = guarded();
    for (const body of [null, 5, "x", {}, { id: 1 }, { id: {}, method: "x" }, [null]]) {
      expect(guard.admit(body)).toBeUndefined();
    }
  });

  it("is settled once every request was answered", async () => {
    const { transport, guard } = guarded();
    await guard.settled();
    guard.admit([request(1), request("1")]);
    let settled = false;
    const waiting = guard.settled().then(() => (settled = true));
    await transport.send(answer(1));
    await transport.send({ jsonrpc: "2.0", method: "notifications/message", params: {} });
    expect(settled).toBe(false);
    await transport.send(answer("1"));
    await waiting;
  });
});

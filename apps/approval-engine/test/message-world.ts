import { randomUUID } from "node:crypto";
import type { Bus, BusEvents, Delivery, Subscription } from "@countersign/bus";
import { MESSAGES, type MessageName, RPC, STREAMS, cloudEvent } from "@countersign/contracts";
import type { RunningService } from "@countersign/service-kit";
import { startTestService, type TestStore } from "@countersign/testing";
import type { Document } from "mongodb";
import { afterAll, beforeAll } from "vitest";
import { engineOn, recordsOf } from "./engine-fixture.ts";
import { submission } from "./message-fixture.ts";
import { approvalEngine } from "../src/service.ts";

/** How the suite gets its buses. */
export interface BusHarness {
  /** Two replicas of the bus (the same one twice where there can be only one). */
  open(events: BusEvents): Promise<readonly [Bus, Bus]>;
  cleanUp(): Promise<void>;
}

export type CloudEventData = Record<string, unknown> & { data: Document };

/** An engine of two replicas whose messages are heard; for the tests of a `describe`. */
export type MessageWorld = ReturnType<typeof useMessages>;

export function useMessages(store: TestStore, harness: BusHarness) {
  const deadLetters: { subject: string; reason: string }[] = [];
  const records = recordsOf(store);
  let first: Bus;
  let buses: readonly Bus[] = [];
  let replicas: RunningService[] = [];
  const heardMessages: Delivery[] = [];
  let hearing: Subscription;

  beforeAll(async () => {
    buses = await harness.open({ deadLettered: (letter) => deadLetters.push(letter) });
    [first] = buses as [Bus, Bus];
    replicas = await Promise.all(
      buses.map(async (ownBus) => startTestService(approvalEngine, store, { bus: ownBus })),
    );
    const durable = `test-${randomUUID()}`;
    hearing = await first.consume(
      { stream: STREAMS.outcomes.name, durable, filter: "approval.>" },
      async (delivery) => {
        heardMessages.push(delivery);
      },
    );
  });
  afterAll(async () => {
    await hearing.close();
    await Promise.all(replicas.map((replica) => replica.stop()));
    await Promise.all([...new Set(buses)].map((ownBus) => ownBus.close()));
    await harness.cleanUp();
  });

  const bus: Pick<Bus, "publish" | "request"> = {
    publish: (message) => first.publish(message),
    request: (subject, data) => first.request(subject, data),
  };
  const heardAbout = (refId: string) =>
    heardMessages.filter(({ data }) => (data as CloudEventData).data["refId"] === refId);
  const command = async (
    message: MessageName & ("submitCommand" | "cancelCommand" | "amendCommand"),
    data: Document,
    id = randomUUID(),
  ) => {
    const { type, address } = MESSAGES[message];
    const event = cloudEvent({
      id,
      source: "/test",
      type,
      subject: String(data["refId"]),
      time: new Date(),
      data,
    });
    await bus.publish({ subject: address, id: randomUUID(), data: event });
    return id;
  };
  /** Those who are not asked because they wrote the document. */
  const leftOutOf = async (refId: string) => {
    const [task] = await records.tasks(refId);
    return (await records.approvals(task?._id ?? ""))
      .filter(({ leftOut }) => leftOut === "editorIds")
      .map(({ approverId }) => approverId);
  };
  /** A submitted document that its company lets change, and the change. */
  const anAmendment = async (onAmend: "REFUSE" | "ASK_AGAIN" = "ASK_AGAIN") => {
    const { request, submitter, company } = submission({ document: { title: "Ten days" } });
    const admin = company.user({ privileged: true });
    await (await engineOn(store)).updateApprovalSettings(admin, { onAmend });
    await bus.request(RPC.submit.subject, request);
    const { companyId, refId } = request;
    const document = { title: "Two days" };
    return { companyId, refId, actorId: submitter.userId, document, note: "the boat is leaking" };
  };

  return { store, bus, records, deadLetters, heardAbout, command, leftOutOf, anAmendment };
}

import { join } from "node:path";

import { FILTERS, STREAMS } from "@countersign/contracts";
import { type Bus, type Delivery, createJetStreamBus } from "@countersign/bus";
import { createOutboxRelay, createOutbox, createOutboxSource } from "@countersign/outbox";
import { createOwner } from "@countersign/owner-kit";
import { createInbox, createUnitOfWork, newId } from "@countersign/mongo";
import type { RunningService } from "@countersign/service-kit";
import {
  type NatsServer,
  silentLogger,
  startNatsServer,
  startTestService,
  useTestStore,
  waitFor,
} from "@countersign/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { approvalEngine } from "../src/service.ts";

const CONFIG = join(import.meta.dirname, "../../../docs/nats/accounts.conf");
const OWNER = "hr-service";

describe(
  "an owner and the engine on one database, with accounts of their own",
  { tags: ["nats-server"] },
  async () => {
    const store = await useTestStore();
    const failures: unknown[] = [];
    const answers: Delivery[] = [];
    let server: NatsServer;
    let engine: RunningService;
    let platform: Bus;
    let hr: Bus;

    const busOf = async (user: string) =>
      createJetStreamBus({
        servers: `nats://${user}:${user}@${new URL(server.url).host}`,
        logger: silentLogger,
      });

    beforeAll(async () => {
      server = await startNatsServer({ configFile: CONFIG });
      platform = await busOf("platform");
      engine = await startTestService(approvalEngine, store, { bus: platform });
      hr = await busOf("hr");
      const answersOfHr = { stream: STREAMS.outcomes.name, filter: FILTERS.answersOf("hr") };
      await platform.consume({ ...answersOfHr, durable: "two-relays" }, async (answer) => {
        answers.push(answer);
      });
    });
    afterAll(async () => {
      await hr.close();
      await engine.stop();
      await platform.close();
      await server.stop();
    });

    it("each relays its own rows, and neither tries what its account may not send [DOC-5]", async () => {
      const relay = createOutboxRelay({
        outbox: createOutboxSource(store, { service: OWNER }),
        bus: hr,
        logger: silentLogger,
        events: { failed: (failure) => failures.push(failure), rejected: (row) => failures.push(row) },
        pollMs: 20,
      });
      const unitOfWork = createUnitOfWork(store, (scope) => ({
        inbox: createInbox(scope),
        outbox: createOutbox(scope, { service: OWNER }),
      }));
      const kit = createOwner({ owner: "hr", bus: hr, unitOfWork });
      const refIds = Array.from({ length: 20 }, () => newId());
      for (const refId of refIds) {
        const command = kit.submitCommand({
          companyId: newId(),
          refId,
          kind: "Leave",
          submitterId: newId(),
          dynamicStages: [{ name: "Manager", order: 1, approveBy: "ANY", approverIds: [newId()] }],
        });
        await unitOfWork(({ outbox }) => outbox.add([command]));
      }
      await waitFor(() => answers.length === refIds.length, { timeoutMs: 20_000, what: "the answers" });
      await relay.close();

      const rows = await store.db.collection("outbox").find().toArray();
      expect(rows.every(({ publishedAt }) => publishedAt instanceof Date)).toBe(true);
      const services = rows.map(({ service, subject }) => `${service} ${subject.split(".", 2).join(".")}`);
      expect(new Set(services)).toEqual(
        new Set([
          `${OWNER} approval.command`,
          "approval-engine approval.request",
          "approval-engine approval.notification",
        ]),
      );
      expect(failures).toEqual([]);
    });
  },
);

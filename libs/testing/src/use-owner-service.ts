import type { DevelopmentClaims } from "@countersign/auth";
import { type Bus, createInProcessBus } from "@countersign/bus";
import { newId } from "@countersign/mongo";
import type { Service } from "@countersign/runtime";
import type { RunningService } from "@countersign/service-kit";
import { afterEach, beforeEach } from "vitest";
import { type PlayedEngine, playEngine } from "./play-engine.ts";
import { silentLogger } from "./silent-logger.ts";
import { startTestService } from "./test-service.ts";
import { testTokens } from "./test-tokens.ts";
import { type TestStore, useTestStore } from "./use-test-store.ts";
import { waitFor } from "./wait-for.ts";

/** A user of a company. */
export interface TestUser {
  companyId: string;
  userId: string;
  /** Value of an `Authorization` header. */
  authorization: string;
}

/** An answer of a REST API. */
export interface RestAnswer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

export interface OwnerFixture {
  store: TestStore;
  readonly engine: PlayedEngine;
  user: (
    options?: Partial<Pick<TestUser, "companyId" | "userId">> &
      Pick<DevelopmentClaims, "privileged" | "agent" | "auditor">,
  ) => Promise<TestUser>;
  /** @param body text is sent unchanged, anything else as JSON */
  call: (method: string, path: string, user?: TestUser, body?: unknown) => Promise<RestAnswer>;
  /** Decides a run in the played engine, and waits until the service has handled the outcome. */
  told: (...decision: Parameters<PlayedEngine["decide"]>) => Promise<void>;
  /** Stops the service and starts it again, as after a crash. */
  restart: () => Promise<void>;
}

/** Short, so that repetitions come soon. */
const TIMINGS = { SUBMIT_TIMEOUT_MS: "100", SWEEP_PAUSE_MS: "50" };

/**
 * An owner's service on a store of its own, an in-process bus and a played engine; fresh for every test.
 *
 * @param collections emptied after every test
 */
export async function useOwnerService(
  definition: Service,
  collections: readonly string[],
): Promise<OwnerFixture> {
  const store = await useTestStore();
  const tokens = testTokens();
  let bus: Bus;
  let engine: PlayedEngine;
  let service: RunningService;
  const start = () => startTestService(definition, store, { bus, env: TIMINGS });

  beforeEach(async () => {
    bus = createInProcessBus({ logger: silentLogger });
    engine = await playEngine(bus);
    service = await start();
  });
  afterEach(async () => {
    await service.stop();
    await engine.close();
    await bus.close();
    for (const collection of ["outbox", ...collections]) await store.db.collection(collection).deleteMany({});
  });

  return {
    store,
    get engine() {
      return engine;
    },
    async told(...decision) {
      const messageId = await engine.decide(...decision);
      const inbox = store.db.collection("inbox");
      await waitFor(async () => (await inbox.countDocuments({ "_id.messageId": messageId })) === 1);
    },
    async user({ companyId = newId(), userId = newId(), ...roles } = {}) {
      const authorization = await tokens.bearer({ sub: userId, companyId, ...roles });
      return { companyId, userId, authorization };
    },
    async call(method, path, user, body) {
      const response = await fetch(new URL(path, service.publicUrl), {
        method,
        headers: {
          ...(user && { authorization: user.authorization }),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      return {
        status: response.status,
        headers: response.headers,
        body: (await response.json()) as Record<string, unknown>,
      };
    },
    async restart() {
      await service.stop();
      service = await start();
    },
  };
}

import { createInProcessBus, type Bus } from "@countersign/messaging";
import { newId, toObjectId } from "@countersign/mongo";
import { createLogger, loadConfig, type RunningService } from "@countersign/service-kit";
import { testTokens, useTestStore } from "@countersign/testing";
import { afterEach, beforeEach } from "vitest";
import { hrServiceConfig, hrServiceEnvironment } from "../src/config.ts";
import { startHrService } from "../src/service.ts";
import { playEngine, type PlayedEngine } from "./play-engine.ts";

/** Somebody of a company with an employee record. */
export interface Person {
  companyId: string;
  userId: string;
  employeeId: string;
  /** Value of an `Authorization` header. */
  authorization: string;
}

/** An answer of the REST API. */
export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

export interface HrFixture {
  readonly bus: Bus;
  readonly engine: PlayedEngine;
  readonly url: string;
  leaves(): Promise<Record<string, unknown>[]>;
  addPerson(options?: { companyId?: string; privileged?: boolean }): Promise<Person>;
  call(method: string, path: string, person?: Person, body?: unknown): Promise<Answer>;
  /** Takes a leave back to where a crash in the middle of its creation would have left it. */
  rewindToSubmitting(id: string): Promise<void>;
  /** Lets the time of all claims run out. */
  releaseClaims(): Promise<void>;
  /** Stops the service and starts it again, as after a crash. */
  restart(): Promise<void>;
}

const logger = createLogger({ name: "test", level: "silent" });
const tokens = testTokens();

/** The HR service on a store of its own, an in-process bus and a played engine; fresh for every test. */
export async function useHrService(): Promise<HrFixture> {
  const store = await useTestStore();
  const config = hrServiceConfig(
    loadConfig(hrServiceEnvironment, {
      ...tokens.environment,
      PORT: "0",
      INTERNAL_PORT: "0",
      MONGODB_URI: store.uri,
      SUBMIT_TIMEOUT_MS: "100",
      SWEEP_PAUSE_MS: "50",
    }),
  );
  let bus: Bus;
  let engine: PlayedEngine;
  let service: RunningService;
  const start = async () => {
    service = await startHrService(config, { store, bus, logger });
  };

  beforeEach(async () => {
    bus = createInProcessBus({ logger });
    engine = await playEngine(bus);
    await start();
  });
  afterEach(async () => {
    await service.stop();
    await engine.close();
    await bus.close();
    for (const collection of ["leaves", "employees", "outbox"]) {
      await store.db.collection(collection).deleteMany({});
    }
  });

  return {
    get bus() {
      return bus;
    },
    get engine() {
      return engine;
    },
    get url() {
      return service.publicUrl;
    },
    leaves: () => store.db.collection("leaves").find().toArray(),
    async addPerson({ companyId = newId(), privileged = false } = {}) {
      const [userId, employeeId] = [newId(), newId()];
      await store.db.collection("employees").insertOne({
        _id: toObjectId(employeeId),
        companyId: toObjectId(companyId),
        userId: toObjectId(userId),
      });
      const authorization = await tokens.bearer({ sub: userId, companyId, privileged });
      return { companyId, userId, employeeId, authorization };
    },
    async call(method, path, person, body) {
      const response = await fetch(new URL(path, service.publicUrl), {
        method,
        headers: {
          ...(person && { authorization: person.authorization }),
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
    async rewindToSubmitting(id) {
      await store.db
        .collection("leaves")
        .updateOne({ _id: toObjectId(id) }, { $set: { status: "SUBMITTING", claimedUntil: new Date() } });
    },
    async releaseClaims() {
      await store.db.collection("leaves").updateMany({}, { $unset: { claimedUntil: true } });
    },
    async restart() {
      await service.stop();
      await start();
    },
  };
}

import { createHmac } from "node:crypto";
import { type Bus, createInProcessBus } from "@countersign/bus";
import { createKindRegistry } from "@countersign/contracts";
import { newId } from "@countersign/mongo";
import { claimDue } from "@countersign/mongo/due-work";
import { silentLogger, useTestBus, useTestService, useTestStore, waitFor } from "@countersign/testing";
import * as fc from "fast-check";
import { Registry } from "prom-client";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";

import { aCompany, engineOn, recordsOf, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { type ReceivedPost, useReceiver } from "../../test/receiver-fixture.ts";
import { approvalEngine } from "../service.ts";
import { queueEvent } from "./queue-event.ts";
import {
  WEBHOOK_DOCUMENTS,
  WEBHOOK_EVENTS,
  WEBHOOK_PAUSES,
  type WebhookDocumentRecord,
  type WebhookEventRecord,
  type WebhookPauseRecord,
  type WebhookResult,
} from "./records.ts";
import { resumeWebhooks, sendWebhooksAgain } from "./send-again.ts";
import { sendOldest } from "./send-oldest.ts";
import { webhookWork } from "./webhook-work.ts";

const store = await useTestStore();
const { db } = store;
const documents = db.collection<WebhookDocumentRecord>(WEBHOOK_DOCUMENTS);
const events = db.collection<WebhookEventRecord>(WEBHOOK_EVENTS);
const pauses = db.collection<WebhookPauseRecord>(WEBHOOK_PAUSES);
const HOUR_MS = 3_600_000;
const START = new Date("2026-03-02T12:00:00Z");

beforeEach(async () => {
  for (const rows of [documents, events, pauses]) await rows.deleteMany({});
});

/** Queues an event of a document. */
async function queued(refId: string, eventId: string, now = START): Promise<void> {
  const data = { id: eventId, type: "test", data: { refId } };
  const raw = Buffer.from(JSON.stringify(data));
  const subject = "approval.outcome.legal.Contract.completed";
  await queueEvent(db, {
    owner: "legal",
    prefixes: PREFIXES,
    delivery: { subject, id: eventId, data, raw, headers: {}, attempt: 1 },
    now,
  });
}

const PREFIXES = ["approval.outcome.legal.", "approval.request.legal.", "approval.notification.legal."];

const takeAll = async (): Promise<WebhookResult> => "ok";

/** A sender with a clock of its own, that posts to a function. */
function aSender(post: (eventId: string) => Promise<WebhookResult>, now = START) {
  const sender = {
    now,
    died: [] as string[],
    /** Sends one event of a document that is due. @returns false if none is */
    async send(): Promise<boolean> {
      const until = new Date(sender.now.getTime() + 60_000);
      const row = await claimDue(documents, { filter: { owner: "legal" }, now: sender.now, until });
      if (row === undefined) return false;
      await sendOldest(
        {
          db,
          post: ({ eventId }) => post(eventId),
          attempted: () => {},
          died: ({ eventId }) => sender.died.push(eventId),
          clock: () => sender.now,
        },
        row,
      );
      return true;
    },
    async sendAll(): Promise<void> {
      while (await sender.send());
    },
  };
  return sender;
}

describe("the queue of an owner", () => {
  it("has an event once, and rests when all are sent [WEB-2]", async () => {
    const refId = newId();
    for (const eventId of ["1", "2", "1", "2"]) await queued(refId, eventId);
    const sent: string[] = [];
    const sender = aSender(async (eventId) => {
      sent.push(eventId);
      return "ok";
    });
    await sender.sendAll();
    expect(sent).toEqual(["1", "2"]);
    expect(await documents.countDocuments({ claimedUntil: { $exists: true } })).toBe(0);
    await queued(refId, "3");
    await queued(refId, "3");
    await sender.sendAll();
    expect(sent).toEqual(["1", "2", "3"]);
  });

  it("keeps the order of a document that fails, and lets others pass [WEB-2]", async () => {
    const [failing, other] = [newId(), newId()];
    await queued(failing, "f1");
    await queued(failing, "f2");
    await queued(other, "o1");
    const sent: string[] = [];
    let isBack = false;
    const sender = aSender(async (eventId) => {
      sent.push(eventId);
      return isBack || eventId.startsWith("o") ? "ok" : "status";
    });
    await expect(sender.send()).rejects.toThrow("the receiver did not take the event: status");
    await sender.sendAll();
    expect(sent).toEqual(["f1", "o1"]);
    isBack = true;
    sender.now = new Date(START.getTime() + 60_000);
    await sender.sendAll();
    expect(sent).toEqual(["f1", "o1", "f1", "f2"]);
  });

  it("is not left by an event that comes while its document's sender finds nothing [WEB-2]", async () => {
    const refId = newId();
    await queued(refId, "1");
    const sent: string[] = [];
    const sender = aSender(async (eventId) => {
      sent.push(eventId);
      return "ok";
    });
    await sender.send();
    // Claimed as one that was seen without an event; then the event comes, and its wake finds the claim.
    const row = (await claimDue(documents, { now: START, until: new Date(START.getTime() + 60_000) }))!;
    const parts = { db, post: takeAll, attempted: () => {}, died: () => {}, clock: () => START };
    const seen = events.findOne.bind(events);
    const collectionOf = (name: string) => {
      const rows = db.collection(name);
      if (name !== WEBHOOK_EVENTS) return rows;
      return Object.assign(Object.create(rows), {
        findOne: async () => {
          const none = await seen({ document: row._id, pending: true });
          await queued(refId, "2");
          return none;
        },
      });
    };
    await sendOldest({ ...parts, db: { collection: collectionOf } as never }, row);
    await sender.sendAll();
    expect(sent).toEqual(["1", "2"]);
  });

  it("makes a dead letter after three days, which lets the next event pass, and sends it again [WEB-2]", async () => {
    const refId = newId();
    await queued(refId, "1");
    await queued(refId, "2");
    const sent: string[] = [];
    let takesFirst = false;
    const sender = aSender(async (eventId) => {
      sent.push(eventId);
      return eventId === "1" && !takesFirst ? "network" : "ok";
    });
    await expect(sender.send()).rejects.toThrow("network");
    sender.now = new Date(START.getTime() + 72 * HOUR_MS - 1);
    await expect(sender.send()).rejects.toThrow("network");
    sender.now = new Date(START.getTime() + 73 * HOUR_MS);
    await sender.sendAll();
    expect(sender.died).toEqual(["1"]);
    expect(sent).toEqual(["1", "1", "1", "2"]);
    expect(await events.findOne({ eventId: "1" })).toMatchObject({
      dead: true,
      attempts: 3,
      lastResult: "network",
    });

    takesFirst = true;
    expect(await sendWebhooksAgain(db, { key: newId() }, sender.now)).toBe(0);
    expect(await sendWebhooksAgain(db, { subjectPrefixes: ["approval.request."] }, sender.now)).toBe(0);
    expect(await sendWebhooksAgain(db, { since: new Date(sender.now.getTime() + 1) }, sender.now)).toBe(0);
    expect(await sendWebhooksAgain(db, { key: refId, since: START }, sender.now)).toBe(2);
    await queued(refId, "3", sender.now);
    await sender.sendAll();
    expect(sent.slice(4)).toEqual(["1", "2", "3"]);
    expect(await events.findOne({ eventId: "1" })).toMatchObject({ dead: false, lastResult: "ok" });
  });

  it("keeps what met 410 until the owner resumes, and sends it first [WEB-2]", async () => {
    const [gone, other] = [newId(), newId()];
    await queued(gone, "g1");
    await queued(gone, "g2");
    const sent: string[] = [];
    let isGone = true;
    const sender = aSender(async (eventId) => {
      sent.push(eventId);
      return isGone ? "gone" : "ok";
    });
    await sender.send();
    await queued(other, "o1");
    expect(await pauses.find().toArray()).toEqual([{ _id: "legal", since: START }]);
    isGone = false;
    sender.now = new Date(START.getTime() + 100 * HOUR_MS);
    expect(await resumeWebhooks(db, "legal")).toBe(true);
    expect(await resumeWebhooks(db, "legal")).toBe(false);
    await sender.sendAll();
    expect(sent).toEqual(["g1", "g1", "o1", "g2"]);
    expect(sender.died).toEqual([]);
  });

  it("sends again, in order, what a sender that died may have sent [WEB-2]", async () => {
    const refId = newId();
    for (const eventId of ["1", "2", "3"]) await queued(refId, eventId);
    const sent: string[] = [];
    const dying = Promise.withResolvers<WebhookResult>();
    const dead = aSender(async (eventId) => {
      sent.push(`dead ${eventId}`);
      return dying.promise;
    });
    const ofDead = dead.send();
    await waitFor(() => sent.length === 1);
    const sender = aSender(async (eventId) => {
      sent.push(eventId);
      return "ok";
    });
    await sender.sendAll();
    expect(sent).toEqual(["dead 1"]);
    sender.now = new Date(START.getTime() + 60_001);
    await sender.send();
    // The answer comes after all: its claim has ended, and it changes nothing that is not so.
    dying.resolve("ok");
    await ofDead;
    await sender.sendAll();
    expect(sent).toEqual(["dead 1", "1", "2", "3"]);
    expect(await events.countDocuments({ pending: true })).toBe(0);
  });
});

describe("a receiver that is away for an hour", () => {
  const HOW_MANY = 60;

  it("has few events in memory and on their way meanwhile, and gets all of them, in order, once it is back [WEB-2]", async () => {
    let isBack = false;
    let [open, mostOpen] = [0, 0];
    const { receivedPosts, url } = await useReceiver((_owner, response) => {
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      response.on("close", () => (open -= 1));
      response.writeHead(isBack ? 204 : 503).end();
    });
    const refIds = Array.from({ length: HOW_MANY }, () => newId());
    for (const event of ["1", "2", "3"]) {
      await Promise.all(refIds.map((refId) => queued(refId, `${event} ${refId}`)));
    }
    const webhook = { url: new URL(`${url}/legal`), secrets: [Buffer.alloc(32, 1)], notifications: false };
    const config = { webhooks: new Map([["legal", webhook]]), allowsPrivate: true };
    const metrics = { registry: new Registry() };
    const parts = { config, db, logger: silentLogger, metrics, settingsDefaults: {} };
    const [work] = webhookWork(parts);
    let now = START;
    /** Goes on at the moments at which something is due, until one. */
    const workUntil = async (end: Date) => {
      for (;;) {
        const [next] = await documents
          .find({ claimedUntil: { $exists: true } })
          .sort({ claimedUntil: 1 })
          .limit(1)
          .toArray();
        if (next?.claimedUntil === undefined || next.claimedUntil > end) return;
        now = new Date(Math.max(now.getTime(), next.claimedUntil.getTime()));
        await work!.workRound({ clock: () => now, stopping: new AbortController().signal, pauseMs: 1_000 });
      }
    };
    const hour = new Date(START.getTime() + HOUR_MS);
    await workUntil(hour);
    // After 5 seconds, and then twice as long each time: the tenth would be later than an hour.
    expect(receivedPosts).toHaveLength(10 * HOW_MANY);
    expect(await events.countDocuments({ pending: true })).toBe(3 * HOW_MANY);
    isBack = true;
    receivedPosts.length = 0;
    await workUntil(new Date(START.getTime() + 2 * HOUR_MS));
    expect(await events.countDocuments({ pending: true })).toBe(0);
    const order = Map.groupBy(
      receivedPosts.map(({ body }) => (JSON.parse(body) as { id: string }).id.split(" ")),
      ([, refId]) => refId,
    );
    expect(order.size).toBe(HOW_MANY);
    for (const ids of order.values()) expect(ids.map(([event]) => event)).toEqual(["1", "2", "3"]);
    expect(mostOpen).toBeLessThanOrEqual(4);
  });
});

describe("the order of a document's events", () => {
  const SUBJECTS = [
    "approval.request.legal.Contract.accepted",
    "approval.notification.legal.5eed00000000000000000102",
    "approval.outcome.legal.Contract.completed",
    // Of the same document, and sent to no owner.
    "approval.command.amend",
  ];

  it("is that of the outbox, however its consumers fall behind, repeat and share [WEB-2]", async () => {
    const history = fc.record({
      kinds: fc.array(fc.nat({ max: SUBJECTS.length - 1 }), { minLength: 2, maxLength: 12 }),
      deliveries: fc.array(fc.nat(1_000), { minLength: 4, maxLength: 12 }),
      sideBySide: fc.integer({ min: 1, max: 4 }),
    });
    const property = fc.asyncProperty(history, async ({ kinds: chosen, deliveries, sideBySide }) => {
      const refId = newId();
      const rows = chosen.map((kind, at) => {
        const id = newId();
        const subject = SUBJECTS[kind]!;
        return { id, position: at + 1, subject, data: { id, type: subject, data: { refId } } };
      });
      const outbox = db.collection<{ _id: string }>("outbox");
      await outbox.insertMany(
        rows.map(({ id: _id, ...row }) => ({ _id, key: refId, service: "approval-engine", ...row })),
      );
      const ofOwner = rows.filter(({ subject }) => !subject.startsWith("approval.command"));
      const sent: string[] = [];
      const sender = aSender(async (eventId) => {
        sent.push(eventId);
        return "ok";
      });
      const deliver = ({ id, subject, data }: (typeof rows)[number]) =>
        queueEvent(db, {
          owner: "legal",
          prefixes: PREFIXES,
          delivery: { subject, id, data, raw: Buffer.from(JSON.stringify(data)), headers: {}, attempt: 1 },
          now: START,
        });
      // The broker delivers each at least once, in any order between consumers; senders go on meanwhile.
      const picked = ofOwner.length === 0 ? [] : deliveries.map((n) => ofOwner[n % ofOwner.length]!);
      const all = [...picked, ...ofOwner];
      for (let at = 0; at < all.length; at += sideBySide) {
        await Promise.all([...all.slice(at, at + sideBySide).map(deliver), sender.send()]);
      }
      await sender.sendAll();
      expect(sent).toEqual(ofOwner.map(({ id }) => id));
    });
    await fc.assert(property, { numRuns: 40 });
  });
});

const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString("base64")}`;

/** Whether a webhook is signed by a secret, as its receiver finds out. */
function isSignedBy({ headers, body }: ReceivedPost, byte: number): boolean {
  const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
  const signature = createHmac("sha256", Buffer.alloc(32, byte)).update(signed).digest("base64");
  return String(headers["webhook-signature"]).split(" ").includes(`v1,${signature}`);
}

const OWNERS = Array.from({ length: 10 }, (_, index) => `owner${index}`);
const kindOf = (owner: string): string => owner.replace("owner", "Contract");
const kinds = createKindRegistry(new Map(OWNERS.map((owner) => [owner, [kindOf(owner)]])));

/** A company whose documents are approved, and engines that send some owners their webhooks. */
async function useOwners(url: string, owners: readonly string[], givenBus?: Bus) {
  const engine = await engineOn(store, { kinds });
  const company = aCompany();
  const [ann, ben] = [company.user(), company.user()];
  const bus = givenBus ?? createInProcessBus({ logger: silentLogger });
  if (givenBus === undefined) onTestFinished(() => bus.close());
  return {
    /** A document of the owner that is approved. @returns its id */
    approve: async (owner: string): Promise<string> => {
      const { refId, tasks } = await submitNew(engine, ann, stagesOf([ben]), { kind: kindOf(owner) });
      await engine.decideApproval(ben, { taskId: tasks[0]!._id, status: "APPROVED" });
      return refId;
    },
    startEngine: (fields: object = {}) => {
      const webhooks = owners.map((owner) => [
        owner,
        { url: `${url}/${owner}`, secrets: [secretOf(1)], ...fields },
      ]);
      return useTestService(approvalEngine, store, {
        bus,
        env: {
          DOCUMENT_KINDS: OWNERS.map((owner) => `${owner}:${kindOf(owner)}`).join(" "),
          OWNER_WEBHOOKS: JSON.stringify(Object.fromEntries(webhooks)),
          WEBHOOK_PRIVATE: "on",
        },
      });
    },
  };
}

const isOutcome = ({ body }: ReceivedPost): boolean => body.includes("approval.outcome");
const refIdOf = ({ body }: ReceivedPost) => (JSON.parse(body) as { data: { refId: string } }).data.refId;

for (const { adapter, tags } of [
  { adapter: "in-process", tags: [] },
  { adapter: "nats", tags: ["nats"] },
] as const) {
  describe(`an engine on a bus ${adapter}`, { tags: [...tags] }, () => {
    const testBus = useTestBus(adapter);

    it("posts each outcome as it is on the bus, signed by both secrets, and notifications where named [WEB-2]", async () => {
      const { receivedPosts, url } = await useReceiver((_owner, response) => response.end());
      const { approve, startEngine } = await useOwners(url, ["owner1"], testBus.bus);
      const service = await startEngine({ secrets: [secretOf(1), secretOf(2)], notifications: true });
      const refId = await approve("owner1");
      await waitFor(() => receivedPosts.some(isOutcome) && receivedPosts.length >= 3);
      const rows = await recordsOf(store).outbox(refId);
      const sentBodies = receivedPosts.map(({ body }) => JSON.parse(body) as { id: string });
      for (const body of sentBodies) expect(rows.map(({ data }) => data)).toContainEqual(body);
      // Consumers of their own bring them; they leave as the outbox has them.
      const bodies = rows.map(({ data }) => JSON.stringify(data));
      const places = receivedPosts.map(({ body }) => bodies.indexOf(body));
      expect(places).not.toContain(-1);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      const outcome = receivedPosts.find(isOutcome);
      expect(outcome!.headers).toMatchObject({
        "content-type": "application/cloudevents+json",
        "webhook-id": (JSON.parse(outcome!.body) as { id: string }).id,
      });
      expect([1, 2, 3].map((byte) => isSignedBy(outcome!, byte))).toEqual([true, true, false]);
      const metrics = await (await fetch(`${service.internalUrl}/metrics`)).text();
      expect(metrics).toMatch(/webhook_attempts_total\{owner="owner1",result="ok"[^}]*\} [1-9]/u);
      expect(metrics).toMatch(/webhook_paused\{owner="owner1"[^}]*\} 0/u);
      expect(metrics).toMatch(/webhook_dead_letters_total\{owner="owner1"[^}]*\} 0/u);
    });
  });
}

describe("a running engine", () => {
  it("sends nine owners their outcomes while a tenth does not answer [WEB-2]", async () => {
    let ended = 0;
    const { receivedPosts, url } = await useReceiver((owner, response) => {
      if (owner === "owner0") response.once("close", () => (ended += 1));
      else response.end();
    });
    const { approve, startEngine } = await useOwners(url, OWNERS);
    await startEngine();
    const ofDead = [];
    for (let count = 0; count < 8; count += 1) ofDead.push(await approve("owner0"));
    await waitFor(() => receivedPosts.length > 0);
    const others = OWNERS.slice(1);
    const refIds = await Promise.all(others.map(approve));
    await waitFor(() => refIds.every((refId) => receivedPosts.some((webhook) => refIdOf(webhook) === refId)));
    expect(ended).toBe(0);
    const deadAttempts = receivedPosts.filter(({ path }) => path === "owner0").map(refIdOf);
    expect(new Set(deadAttempts).size).toBe(deadAttempts.length);
    expect(deadAttempts.length).toBeLessThanOrEqual(4);
    expect(ofDead).toEqual(expect.arrayContaining(deadAttempts));
  });

  it("hands what it was sending to another one when it stops [WEB-2]", async () => {
    let answers = false;
    const { receivedPosts, url } = await useReceiver((_owner, response) => {
      if (answers) response.end();
    });
    const { approve, startEngine } = await useOwners(url, ["owner1"]);
    const stopped = await startEngine();
    const refId = await approve("owner1");
    await waitFor(() => receivedPosts.length === 1);
    await stopped.stop();
    answers = true;
    await startEngine();
    await waitFor(() => receivedPosts.length === 2);
    const [first, again] = receivedPosts;
    expect([refIdOf(again!), again!.body]).toEqual([refId, first!.body]);
    expect(again!.headers["webhook-id"]).toBe(first!.headers["webhook-id"]);
  });

  it("sends an owner nothing that is gone, until an operator resumes it [WEB-2]", async () => {
    let isGone = true;
    const { receivedPosts, url } = await useReceiver((_owner, response) => {
      response.writeHead(isGone ? 410 : 204).end();
    });
    const { approve, startEngine } = await useOwners(url, ["owner1"]);
    const service = await startEngine();
    const first = await approve("owner1");
    const pausedMetric = async () => {
      const metrics = await (await fetch(`${service.internalUrl}/metrics`)).text();
      return /webhook_paused\{owner="owner1"[^}]*\} (\d)/u.exec(metrics)?.[1];
    };
    await waitFor(async () => (await pausedMetric()) === "1");
    const second = await approve("owner1");
    await waitFor(async () => (await events.countDocuments({ refId: second })) === 1);
    isGone = false;
    await resumeWebhooks(db, "owner1");
    await waitFor(() => receivedPosts.length === 3);
    expect(receivedPosts.map(refIdOf)).toEqual([first, first, second]);
  });
});

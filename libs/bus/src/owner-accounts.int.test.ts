import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  consumersOf,
  deadLetterSubject,
  type Owner,
  ownerConsumers,
  RPC,
  STREAMS,
  SUBJECTS,
} from "@countersign/contracts";
import { type NatsServer, silentLogger, startNatsServer, waitFor, withAccountOf } from "@countersign/testing";
import {
  connect,
  type ConsumerInfo,
  createInbox,
  ErrorCode,
  headers as createHeaders,
  type JetStreamManager,
  type NatsConnection,
} from "nats";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ATTACKS, JS, outcomeOf, THEIRS } from "../test/owner-attacks.ts";
import { createRecorder, recordEvents } from "../test/recorder.ts";
import type { Bus, BusEvents } from "./bus.ts";
import { BusUnavailable, MalformedMessage } from "./bus.ts";
import { createJetStreamBus } from "./jetstream/bus.ts";

const CONFIG = join(import.meta.dirname, "../../../docs/nats/accounts.conf");
/** The shipped accounts, and one of an owner that a deployment adds. */
const ACCOUNTS = withAccountOf("legal", readFileSync(CONFIG, "utf8"));
const OWNERS = ["hr", "inventory", "legal"];
const TIMEOUT = { timeoutMs: 20_000 };

let server: NatsServer;
const opened: Bus[] = [];
const login = (user: string) => ({ user, pass: user });
const urlOf = (user: string) => `nats://${user}:${user}@${new URL(server.url).host}`;

async function openBus(user: string, events: BusEvents = {}): Promise<Bus> {
  const timings = { publishTimeoutMs: 1_000, leaseMs: 2_000, provisionMs: 500 };
  const bus = await createJetStreamBus({ servers: urlOf(user), logger: silentLogger, events, timings });
  opened.push(bus);
  return bus;
}
async function openPlatform(): Promise<Bus> {
  const bus = await openBus("platform");
  await bus.ensureStreams(Object.values(STREAMS));
  await bus.ensureConsumers(ownerConsumers(OWNERS));
  return bus;
}
async function openOwner(owner: Owner, events: BusEvents = {}): Promise<Bus> {
  const bus = await openBus(owner, events);
  await bus.expectStreams(Object.values(STREAMS));
  return bus;
}
/** Before the end of its test. */
async function close(bus: Bus): Promise<void> {
  opened.splice(opened.indexOf(bus), 1);
  await bus.close();
}
const message = (subject: string, n = 1) => ({ subject, id: randomUUID(), data: { n, key: "k" } });
const keyOf = () => "all";

const positionOf = ({ name, config, ack_floor, num_ack_pending, num_pending }: ConsumerInfo) => ({
  name,
  filter: config.filter_subject,
  ack_floor,
  num_ack_pending,
  num_pending,
});

describe("an owner's account of the broker", { tags: ["nats-server"] }, () => {
  let platform: Bus;
  let manager: JetStreamManager;
  let inside: NatsConnection;

  beforeAll(async () => {
    server = await startNatsServer({ config: ACCOUNTS });
    inside = await connect({
      servers: server.url,
      ...login("platform"),
      maxReconnectAttempts: -1,
      reconnectTimeWait: 50,
    });
    manager = await inside.jetstreamManager({ timeout: 1_000 });
  });
  afterAll(async () => {
    await Promise.all(opened.map((bus) => bus.close()));
    await inside.close();
    await server.stop();
  });

  it("binds to the consumers of the platform, whichever starts first [MSG-FENCE-01]", async () => {
    const early = await openOwner("hr");
    const seen = createRecorder();
    const consuming = await early.consume({ ...consumersOf("hr").outcomes, keyOf }, seen.handle);
    await expect(early.publish(message(SUBJECTS.submitCommand))).rejects.toThrow(BusUnavailable);
    platform = await openPlatform();
    await platform.publish(message(outcomeOf("hr")));
    await waitFor(() => seen.deliveries.length === 1, TIMEOUT);
    await early.ping();
    await consuming.close();
  });

  describe.each(OWNERS)("%s", (owner) => {
    it("receives its own outcomes, answers and notifications, each once over two replicas [MSG-FENCE-01]", async () => {
      const { letters, pending, events } = recordEventsAndLag();
      const replicas = [await openOwner(owner, events), await openOwner(owner, events)];
      const seen = createRecorder();
      const filters = Object.values(consumersOf(owner)).map((consumer) => ({
        consumer,
        subject: consumer.filter.replace(">", "Any.thing"),
      }));
      for (const replica of replicas) {
        for (const { consumer } of filters) await replica.consume({ ...consumer, keyOf }, seen.handle);
      }
      for (const { subject } of filters) await platform.publish(message(subject));
      const heard = () =>
        filters.every(({ subject }) => seen.deliveries.some((one) => one.subject === subject));
      await waitFor(heard, TIMEOUT);
      await close(replicas[0]!);
      await platform.publish(message(outcomeOf(owner), 2));
      await waitFor(() => seen.numbers().includes(2), TIMEOUT);
      expect(seen.deliveries.filter(({ subject }) => subject === filters[0]!.subject)).toHaveLength(1);
      expect(pending).toContain(`${owner}-outcomes`);
      expect(letters).toEqual([]);
      await close(replicas[1]!);
    });

    it("keeps messages that it cannot handle as dead letters [MSG-FENCE-01]", async () => {
      const { letters, events } = recordEvents();
      const bus = await openOwner(owner, events);
      const subject = `approval.outcome.${owner}.Any.malformed`;
      const consuming = await bus.consume({ ...consumersOf(owner).outcomes, keyOf }, async (delivery) => {
        if (delivery.subject === subject) throw new MalformedMessage("not an outcome");
      });
      await platform.publish(message(subject));
      await waitFor(() => letters.length === 1, TIMEOUT);
      const last_by_subj = deadLetterSubject(subject);
      const letter = await manager.streams.getMessage(STREAMS.deadLetters.name, { last_by_subj });
      expect(letter.json()).toEqual({ n: 1, key: "k" });
      await consuming.close();
    });

    it("submits, cancels and amends, and its commands name its account [MSG-FENCE-01]", async () => {
      const bus = await openOwner(owner);
      for (const subject of [SUBJECTS.submitCommand, SUBJECTS.cancelCommand, SUBJECTS.amendCommand]) {
        const sent = message(subject);
        await bus.publish(sent);
        const last_by_subj = subject.replace("command", `command.from.${owner.toUpperCase()}`);
        const stored = await manager.streams.getMessage(STREAMS.commands.name, { last_by_subj });
        expect(stored.header.get("Nats-Msg-Id")).toBe(sent.id);
      }
    });

    it("goes on after the broker was restarted and lost its memory [MSG-FENCE-01]", async () => {
      const bus = await openOwner(owner);
      const seen = createRecorder();
      const consuming = await bus.consume({ ...consumersOf(owner).outcomes, keyOf }, seen.handle);
      const before = message(outcomeOf(owner), 10);
      await platform.publish(before);
      await waitFor(() => seen.numbers().includes(10), TIMEOUT);
      await server.restart();
      await waitFor(() => manager.getAccountInfo().then(() => true), TIMEOUT);
      await waitFor(() => platform.publish(message(outcomeOf(owner), 11)).then(() => true), TIMEOUT);
      await waitFor(() => seen.numbers().includes(11), TIMEOUT);
      await consuming.close();
    });
  });

  it("changes people only if it is HR's, and the changes name it [DOC-4] [MSG-FENCE-01]", async () => {
    const [hr, inventory] = [await openOwner("hr"), await openOwner("inventory")];
    const { userChanged, employeeChanged, departmentChanged, groupChanged } = SUBJECTS;
    for (const subject of [userChanged, employeeChanged, departmentChanged, groupChanged]) {
      const sent = message(subject);
      await hr.publish(sent);
      const last_by_subj = subject.replace("directory.", "directory.from.HR.");
      const stored = await manager.streams.getMessage(STREAMS.directory.name, { last_by_subj });
      expect(stored.header.get("Nats-Msg-Id")).toBe(sent.id);
      await expect(inventory.publish(message(subject))).rejects.toThrow(BusUnavailable);
    }
    const { state } = await manager.streams.info(STREAMS.directory.name);
    expect(state.messages).toBe(4);
  });

  it("gets a deleted consumer back [MSG-FENCE-01]", async () => {
    const { stream, durable } = consumersOf("hr").answers;
    // The server (2.9) may write the state of a consumer while it removes the folder; the consumer is gone even then.
    await manager.consumers.delete(stream, durable).catch((error: Error) => {
      if (!error.message.includes("directory not empty")) throw error;
    });
    await waitFor(() => manager.consumers.info(stream, durable).then(() => true), TIMEOUT);
  });

  it("receives nothing of other accounts, whatever it subscribes to [MSG-FENCE-01]", async () => {
    const spy = await connect({ servers: server.url, ...login("hr") });
    const heard: string[] = [];
    for (const subject of [">", "_INBOX.>", "_R_.>", "mcp.>", "approval.>", "$JS.>", "$KV.>"]) {
      spy.subscribe(subject, { callback: (_error, { subject: to }) => heard.push(to) });
    }
    await spy.flush();
    const inventory = await openOwner("inventory");
    const seen = createRecorder();
    const consuming = await inventory.consume({ ...consumersOf("inventory").outcomes, keyOf }, seen.handle);
    await platform.publish(message(outcomeOf("inventory"), 20));
    await inventory.publish(message(SUBJECTS.submitCommand));
    await platform.broadcast(message("mcp.forward.some-replica"));
    await waitFor(() => seen.numbers().includes(20), TIMEOUT);
    await spy.flush();
    expect(heard).toEqual([]);
    await consuming.close();
    await spy.close();
  });

  it("sends the platform only requests about its own documents [MSG-FENCE-01]", async () => {
    const endpoints = Object.entries(RPC).map(([name, { subject }]) => ({
      name,
      subject,
      handle: async () => "here",
    }));
    const serving = await platform.serve({ name: "engine", version: "1.0.0", description: "d", endpoints });
    const reached = async (bus: Bus) => {
      const answers = endpoints.map(async ({ subject }) =>
        bus.request(subject, {}, { timeoutMs: 500 }).then(
          () => subject,
          () => undefined,
        ),
      );
      return (await Promise.all(answers)).filter((subject) => subject !== undefined);
    };
    const subjectsWithout = (...others: string[]) =>
      endpoints
        .map(({ subject }) => subject)
        .filter((subject) => !others.some((other) => subject.includes(`.${other}.`)));
    for (const [owner, others] of [
      ["hr", ["inventory"]],
      ["inventory", ["hr"]],
      ["legal", ["hr", "inventory"]],
    ] as const) {
      const bus = await openOwner(owner);
      // A slow answer is asked for again: half a second ends requests that nobody answers.
      await vi.waitFor(
        async () => expect(await reached(bus), owner).toEqual(subjectsWithout(...others)),
        TIMEOUT.timeoutMs,
      );
    }
    await serving.close();
  });

  /** All state that an attack could change, as the platform sees it. */
  async function state(): Promise<unknown> {
    const streams = await manager.streams.list().next();
    const all = await Promise.all(
      streams.map(async ({ config, state: { messages, first_seq, last_seq } }) => {
        const consumers = await manager.consumers.list(config.name).next();
        // Leases are renewed all the time.
        const kept = config.name.startsWith("KV_") ? undefined : { messages, first_seq, last_seq };
        return { config, kept, consumers: consumers.map(positionOf) };
      }),
    );
    return all.toSorted((a, b) => a.config.name.localeCompare(b.config.name));
  }

  describe("attacks", () => {
    // Side by side: most of them end only when the wait for an answer does.
    it.concurrent.each(ATTACKS)(
      "%s: nobody answers, and nothing changes [MSG-FENCE-01]",
      async (_name, subject, body) => {
        const attacker = await connect({ servers: server.url, ...login("hr") });
        const watched: string[] = [];
        for (const watch of [
          "mcp.>",
          "company.>",
          "approval.>",
          "$KV.*.approval-engine-commands",
          "$KV.*.probe",
        ]) {
          inside.subscribe(watch, { max: 1, callback: (_error, { subject: to }) => watched.push(to) });
        }
        await inside.flush();
        const before = await state();
        const asked = attacker.request(subject, JSON.stringify(body), { timeout: 300 });
        const answer = await asked.then(
          (reply) => reply.string(),
          (error: { code: string }) => error.code,
        );
        expect([ErrorCode.NoResponders, ErrorCode.Timeout]).toContain(answer);
        await attacker.close();
        await inside.flush();
        expect(await state()).toEqual(before);
        expect(watched.filter((to) => to === subject)).toEqual([]);
      },
    );

    it("nobody answers for another's message that is in progress [MSG-FENCE-01]", async () => {
      const { stream, durable } = THEIRS;
      await platform.publish(message(outcomeOf("inventory")));
      const inbox = createInbox();
      const taken = inside.subscribe(inbox, { max: 1 });
      inside.publish(`${JS}.CONSUMER.MSG.NEXT.${stream}.${durable}`, "", { reply: inbox });
      const { value } = await taken[Symbol.asyncIterator]().next();
      const { reply } = value as { reply: string };
      const attacker = await connect({ servers: server.url, ...login("hr") });
      for (const answer of ["+ACK", "+TERM"]) attacker.publish(reply, answer);
      await attacker.flush();
      await attacker.close();
      expect((await manager.consumers.info(stream, durable)).num_ack_pending).toBe(1);
      await inside.request(reply, "+ACK");
    });

    it.each([
      `${JS}.STREAM.PURGE.${STREAMS.commands.name}`,
      `${JS}.STREAM.DELETE.${STREAMS.commands.name}`,
      `${JS}.CONSUMER.DELETE.${THEIRS.stream}.${THEIRS.durable}`,
      outcomeOf("hr"),
    ])("gets no answer sent to %s [MSG-FENCE-01]", async (reply) => {
      const before = await state();
      const attacker = await connect({ servers: server.url, ...login("hr") });
      attacker.publish("$KV.consumer-leases-hr.hr-outcomes", "hr", { reply });
      attacker.publish(`${JS}.CONSUMER.INFO.APPROVAL_OUTCOMES.hr-outcomes`, "", { reply });
      await attacker.flush();
      // Sent after those, on the same connection.
      await attacker.request(`${JS}.CONSUMER.INFO.APPROVAL_OUTCOMES.hr-outcomes`, "", { timeout: 5_000 });
      await attacker.close();
      await inside.flush();
      expect(await state()).toEqual(before);
    });

    it("emptying its own leases leaves the others' [MSG-FENCE-01]", async () => {
      const kv = await inside.jetstream().views.kv("consumer-leases-inventory");
      const revision = await kv.create("probe", "held");
      const attacker = await connect({ servers: server.url, ...login("hr") });
      const headers = createHeaders();
      headers.set("Nats-Rollup", "all");
      await attacker.request("$KV.consumer-leases-hr.hr-outcomes", "hr", { headers, timeout: 1_000 });
      await attacker.close();
      expect(await kv.get("probe", { revision })).toMatchObject({ key: "probe" });
    });
  });
});

function recordEventsAndLag() {
  const { letters, events } = recordEvents();
  const pending: string[] = [];
  return {
    letters,
    pending,
    events: { ...events, pending: ({ durable }: { durable: string }) => pending.push(durable) },
  };
}

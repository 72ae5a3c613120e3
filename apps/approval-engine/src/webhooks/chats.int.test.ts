import { createInProcessBus } from "@countersign/bus";
import { createKindRegistry } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { silentLogger, useTestService, useTestStore, waitFor } from "@countersign/testing";
import { Registry } from "prom-client";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";

import { aCompany, engineOn, recordsOf, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { useReceiver } from "../../test/receiver-fixture.ts";
import { approvalEngine } from "../service.ts";
import { queueStage } from "./queue-stage.ts";
import {
  WEBHOOK_DOCUMENTS,
  WEBHOOK_EVENTS,
  WEBHOOK_PAUSES,
  type WebhookDocumentRecord,
  type WebhookEventRecord,
  type WebhookPauseRecord,
} from "./records.ts";
import { resumeWebhooks } from "./send-again.ts";
import { webhookWork } from "./webhook-work.ts";
import type { ChatTarget } from "./webhooks-config.ts";

const store = await useTestStore();
const { db } = store;
const documents = db.collection<WebhookDocumentRecord>(WEBHOOK_DOCUMENTS);
const events = db.collection<WebhookEventRecord>(WEBHOOK_EVENTS);
const pauses = db.collection<WebhookPauseRecord>(WEBHOOK_PAUSES);

beforeEach(async () => {
  for (const rows of [documents, events, pauses]) await rows.deleteMany({});
});

/** A receiver, and what it got on a path. */
async function useChats(answer: Parameters<typeof useReceiver>[0]) {
  const { receivedPosts, url } = await useReceiver(answer);
  const at = (path: string) => receivedPosts.filter((post) => post.path === path).map(({ body }) => body);
  return { receivedPosts, at, url };
}

const CONSOLE = "https://approvals.example.com/console";
const SECRET = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
const OWNERS = Array.from({ length: 10 }, (_, index) => `owner${index}`);
const kindOf = (owner: string): string => owner.replace("owner", "Contract");
const kinds = createKindRegistry(new Map(OWNERS.map((owner) => [owner, [kindOf(owner)]])));
const engine = await engineOn(store, { kinds });

const document = {
  title: "Desks <!channel>",
  amount: "4817.35",
  currency: "EUR",
  facts: [
    { key: "who", label: "For", type: "PERSON" as const, value: newId() },
    { key: "on", label: "On", type: "DATE" as const, value: "2026-03-02" },
    ...[1, 2, 3, 4, 5].map((n) => ({
      key: `fact${n}`,
      label: `Fact ${n}`,
      type: "TEXT" as const,
      value: `value ${n}`,
    })),
  ],
  attachments: [
    { name: "offer.pdf", url: "https://files.example/offer" },
    { name: "second.pdf", url: "https://files.example/second" },
  ],
};

/** People whom the directory knows. */
async function people() {
  const company = aCompany();
  const [ann, ben, cal] = [company.user(), company.user(), company.user()];
  const named = { Ann: ann, Ben: ben, Cal: cal };
  await db.collection("users").insertMany(
    Object.entries(named).map(([name, { userId }]) => ({
      _id: toObjectId(userId),
      companyId: toObjectId(company.companyId),
      name,
    })),
  );
  return { ann, ben, cal, admin: company.user({ privileged: true }) };
}

/** An engine whose owners have chats. */
async function startEngine(url: string, owners: readonly string[], chat: object = { format: "slack" }) {
  const bus = createInProcessBus({ logger: silentLogger });
  onTestFinished(() => bus.close());
  const webhooks = owners.map((owner) => {
    const notifications = { url: `${url}/chat-${owner}`, ...chat };
    return [owner, { url: `${url}/${owner}`, secrets: [SECRET], notifications }];
  });
  return useTestService(approvalEngine, store, {
    bus,
    env: {
      DOCUMENT_KINDS: OWNERS.map((owner) => `${owner}:${kindOf(owner)}`).join(" "),
      OWNER_WEBHOOKS: JSON.stringify(Object.fromEntries(webhooks)),
      WEBHOOK_PRIVATE: "on",
      CONSOLE_PUBLIC_URL: `${CONSOLE}/`,
    },
  });
}

interface SlackBlock {
  text?: { text: string };
  fields?: { text: string }[];
  elements?: { url: string }[];
}

/** The texts of a message, block by block, and where its button leads. */
function slackTexts(body: string): string[] {
  const { blocks } = JSON.parse(body.replaceAll("\u2060", "")) as { blocks: SlackBlock[] };
  return blocks.flatMap(({ text: block, fields = [], elements = [] }) =>
    [block?.text ?? [], fields.map((field) => field.text), elements.map(({ url }) => url)].flat(),
  );
}

describe("a chat of an owner", () => {
  it("hears once of each stage that is asked, with what it decides on, and a button that opens the console [WEB-3]", async () => {
    const { at, url } = await useChats((_path, response) => response.end());
    const { ann, ben, cal } = await people();
    await startEngine(url, ["owner1"]);
    const stages = stagesOf({ approvers: [ben, cal], approveBy: "ALL" }, [cal]);
    const fields = { kind: kindOf("owner1"), ref: "C-7", document };
    const { refId, tasks } = await submitNew(engine, ann, stages, fields);
    await waitFor(() => at("chat-owner1").length > 0);
    expect(slackTexts(at("chat-owner1")[0]!)).toEqual([
      "A document awaits approval\n*C-7 · Desks &lt;!channel&gt;*",
      "Amount\n€4,817.35",
      "Submitted by\nAnn",
      "On\nMar 2, 2026",
      ...[1, 2, 3, 4].map((n) => `Fact ${n}\nvalue ${n}`),
      "<https://files.example/offer|File: offer.pdf>",
      `${CONSOLE}/inbox/${refId}`,
    ]);
    await engine.decideApproval(ben, { taskId: tasks[0]!._id, status: "APPROVED" });
    await engine.decideApproval(cal, { taskId: tasks[0]!._id, status: "APPROVED" });
    await waitFor(() => at("chat-owner1").length === 2);
    await engine.decideApproval(cal, { taskId: tasks[1]!._id, status: "APPROVED" });
    // Its outcome goes to the owner, by which time nothing more is on its way.
    await waitFor(() => at("owner1").some((body) => body.includes("approval.outcome")));
    await waitFor(async () => (await documents.countDocuments({ claimedUntil: { $exists: true } })) === 0);
    expect(at("chat-owner1")).toHaveLength(2);
    expect(at("owner1").join("")).not.toContain("approval.notification");
  });

  it("hears of a stage again that is asked again, with the document as it is then [WEB-3]", async () => {
    const { at, url } = await useChats((_path, response) => response.end());
    const { ann, ben, admin } = await people();
    await engine.updateApprovalSettings(admin, { onAmend: "ASK_AGAIN" });
    await startEngine(url, ["owner1"]);
    const { refId } = await submitNew(engine, ann, stagesOf([ben]), { kind: kindOf("owner1"), document });
    await waitFor(() => at("chat-owner1").length === 1);
    await engine.amendDocument(ann, { refId, document: { title: "Chairs" } });
    await waitFor(() => at("chat-owner1").length === 2);
    expect(slackTexts(at("chat-owner1")[1]!)[0]).toBe("A document awaits approval\n*Chairs*");
  });

  it("of Teams reads cards in its language, which call an agent one [WEB-3]", async () => {
    const { at, url } = await useChats((_path, response) => response.writeHead(202).end());
    const { ann, ben } = await people();
    await startEngine(url, ["owner1"], { format: "teams", language: "de" });
    const byAgent = { ...ann, isAgent: true as const, client: "Claude" };
    await submitNew(engine, byAgent, stagesOf([ben]), { kind: kindOf("owner1"), document });
    await waitFor(() => at("chat-owner1").length === 1);
    const card = at("chat-owner1")[0]!.replaceAll("\u2060", "").replaceAll("\u00A0", " ");
    for (const shown of [
      "Ein Dokument wartet auf Genehmigung",
      "Desks <!channel>",
      "4.817,35 €",
      "Agent von Ann (gibt sich als „Claude“ aus)",
      "02.03.2026",
      "Datei: offer.pdf",
    ])
      expect(card).toContain(shown);
  });
});

/** The work of a chat by itself, with a clock and a log of the test's own. */
function aChat(url: string, fields: Partial<ChatTarget> = {}, allowsPrivate = true) {
  const chat: ChatTarget = { format: "slack", url: new URL(url), facts: true, language: "en", ...fields };
  const owner = { url: new URL("https://owner.invalid/"), secrets: [Buffer.alloc(32)], notifications: chat };
  const logged: string[] = [];
  const log = (...words: unknown[]) => logged.push(JSON.stringify(words));
  const works = webhookWork({
    config: { webhooks: new Map([["owner1", owner]]), allowsPrivate, consoleUrl: CONSOLE },
    db,
    logger: Object.assign(Object.create(silentLogger), { warn: log, error: log }),
    metrics: { registry: new Registry() },
    settingsDefaults: {},
  });
  const work = works.find(({ name }) => name === "webhooks owner1 chat")!;
  const round = {
    now: new Date(),
    logged,
    send: () =>
      work.workRound({ clock: () => round.now, stopping: new AbortController().signal, pauseMs: 1_000 }),
    later: (ms: number) => {
      round.now = new Date(round.now.getTime() + ms);
    },
  };
  return round;
}

/** Queues what the notifications of a document say. */
async function queueAll(refId: string): Promise<void> {
  for (const { subject, data } of await recordsOf(store).outbox(refId)) {
    if (!subject.startsWith("approval.notification.")) continue;
    const raw = Buffer.from(JSON.stringify(data));
    const delivery = { subject, id: String(data["id"]), data, raw, headers: {}, attempt: 1 };
    await queueStage(db, { owner: "owner1", kinds, delivery, now: new Date(0) });
  }
}

/** A document that is asked about, queued for the chat, in a company of its own. */
async function ask(settings: { mailFacts?: "NONE" | "TITLE" } = {}) {
  const { ann, ben, admin } = await people();
  if (settings.mailFacts) await engine.updateApprovalSettings(admin, settings);
  const answer = await submitNew(engine, ann, stagesOf([ben]), {
    kind: kindOf("owner1"),
    ref: "C-7",
    document,
  });
  await queueAll(answer.refId);
  return { ...answer, ann, ben };
}

describe("what a chat is told", () => {
  it("is no fact and no file with facts: false [WEB-3]", async () => {
    const { at, url } = await useChats((_path, response) => response.end());
    const { refId } = await ask();
    await aChat(`${url}/chat`, { facts: false }).send();
    expect(at("chat").map(slackTexts)).toEqual([
      [
        "A document awaits approval\n*C-7 · Desks &lt;!channel&gt;*",
        "Amount\n€4,817.35",
        "Submitted by\nAnn",
        `${CONSOLE}/inbox/${refId}`,
      ],
    ]);
  });

  it("is everything where mails show the title alone, and nothing where they show nothing [WEB-3]", async () => {
    const { at, url } = await useChats((_path, response) => response.end());
    await ask({ mailFacts: "TITLE" });
    const chat = aChat(`${url}/chat`);
    await chat.send();
    expect(slackTexts(at("chat")[0]!)).toContain("Fact 4\nvalue 4");
    const { refId } = await ask({ mailFacts: "NONE" });
    await chat.send();
    expect(slackTexts(at("chat")[1]!)).toEqual(["A document awaits approval", `${CONSOLE}/inbox/${refId}`]);
    for (const hidden of ["C-7", "Desks", "Ann", "4,817", "value", "offer"])
      expect(at("chat")[1]).not.toContain(hidden);
  });

  it("is nothing of a stage that was decided, or is asked anew, before the chat took the message [WEB-3]", async () => {
    const { receivedPosts, at, url } = await useChats((_path, response) => response.end());
    const decided = await ask();
    await engine.decideApproval(decided.ben, { taskId: decided.tasks[0]!._id, status: "APPROVED" });
    const again = await ask();
    await events.updateOne({ refId: again.refId }, { $set: { "stage.activation": 7 } });
    const chat = aChat(`${url}/chat`);
    await chat.send();
    expect(receivedPosts).toEqual([]);
    expect(await events.countDocuments({})).toBe(0);
    expect(await documents.countDocuments({ claimedUntil: { $exists: true } })).toBe(0);
    await queueAll(decided.refId);
    await queueAll(again.refId);
    await queueAll(again.refId);
    await chat.send();
    expect(at("chat")).toHaveLength(1);
  });

  it("waits for as long as the chat asks, whatever document it is about [WEB-3]", async () => {
    let isBusy = true;
    const { receivedPosts, url } = await useChats((_path, response) => {
      response.writeHead(isBusy ? 429 : 200, { "retry-after": "30" }).end();
    });
    await ask();
    const chat = aChat(`${url}/chat`);
    await chat.send();
    expect(receivedPosts).toHaveLength(1);
    isBusy = false;
    await ask();
    chat.later(29_000);
    await chat.send();
    expect(receivedPosts).toHaveLength(1);
    expect(await resumeWebhooks(db, "owner1 chat")).toBe(false);
    chat.later(1_001);
    await chat.send();
    expect(receivedPosts).toHaveLength(3);
    expect(await events.countDocuments({ pending: true })).toBe(0);
  });

  it("goes to no private network, and the chat's address into no log [WEB-3]", async () => {
    const { receivedPosts, url } = await useChats((_path, response) => response.writeHead(500).end());
    await ask();
    const inside = aChat(`${url}/T000-hidden`, {}, false);
    await inside.send();
    expect(receivedPosts).toEqual([]);
    expect(await events.findOne({})).toMatchObject({ lastResult: "address", attempts: 1 });
    const failing = aChat(`${url}/T000-hidden`);
    failing.later(10_000);
    await failing.send();
    expect(receivedPosts).toHaveLength(1);
    const logged = [...inside.logged, ...failing.logged].join("\n");
    expect(logged).toContain("the receiver did not take the event: status");
    expect(logged).not.toMatch(/T000|127\.0\.0\.1/u);
  });
});

/** A document of the owner that is asked about, and its approval. */
async function approve(owner: string) {
  const { ann, ben } = await people();
  const { refId, tasks } = await submitNew(engine, ann, stagesOf([ben]), { kind: kindOf(owner) });
  return { refId, decide: () => engine.decideApproval(ben, { taskId: tasks[0]!._id, status: "APPROVED" }) };
}

/** Two documents of the owner: one that is approved, and one that is asked about. */
async function askAndApprove(owner: string): Promise<void> {
  const { decide } = await approve(owner);
  await Promise.all([decide(), approve(owner)]);
}

describe("an owner and its chat", () => {
  it("are paused each by its own 410 alone, and resumed alone [WEB-3]", async () => {
    const gone = new Set(["chat-owner1", "owner2"]);
    const { at, url } = await useChats((path, response) => {
      response.writeHead(gone.has(path) ? 410 : 204).end();
    });
    await startEngine(url, ["owner1", "owner2"]);
    const submissions = [await approve("owner1"), await approve("owner2")];
    await waitFor(() => at("chat-owner1").length === 1 && at("chat-owner2").length === 1);
    for (const { decide } of submissions) await decide();
    await waitFor(() => at("owner1").some((body) => body.includes("approval.outcome")));
    await waitFor(async () => (await pauses.countDocuments({})) === 2);
    expect((await pauses.find().toArray()).map(({ _id }) => _id).toSorted()).toEqual([
      "owner1 chat",
      "owner2",
    ]);
    await approve("owner2");
    await waitFor(() => at("chat-owner2").length === 2);
    const still = await approve("owner1");
    await waitFor(
      async () => (await events.countDocuments({ owner: "owner1 chat", refId: still.refId })) === 1,
    );
    expect(at("chat-owner1")).toHaveLength(1);
    gone.clear();
    expect(await resumeWebhooks(db, "owner1 chat")).toBe(true);
    await waitFor(() => at("chat-owner1").some((body) => body.includes(still.refId)));
    expect(await pauses.countDocuments({ _id: "owner2" })).toBe(1);
  });

  it("ten owners hear of outcomes, and nine chats of stages, while the tenth chat does not answer [WEB-3]", async () => {
    let ended = 0;
    const { at, url } = await useChats((path, response) => {
      if (path === "chat-owner0") response.once("close", () => (ended += 1));
      else response.end();
    });
    // All is there before the engine that posts it starts: its ten seconds for an attempt see nothing but posts.
    const [first = "", ...otherOwners] = OWNERS;
    await askAndApprove(first);
    await Promise.all(otherOwners.map(askAndApprove));
    await startEngine(url, OWNERS);
    const chats = otherOwners.map((owner) => `chat-${owner}`);
    await waitFor(() => chats.every((chat) => at(chat).length > 0));
    await waitFor(() => OWNERS.every((owner) => at(owner).some((body) => body.includes("approval.outcome"))));
    await waitFor(() => at("chat-owner0").length > 0);
    expect(ended).toBe(0);
    expect(at("chat-owner0")).toHaveLength(1);
  });
});

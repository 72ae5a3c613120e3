import { createUnitOfWork, newId } from "@countersign/mongo";
import { createOutbox, createOutboxSource } from "@countersign/outbox";
import { useTestStore } from "@countersign/testing";
import type { Document } from "mongodb";
import { describe, expect, it } from "vitest";
import { runCommand } from "../../test/run-command.ts";
import { UsageError } from "../../usage.ts";
import { parseOutboxArguments } from "./outbox-command.ts";
import { runOutbox } from "./run-outbox.ts";

const store = await useTestStore();
const source = createOutboxSource(store, { service: "hr-service" });
const NOW = new Date("2027-03-01T12:00:00Z");

/** A message that was published. */
async function published(subject: string): Promise<string> {
  const [id, key, holder] = [newId(), newId(), "relay"];
  const unitOfWork = createUnitOfWork(store, (scope) => createOutbox(scope, { service: "hr-service" }));
  await unitOfWork((outbox) => outbox.add([{ id, key, subject, data: {} }]));
  await source.claim({ holder, leaseMs: 1_000, maxKeys: 10, maxRowsPerKey: 10 });
  await source.settle({ holder, keys: [key], published: [{ id }], rejected: [] });
  return key;
}

const selectionOf = (text: string) => parseOutboxArguments(["replay", "--since", text], NOW);
const startProgram = (...args: string[]) =>
  runCommand("ops/outbox", args, { MONGODB_URI: store.uri, MONGODB_DB: store.dbName });
/** Runs the command without a program of its own. @returns the lines that it prints */
const run = async (...args: string[]): Promise<string[]> => {
  const lines: string[] = [];
  await runOutbox(store, parseOutboxArguments(args, new Date()), (line) => void lines.push(line));
  return lines;
};

describe("npm run outbox -- replay", () => {
  it("puts the messages of a document or of a lost stream back into the queue, and says how many [MSG-DELIVERY-01]", async () => {
    const refId = await published("approval.outcome.hr.Leave.completed");
    await published("approval.outcome.hr.Leave.rejected");
    await published("approval.notification.hr.someone");
    const byRef = startProgram("replay", "--ref", refId.toUpperCase());
    expect(await byRef.ended, byRef.output()).toBe(0);
    expect(byRef.output()).toBe("1 message is to be published again\n");
    expect(await source.backlog()).toMatchObject({ rows: 1 });
    await run("replay", "--stream", "APPROVAL_NOTIFICATIONS", "--since", "1h");
    expect(await source.backlog()).toMatchObject({ rows: 2 });
    await run("replay", "--since", "1h");
    expect(await source.backlog()).toMatchObject({ rows: 3 });
  });

  it("replays the rows of one service; rows without a name are the engine's [DOC-5]", async () => {
    await published("approval.command.submit");
    const outbox = store.db.collection<{ _id: string }>("outbox");
    const old = {
      subject: "approval.outcome.hr.Leave.completed",
      data: {},
      createdAt: NOW,
      publishedAt: NOW,
    };
    await outbox.insertOne({ _id: newId(), ...old });
    const noMessage = ["0 messages are to be published again"];
    expect(await run("replay", "--service", "inventory-service")).toEqual(noMessage);
    const ofEngine = await run("replay", "--service", "approval-engine");
    expect(ofEngine).toEqual(["1 message is to be published again"]);
    expect(await run("replay", "--service", "hr-service")).not.toEqual(noMessage);
  });

  it("sends webhooks of the engine again that have ended, and resumes an owner [WEB-2]", async () => {
    const events = store.db.collection<{ _id: string } & Document>("webhook_events");
    const documents = store.db.collection<{ _id: string } & Document>("webhook_documents");
    const refId = newId();
    await documents.insertOne({ _id: `legal ${refId}`, owner: "legal", queued: 1, expiresAt: NOW });
    const subject = "approval.outcome.legal.Contract.completed";
    const ended = { document: `legal ${refId}`, refId, subject, endedAt: NOW, dead: true };
    await events.insertOne({ _id: "legal e1", ...ended });
    const ofOther = await run("replay", "--ref", refId, "--service", "hr-service");
    expect(ofOther).toEqual(["0 messages are to be published again"]);
    expect(await run("replay", "--ref", refId)).toEqual([
      "0 messages are to be published again",
      "1 webhook is to be sent again",
    ]);
    expect(await events.findOne({ _id: "legal e1" })).toMatchObject({ pending: true });
    expect(await documents.findOne()).toMatchObject({ queued: 2, claimedUntil: expect.any(Date) });

    await store.db
      .collection<{ _id: string; since: Date }>("webhook_pauses")
      .insertOne({ _id: "legal", since: new Date() });
    for (const line of ["legal is sent its webhooks again", "legal was not paused"]) {
      expect(await run("resume", "--owner", "legal")).toEqual([line]);
    }
  });

  it("refuses without a selection with exit code 2, and says how it is used", async () => {
    const refused = startProgram("replay");
    expect(await refused.ended).toBe(2);
    expect(refused.output()).toContain("usage: npm run outbox -- replay");
  });

  it("fails with exit code 1 and one line where no store answers", async () => {
    const uri = "mongodb://127.0.0.1:1/?replicaSet=rs0";
    const failed = runCommand("ops/outbox", ["replay", "--since", "1h"], { MONGODB_URI: uri });
    expect(await failed.ended).toBe(1);
    expect(failed.output()).toMatch(/^MongoDB at 127\.0\.0\.1:1 \(MONGODB_URI\): .+\n$/u);
  });

  it("reads times, ago or absolute", () => {
    expect(selectionOf("90m")).toEqual({
      name: "replay",
      selection: { since: new Date("2027-03-01T10:30:00Z") },
    });
    expect(selectionOf("2d")).toEqual({
      name: "replay",
      selection: { since: new Date("2027-02-27T12:00:00Z") },
    });
    expect(selectionOf("2027-03-01T08:00:00+02:00")).toEqual({
      name: "replay",
      selection: { since: new Date("2027-03-01T06:00:00Z") },
    });
  });

  it.each([
    ["no command", ["--since", "1h"], /expected the command/],
    ["an unknown command", ["purge", "--since", "1h"], /expected the command/],
    ["a resume of nobody", ["resume"], /expected resume --owner/],
    ["a resume of a document", ["resume", "--owner", "hr", "--ref", "a"], /expected resume --owner/],
    ["a replay of an owner", ["replay", "--owner", "hr", "--since", "1h"], /option of resume/],
    ["no time", ["replay", "--since", "yesterday"], /yesterday is no time/],
    ["the future", ["replay", "--since", "2027-03-02"], /in the future/],
    ["a malformed refId", ["replay", "--ref", "LV-1"], /24 hexadecimal/],
    ["an unknown stream", ["replay", "--stream", "NOTES"], /no such stream/],
    ["an unknown option", ["replay", "--all"], /--all/],
  ])("refuses %s", (_, args, message) => {
    const parse = () => parseOutboxArguments(args, NOW);
    expect(parse).toThrow(UsageError);
    expect(parse).toThrow(message);
  });
});

import { createGate, silentLogger } from "@countersign/testing";
import { expect, it } from "vitest";
import { type Answer, type Arrival, createAnswerer } from "./answer.ts";
import { RequestRefused } from "./bus.ts";

const requestOf = (account?: string, raw: Uint8Array = Buffer.from("{}")): Arrival => ({
  raw,
  account,
  read: () => ({ subject: "rpc", id: undefined, data: {}, raw, headers: {}, attempt: 1 }),
});

it("leaves room for other accounts when one asks a thousand times at once [MSG-RPC-10] [OPS-5]", async () => {
  const answerer = createAnswerer({ concurrency: 4 }, silentLogger);
  const blocked = createGate();
  const answers: Record<string, Answer[]> = { greedy: [], modest: [] };
  const ask = (account: string) =>
    answerer.answer({ handle: () => blocked.passed.then(() => "done") }, requestOf(account), (answer) =>
      answers[account]?.push(answer),
    );
  for (let n = 0; n < 1_000; n += 1) ask("greedy");
  const refusal = { refusal: { code: 429, text: "Too many requests at once" } };
  expect(answers["greedy"]).toEqual(Array.from({ length: 996 }, () => refusal));
  for (let n = 0; n < 4; n += 1) ask("modest");
  expect(answers["modest"]).toEqual([]);
  blocked.open();
  await answerer.idle();
  expect(answers["modest"]).toEqual(Array.from({ length: 4 }, () => ({ value: "done" })));
  answerer.answer({ handle: async () => "again" }, requestOf("greedy"), (answer) =>
    answers["greedy"]?.push(answer),
  );
  await answerer.idle();
  expect(answers["greedy"]?.at(-1)).toEqual({ value: "again" });
});

it("refuses what is too much before it is read", () => {
  const answerer = createAnswerer({ concurrency: 0 }, silentLogger);
  const answers: Answer[] = [];
  const request = { ...requestOf(), read: () => expect.unreachable("it was read") };
  answerer.answer({ handle: async () => "never" }, request, (answer) => answers.push(answer));
  expect(answers).toEqual([{ refusal: { code: 429, text: "Too many requests at once" } }]);
});

it("stops answering an account that asks ten thousand times at once, and still answers others [MSG-RPC-10]", () => {
  const answerer = createAnswerer({ concurrency: 0 }, silentLogger);
  const answers: Record<string, number> = { greedy: 0, modest: 0 };
  const ask = (account: string) =>
    answerer.answer({ handle: async () => "never" }, requestOf(account), () => (answers[account]! += 1));
  for (let n = 0; n < 10_000; n += 1) ask("greedy");
  ask("modest");
  expect(answers["greedy"]).toBeLessThan(2_000);
  expect(answers["greedy"]).toBeGreaterThanOrEqual(1_000);
  expect(answers["modest"]).toBe(1);
});

const refuse = () => Promise.reject(new RequestRefused(400, "No such document"));

it("reads no more of an account whose requests are refused without end, and still reads others' [MSG-RPC-10]", async () => {
  const answerer = createAnswerer({}, silentLogger);
  const read: Record<string, number> = { greedy: 0, modest: 0 };
  const ask = async (account: string) => {
    const { read: readIt, ...arrival } = requestOf(account);
    const counted = () => ((read[account]! += 1), readIt());
    answerer.answer({ handle: refuse }, { ...arrival, read: counted }, () => undefined);
    await answerer.idle();
  };
  const startedAt = performance.now();
  for (let n = 0; n < 5_000; n += 1) await ask("greedy");
  const refilled = performance.now() - startedAt;
  await ask("modest");
  expect(read["greedy"]).toBeGreaterThanOrEqual(1_000);
  expect(read["greedy"]).toBeLessThanOrEqual(1_000 + refilled);
  expect(read["modest"]).toBe(1);
});

it("keeps 8 MB of one account's requests at once, and refuses requests that cost too much to read [MSG-RPC-10]", async () => {
  const answerer = createAnswerer({ concurrency: 64 }, silentLogger);
  const answers: Answer[] = [];
  const ask = (raw: Buffer, account: string) =>
    answerer.answer({ handle: async () => "done" }, requestOf(account, raw), (answer) =>
      answers.push(answer),
    );
  const largest = Buffer.alloc(1_000_000, "1");
  for (let n = 0; n < 9; n += 1) ask(largest, "greedy");
  expect(answers).toEqual([{ refusal: { code: 429, text: "Too many requests at once" } }]);
  ask(Buffer.from(`[${"[],".repeat(60_000)}[]]`), "modest");
  ask(Buffer.alloc(1_000_001, "1"), "modest");
  await answerer.idle();
  expect(answers.slice(1)).toEqual(
    expect.arrayContaining([
      { refusal: { code: 400, text: "Refused: the payload has more than 100000 values" } },
      { refusal: { code: 400, text: "Refused: the payload has 1000001 bytes, more than 1000000" } },
    ]),
  );
  expect(answers.filter((answer) => "value" in answer)).toHaveLength(8);
});

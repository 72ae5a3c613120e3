import { expect, it } from "vitest";
import { createGate, silentLogger } from "../test/recorder.ts";
import { type Answer, createAnswerer } from "./answer.ts";
import type { Delivery } from "./bus.ts";

const requestOf = (account?: string): Delivery => ({
  subject: "rpc",
  id: undefined,
  data: {},
  raw: Buffer.from("{}"),
  headers: {},
  attempt: 1,
  ...(account !== undefined && { account }),
});

it("[MSG-RPC-10] leaves room for other accounts when one asks a thousand times at once", async () => {
  const answerer = createAnswerer({ concurrency: 4 }, silentLogger);
  const blocked = createGate();
  const answers: Record<string, Answer[]> = { greedy: [], modest: [] };
  const ask = (account: string) =>
    answerer.answer({ handle: () => blocked.passed.then(() => "done") }, requestOf(account), (answer) =>
      answers[account]?.push(answer),
    );
  for (let n = 0; n < 1_000; n += 1) ask("greedy");
  const refusal = { refusal: { code: 503, text: "Too many requests at once" } };
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
  const request = requestOf();
  Object.defineProperty(request, "data", { get: () => expect.unreachable("it was read") });
  answerer.answer({ handle: async () => "never" }, request, (answer) => answers.push(answer));
  expect(answers).toEqual([{ refusal: { code: 503, text: "Too many requests at once" } }]);
});

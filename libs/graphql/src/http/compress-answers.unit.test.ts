import { gunzipSync } from "node:zlib";
import Fastify from "fastify";
import { expect, it } from "vitest";

import { compressAnswers, takesGzip } from "./compress-answers.ts";

it.each([
  ["gzip, deflate, br", true],
  ["br;q=1.0, gzip;q=0.8", true],
  ["*", true],
  ["gzip;q=0", false],
  ["gzip; q=0.0, br", false],
  ["br", false],
  [undefined, false],
])("reads whether gzip is taken from %s: %s", (accepted, isTaken) => {
  expect(takesGzip(accepted)).toBe(isTaken);
});

it("compresses long answers for those who take it, and nothing else", async () => {
  const app = Fastify();
  await app.register(async (scope) => {
    compressAnswers(scope);
    scope.get("/long", async () => ({ text: "long ".repeat(1_000) }));
    scope.get("/short", async () => ({ text: "short" }));
  });
  const get = (url: string, encoding?: string) =>
    app.inject({ url, headers: encoding === undefined ? {} : { "accept-encoding": encoding } });
  const [long, plain, short] = await Promise.all([get("/long", "gzip"), get("/long"), get("/short", "gzip")]);
  expect(long.headers).toMatchObject({ "content-encoding": "gzip", vary: "accept-encoding" });
  expect(long.rawPayload.length).toBeLessThan(plain.rawPayload.length / 10);
  expect(gunzipSync(long.rawPayload).toString()).toBe(plain.body);
  expect(Number(long.headers["content-length"])).toBe(long.rawPayload.length);
  for (const answer of [plain, short]) expect(answer.headers["content-encoding"]).toBeUndefined();
  await app.close();
});

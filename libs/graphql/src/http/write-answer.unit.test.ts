import { describe, expect, it } from "vitest";

import { jsonPieces, writeAnswer } from "./write-answer.ts";

const rows = Array.from({ length: 5_000 }, (_, n) => ({ id: n, name: "é".repeat(50), own: [{ n }, null] }));

describe("the text of an answer", () => {
  it.each<unknown>([
    null,
    {},
    [],
    [[], {}, null, undefined, 'a "quoted" é', -0.5, true],
    { a: undefined, b: null, c: { a: undefined, d: [{ e: [] }] }, "f\n": new Date(0) },
    Object.assign(Object.create(null) as object, { rows: [{ own: [{ n: 1 }] }, null] }),
  ])("is what JSON.stringify writes: %j", (data) => {
    expect([...jsonPieces({ data })].join("")).toBe(JSON.stringify({ data }));
  });

  it("takes several turns when it is long, and is whole", async () => {
    const turns: number[] = [];
    const turn = async (values: number) => void turns.push(values);
    const written = await writeAnswer({ data: { rows } }, { answer: { bytes: 1e6 } as never, turn });
    expect(JSON.parse((written as Buffer).toString())).toEqual({ data: { rows } });
    expect(turns.length).toBeGreaterThan(5);
    expect(Math.max(...turns)).toBeLessThan(500);
  });

  it("is left to be written at once when it is short", async () => {
    const answer = { data: { n: 1 } };
    expect(await writeAnswer(answer, { answer: { bytes: 10 } as never, turn: () => undefined })).toBe(answer);
  });
});

import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { finished } from "node:stream/promises";

import { placesOf } from "@countersign/domain/money";
import ExcelJS from "exceljs";
import { describe, expect, it } from "vitest";

import { type CellValue, type SheetPlan, sheetOf, streamWorkbook } from "./xlsx-stream.ts";

type Row = readonly [CellValue, CellValue, CellValue];

const plan: SheetPlan<Row> = {
  name: "Sheet",
  columns: [
    { title: "Text", width: 20, kind: "text", read: ([text]) => text },
    { title: "Number", width: 8, kind: "number", read: ([, number]) => number },
    { title: "Instant", width: 22, kind: "instant", read: ([, , instant]) => instant },
  ],
};

async function* from<R>(rows: readonly R[]) {
  yield* rows;
}

async function* broken(): AsyncGenerator<Row> {
  yield ["a", 1, undefined];
  throw new Error("the store is gone");
}

async function read(rows: readonly Row[]): Promise<ExcelJS.Worksheet> {
  const workbook = new ExcelJS.Workbook();
  const file = await buffer(streamWorkbook(sheetOf(plan, from(rows))));
  await workbook.xlsx.load(Uint8Array.from(file).buffer);
  const [sheet] = workbook.worksheets;
  if (sheet === undefined) throw new Error("a workbook without a sheet");
  return sheet;
}

describe("a streamed workbook", () => {
  it("has typed cells, a frozen header, column widths and a filter over its rows", async () => {
    const instant = new Date("2026-01-31T08:30:00Z");
    const sheet = await read([["a", 1.5, instant]]);
    expect(sheet.getRow(1).values).toEqual([undefined, "Text", "Number", "Instant"]);
    expect(sheet.getRow(2).values).toEqual([undefined, "a", 1.5, instant]);
    expect(sheet.views).toMatchObject([{ state: "frozen", ySplit: 1 }]);
    expect(sheet.autoFilter).toBe("A1:C2");
    expect(sheet.getColumn(1).width).toBe(20);
    expect(sheet.getCell("C2").numFmt).toContain("yyyy-mm-dd");
  });

  it("yields to other work every 5 rows, however fast the rows come", async () => {
    let sinceTurn = 0;
    let most = 0;
    async function* counted(): AsyncGenerator<Row> {
      for (let n = 0; n < 1_000; n += 1) {
        most = Math.max(most, (sinceTurn += 1));
        setImmediate(() => (sinceTurn = 0));
        yield ["a", n, undefined];
      }
    }
    await buffer(streamWorkbook(sheetOf(plan, counted())));
    expect(most).toBeLessThanOrEqual(5);
  });

  it("keeps text that begins like a formula as text, also when a user edits the cell", async () => {
    const dangerous = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"];
    const sheet = await read(dangerous.map((text) => [text, undefined, undefined]));
    for (const [index, text] of dangerous.entries()) {
      const cell = sheet.getCell(index + 2, 1);
      expect([ExcelJS.ValueType.String, ExcelJS.ValueType.RichText]).toContain(cell.type);
      expect(cell.formula).toBeUndefined();
      expect(cell.numFmt).toBe("@");
      expect(cell.text).toBe(text.replace("\r", "\n"));
    }
  });

  it("removes what XML and Excel cannot carry", async () => {
    const sheet = await read([
      ["a\uFFFEb\u0000c\uD800d", undefined, undefined],
      ["x".repeat(40_000), 0, undefined],
    ]);
    expect(sheet.getCell("A2").value).toBe("abc\uFFFDd");
    expect(sheet.getCell("A3").text).toHaveLength(32_767);
  });

  it("shows the stored text where Excel would read an escaped character", async () => {
    const texts = ["_x003D_1+1", "_x000d_x000A_", "_x005F_", "__x0041__", "_x41_ x_0041 snake_case_x"];
    const sheet = await read(texts.map((text) => [text, undefined, undefined]));
    expect(texts.map((_, index) => sheet.getCell(index + 2, 1).text)).toEqual(texts);
  });

  it.each(["_x0041_", "_X0041_", "  two blanks  ", "\ttab\t", "\nlines\n", "\u00A0wide\u3000"])(
    "has %j as inline text, which Excel, LibreOffice and SheetJS read as it was written [FIX-10]",
    async (text) => {
      const cell = (await read([[text, undefined, undefined]])).getCell("A2");
      // exceljs reads inline text with a run as rich text, and a plain string as the result of a formula.
      expect(cell.type).toBe(ExcelJS.ValueType.RichText);
      expect(cell.text).toBe(text);
    },
  );

  it("shows each number with the fraction digits of its row [FIX-3]", async () => {
    const amounts = ["1234.5", "0.004", "7", "0.000001"];
    const money: SheetPlan<string> = {
      name: "Sheet",
      columns: [
        { title: "Amount", width: 16, kind: "number", read: Number, places: (amount) => placesOf(amount) },
      ],
    };
    const file = await buffer(streamWorkbook(sheetOf(money, from(amounts))));
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(Uint8Array.from(file).buffer);
    const cells = amounts.map((_, index) => workbook.worksheets[0]?.getCell(index + 2, 1));
    expect(cells.map((cell) => cell?.value)).toEqual([1234.5, 0.004, 7, 0.000001]);
    expect(cells.map((cell) => cell?.numFmt)).toEqual(["0.0", "0.000", "0", "0.000000"]);
  });

  it("spells out invisible characters [SAFE-7]", async () => {
    const sheet = await read([
      ["LN-1\u202E001", undefined, undefined],
      ["\u200B".repeat(32_767), undefined, undefined],
    ]);
    expect(sheet.getCell("A2").value).toBe("LN-1[U+202E]001");
    expect(sheet.getCell("A3").text).toHaveLength(32_767);
  });

  it("takes rows only as fast as they are read, and lets go of them when the reader leaves [AE-XLSX-07]", async () => {
    let taken = 0;
    let released = false;
    async function* endless(): AsyncGenerator<Row> {
      try {
        for (;;) yield [`row ${(taken += 1)} ${Math.random()}`, taken, new Date(taken)];
      } finally {
        released = true;
      }
    }
    const file = streamWorkbook(sheetOf(plan, endless()));
    await once(file, "readable");
    // A turn of the event loop without a row taken: the writer waits for the reader.
    for (let before = -1; before !== taken;) {
      before = taken;
      await new Promise(setImmediate);
    }
    expect(taken).toBeLessThan(50_000);
    file.destroy();
    await finished(file).catch(() => undefined);
    await new Promise(setImmediate);
    expect(released).toBe(true);
  });

  it("fails with the row that cannot be read", async () => {
    await expect(buffer(streamWorkbook(sheetOf(plan, broken())))).rejects.toThrow("the store is gone");
  });
});

import { newId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { type Company, aCompany, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import { searchesOf } from "../../test/searches.ts";
import { serviceCaller } from "../shared/caller.ts";

const store = await useTestStore({ monitored: true });
const { as, engine } = await useReplica(store, useBus());

const COLUMNS = [
  { key: "line", label: "Line", type: "NUMBER" },
  { key: "remark", label: "Remark", type: "TEXT" },
] as const;
const linesOf = (count: number, remark = "Rent") => ({
  key: "lines",
  label: "Lines",
  columns: [...COLUMNS],
  rows: Array.from({ length: count }, (_, index) => [String(index + 1), `${remark} ${index + 1}`]),
});

const TABLE = `query ($refId: ID!, $key: String!, $skip: Int, $take: Int) {
  documentTable(refId: $refId, key: $key, skip: $skip, take: $take) { columns { key label type } rows total } }`;
const PAGE = "{ workflowTaskPage { data { document { title tables { key label total } } } } }";
const REVISIONS = `query ($refId: ID!) {
  documentRevisions(refId: $refId) { changes { field label before after } } }`;

/** A document with a table, which Milan is asked to approve. */
async function withLines(count: number, company: Company = aCompany()) {
  const [clerk, milan] = [company.user(), company.user()];
  const refId = newId();
  const document = { title: "JE-1", tables: [linesOf(count)] };
  await submitNew(engine, serviceCaller(company, clerk.userId), stagesOf([milan]), { refId, document });
  return { company, clerk, milan, refId };
}

describe("a document's table", () => {
  it("is read by page, in its order, by those who may read the document [DOC-6]", async () => {
    const { company, clerk, milan, refId } = await withLines(120);
    const admin = company.user({ privileged: true });
    for (const reader of [clerk, milan, admin]) {
      const { documentTable } = await as(reader).get<{ documentTable: { rows: string[][] } }>(TABLE, {
        refId,
        key: "lines",
        skip: 100,
        take: 50,
      });
      expect(documentTable).toMatchObject({ columns: COLUMNS, total: 120 });
      expect(documentTable.rows.map(([line]) => Number(line))).toEqual(
        Array.from({ length: 20 }, (_, index) => 101 + index),
      );
    }
    const first = await as(milan).get<{ documentTable: { rows: string[][] } }>(TABLE, {
      refId,
      key: "lines",
    });
    expect(first.documentTable.rows).toHaveLength(50);
    const none = { documentTable: null };
    expect(await as(company.user()).get(TABLE, { refId, key: "lines" })).toEqual(none);
    expect(await as(aCompany().user({ privileged: true })).get(TABLE, { refId, key: "lines" })).toEqual(none);
    expect(await as(milan).get(TABLE, { refId, key: "other" })).toEqual(none);
    for (const page of [{ skip: -1 }, { take: 0 }, { take: 101 }]) {
      const { errors } = await as(milan).ask(TABLE, { refId, key: "lines", ...page });
      expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT", field: Object.keys(page)[0] } }]);
    }
  });

  it("never travels with a list, which says that it is there [DOC-6]", async () => {
    const { milan } = await withLines(2_000);
    let shown: unknown;
    const searches = await searchesOf(store, async () => {
      shown = await as(milan).get(PAGE);
    });
    expect(shown).toEqual({
      workflowTaskPage: {
        data: [{ document: { title: "JE-1", tables: [{ key: "lines", label: "Lines", total: 2_000 }] } }],
      },
    });
    expect(JSON.stringify(searches)).not.toContain("workflow_document_rows");
  });

  it("is the newest revision's, and the difference says that it changed [DOC-6]", async () => {
    const { company, clerk, milan, refId } = await withLines(2);
    const admin = company.user({ privileged: true });
    await engine.updateApprovalSettings(admin, { onAmend: "ASK_AGAIN" });
    const owner = serviceCaller(company, clerk.userId);
    const document = { title: "JE-1", tables: [linesOf(2)] };
    const same = await engine.amendDocument(owner, { refId, document });
    expect(same.revision).toBe(1);
    const changed = { title: "JE-1", tables: [linesOf(2, "Fees \u202e")] };
    expect((await engine.amendDocument(owner, { refId, document: changed })).revision).toBe(2);
    const { documentRevisions } = await as(milan).get<{ documentRevisions: { changes: unknown }[] }>(
      REVISIONS,
      {
        refId,
      },
    );
    expect(documentRevisions.map(({ changes }) => changes)).toEqual([
      [],
      [{ field: "tables.lines", label: "Lines", before: "2 rows", after: "2 rows" }],
    ]);
    expect(await as(milan).get(TABLE, { refId, key: "lines" })).toMatchObject({
      documentTable: {
        rows: [
          ["1", "Fees [U+202E] 1"],
          ["2", "Fees [U+202E] 2"],
        ],
      },
    });
  });
});

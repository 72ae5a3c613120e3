import { testTokens, useTestStore } from "@countersign/testing";
import { Decimal128, ObjectId } from "mongodb";
import { describe, expect, it } from "vitest";
import { type AuditEntry, createAudit } from "./audit.ts";
import { auditedCompanies, verifyAuditChain } from "./audit-chain.ts";
import { auditChainsOf, auditLogsOf, type AuditRecord, hashOf } from "./audit-record.ts";
import { newId, toObjectId } from "./ids.ts";
import { ensureIndexes } from "./indexes.ts";
import { platformIndexes } from "./platform-indexes.ts";
import { createUnitOfWork } from "./unit-of-work.ts";

const store = await useTestStore();
const { db } = store;
await ensureIndexes(store, platformIndexes());
const unitOfWork = createUnitOfWork(store, createAudit);
const at = new Date("2026-01-01T00:00:00Z");

const entryOf = (companyId: string, fields: Partial<AuditEntry> = {}): AuditEntry => ({
  companyId,
  actorId: "000000000000000000000001",
  action: "create",
  entity: "journal_entry",
  entityId: newId(),
  at,
  ...fields,
});

/** Adds a chained record. */
const addTo = (companyId: string, fields: Partial<AuditEntry> = {}) =>
  unitOfWork((audit) => audit.record(entryOf(companyId, fields), { chained: true }));

/** A company with that many chained records, written one after the other. */
async function companyWithChain(length: number): Promise<string> {
  const companyId = newId();
  for (let seq = 1; seq <= length; seq += 1) {
    const after = { amount: Decimal128.fromString("0.10"), lines: [{ debit: seq, remark: "täglich" }] };
    await addTo(companyId, { after });
  }
  return companyId;
}

const place = (companyId: string, seq: number) => ({ companyId: toObjectId(companyId), "chain.seq": seq });
const recordAt = async (companyId: string, seq: number) =>
  (await auditLogsOf(db).findOne(place(companyId, seq))) as AuditRecord;
const faultsOf = async (companyId: string) => {
  const { faults } = await verifyAuditChain(store, companyId);
  return faults.map(({ seq, kind }) => `${seq} ${kind}`);
};

describe("the audit trail", () => {
  it("records the actor, the action, the record, the time, and the values before and after [CT-COLL-08]", async () => {
    const companyId = newId();
    const change = { before: { name: "a", order: 1 }, after: { name: "b", order: 1 } };
    const entry = entryOf(companyId, { ...change, requestId: "r", details: { session: "s" } });
    const id = await unitOfWork((audit) => audit.record(entry));
    expect(await auditLogsOf(db).findOne({ _id: toObjectId(id) })).toEqual({
      _id: toObjectId(id),
      companyId: toObjectId(companyId),
      actorId: new ObjectId("000000000000000000000001"),
      action: "create",
      entity: "journal_entry",
      entityId: toObjectId(entry.entityId),
      ...change,
      at,
      requestId: "r",
      details: { session: "s" },
    });
  });

  it("leaves out absent fields", async () => {
    const companyId = newId();
    const entry = entryOf(companyId, { actorId: undefined, requestId: undefined });
    await unitOfWork((audit) => audit.record(entry));
    const record = await auditLogsOf(db).findOne({ companyId: toObjectId(companyId) });
    const names = new Set(["_id", "companyId", "action", "entity", "entityId", "at"]);
    expect(new Set(Object.keys(record ?? {}))).toEqual(names);
  });

  it("records nothing of a transaction that fails", async () => {
    const companyId = newId();
    const failing = unitOfWork(async (audit) => {
      await audit.record(entryOf(companyId), { chained: true });
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await auditLogsOf(db).countDocuments({ companyId: toObjectId(companyId) })).toBe(0);
    expect(await auditedCompanies(store)).not.toContain(companyId);
  });

  it("never stores a credential", async () => {
    const companyId = newId();
    const token = await testTokens().sign({ sub: newId(), companyId });
    const headers = Object.assign(Object.create(null), { Authorization: `Bearer ${token}`, accept: "*" });
    const secrets = { apiKey: "k", passwords: ["p"], refresh_token: null, tokenCount: 2 };
    const after = { remark: `see ${token}, the bearer certificates`, list: [{ ...secrets }] };
    await unitOfWork((audit) => audit.record(entryOf(companyId, { after, details: { headers } })));
    const record = await auditLogsOf(db).findOne({ companyId: toObjectId(companyId) });
    expect(record).toMatchObject({
      after: {
        remark: "see [redacted], the bearer certificates",
        list: [{ apiKey: "[redacted]", passwords: "[redacted]", tokenCount: 2 }],
      },
      details: { headers: { Authorization: "[redacted]", accept: "*" } },
    });
    expect(JSON.stringify(record)).not.toContain(token);
  });
});

describe("a company's hash chain", () => {
  it("links 50 simultaneous transactions one after the other, beside another company's", async () => {
    const companies = [newId(), newId()];
    const writers = Array.from({ length: 50 }, (_, index) => companies[index % 2] as string);
    await Promise.all(writers.map((companyId) => addTo(companyId)));
    for (const companyId of companies) {
      const report = await verifyAuditChain(store, companyId);
      expect(report).toEqual({
        companyId,
        head: { seq: 25, hash: (await recordAt(companyId, 25)).chain?.hash },
        isHeadMissing: false,
        unchained: 0,
        faults: [],
      });
    }
    expect(await auditedCompanies(store)).toEqual(expect.arrayContaining(companies));
  });

  it("is sound with records of every type, with unchained ones between, and empty", async () => {
    const companyId = await companyWithChain(1);
    await unitOfWork((audit) => audit.record(entryOf(companyId)));
    const after = {
      long: 2 ** 40,
      date: at,
      nothing: null,
      gone: undefined,
      zero: -0,
      nested: [[{ b: 1, a: 2 }]],
    };
    await addTo(companyId, { after });
    expect(await faultsOf(companyId)).toEqual([]);
    expect(await verifyAuditChain(store, newId())).toMatchObject({ head: { seq: 0, hash: "" }, faults: [] });
  });

  it("may be verified while it grows", async () => {
    const companyId = await companyWithChain(2);
    const grown = new AbortController();
    const growing = Promise.all(Array.from({ length: 20 }, () => addTo(companyId))).finally(() =>
      grown.abort(),
    );
    do expect(await faultsOf(companyId)).toEqual([]);
    while (!grown.signal.aborted);
    await growing;
    expect(await verifyAuditChain(store, companyId)).toMatchObject({ head: { seq: 22 }, faults: [] });
  });

  const changes: [string, Record<string, unknown>][] = [
    ["a value", { $set: { "after.lines.0.debit": 999 } }],
    ["the type of a value", { $set: { "after.amount": "0.10" } }],
    ["a hidden scale", { $set: { "after.amount": Decimal128.fromString("0.1") } }],
    ["who did it", { $set: { actorId: new ObjectId() } }],
    ["when", { $set: { at: new Date(0) } }],
    ["a field that was taken away", { $unset: { after: true } }],
    ["a field that was added", { $set: { remark: "forged" } }],
    ["a field that was added to the link", { $set: { "chain.note": "forged" } }],
    ["the hash", { $set: { "chain.hash": "0".repeat(64) } }],
  ];
  it.each(changes)("finds a changed record: %s", async (_, update) => {
    const companyId = await companyWithChain(3);
    const { _id } = await recordAt(companyId, 2);
    await auditLogsOf(db).updateOne({ _id }, update);
    const { faults } = await verifyAuditChain(store, companyId);
    expect(faults[0]).toEqual({ seq: 2, kind: "changed", auditId: _id.toHexString() });
  });

  it("finds a changed record whose own hash was made to fit", async () => {
    const companyId = await companyWithChain(3);
    const { chain, ...record } = await recordAt(companyId, 2);
    const link = { seq: 2, previous: chain?.previous ?? "" };
    const forged = { ...record, action: "delete" };
    await auditLogsOf(db).replaceOne(
      { _id: record._id },
      { ...forged, chain: { ...link, hash: hashOf(forged, link) } },
    );
    expect(await faultsOf(companyId)).toEqual(["3 unlinked"]);
  });

  it("finds missing records: the first, some between, the last", async () => {
    const companyId = await companyWithChain(6);
    for (const seq of [1, 3, 4]) await auditLogsOf(db).deleteOne(place(companyId, seq));
    expect(await faultsOf(companyId)).toEqual(["1 missing", "3 missing", "4 missing"]);
    await auditLogsOf(db).deleteOne(place(companyId, 6));
    expect(await faultsOf(companyId)).toContain("6 missing");
  });

  it("finds a record that was taken out of the chain or given to another company", async () => {
    const [one, two] = [await companyWithChain(3), await companyWithChain(1)];
    await auditLogsOf(db).updateOne(place(one, 2), { $unset: { chain: true } });
    await auditLogsOf(db).updateOne(place(one, 3), { $set: { companyId: toObjectId(two) } });
    expect(await faultsOf(one)).toEqual(["3 missing"]);
    expect(await faultsOf(two)).toEqual(["3 changed", "2 missing", "3 unanchored"]);
  });

  it("finds records that changed places", async () => {
    const companyId = await companyWithChain(4);
    const [second, third] = [await recordAt(companyId, 2), await recordAt(companyId, 3)];
    await auditLogsOf(db).deleteMany({ _id: { $in: [second._id, third._id] } });
    await auditLogsOf(db).insertMany([
      { ...second, chain: third.chain as NonNullable<AuditRecord["chain"]> },
      { ...third, chain: second.chain as NonNullable<AuditRecord["chain"]> },
    ]);
    expect(await faultsOf(companyId)).toEqual(["2 changed", "3 changed"]);
  });

  it("finds a chain that was cut together with its head, by an anchor", async () => {
    const companyId = await companyWithChain(3);
    const { head: anchor } = await verifyAuditChain(store, companyId);
    const second = await recordAt(companyId, 2);
    await auditLogsOf(db).deleteOne(place(companyId, 3));
    const head = { seq: 2, hash: second.chain?.hash ?? "" };
    await auditChainsOf(db).updateOne({ _id: toObjectId(companyId) }, { $set: head });
    expect(await faultsOf(companyId)).toEqual([]);
    const { faults } = await verifyAuditChain(store, companyId, anchor);
    expect(faults).toEqual([{ seq: 3, kind: "missing" }]);
    await addTo(companyId);
    const { faults: later } = await verifyAuditChain(store, companyId, anchor);
    expect(later).toEqual([{ seq: 3, kind: "unanchored" }]);
  });

  it("finds a head that was set back, and names 100 faults at most", async () => {
    const companyId = await companyWithChain(2);
    await auditChainsOf(db).deleteOne({ _id: toObjectId(companyId) });
    expect(await faultsOf(companyId)).toEqual(["2 unanchored"]);
    await auditLogsOf(db).updateOne(place(companyId, 2), { $set: { "chain.seq": 1e15 } });
    expect(await faultsOf(companyId)).toHaveLength(100);
  });
});

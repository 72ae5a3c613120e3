import { createAudit, createUnitOfWork, newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";
import { runCommand } from "../../test/run-command.ts";
import { parseAuditArguments, verifyTrails } from "./audit-command.ts";
import { UsageError } from "../../usage.ts";

const store = await useTestStore();
const unitOfWork = createUnitOfWork(store, createAudit);
const run = (...args: string[]) =>
  runCommand("ops/audit", args, { MONGODB_URI: store.uri, MONGODB_DB: store.dbName });
const logs = store.db.collection("audit_logs");

/** Runs the command in this process. */
async function verify(...args: string[]) {
  const said: string[] = [];
  const sound = await verifyTrails(store, parseAuditArguments(args), (text) => said.push(text));
  return { sound, text: said.join("\n") };
}

/** A company with a trail of three records. */
async function trail(): Promise<string> {
  const companyId = newId();
  for (const action of ["create", "create", "post"]) {
    const entry = { companyId, action, entity: "journal_entry", entityId: newId(), at: new Date() };
    await unitOfWork((audit) => audit.record(entry, { chained: true }));
  }
  return companyId;
}

const placed = (companyId: string, seq: number) => ({ companyId: toObjectId(companyId), "chain.seq": seq });

describe("npm run audit:verify", () => {
  it("finds every trail sound as it was written, with exit code 0", async () => {
    const companies = [await trail(), await trail()];
    const all = run();
    expect(await all.ended, all.output()).toBe(0);
    for (const companyId of companies)
      expect(all.output()).toContain(`company ${companyId}: 3 records, sound`);
    const one = await verify("--company", companies[0]!.toUpperCase());
    expect(one.sound).toBe(true);
    expect(one.text).not.toContain(companies[1]);
  });

  it.each([
    {
      what: "changed",
      tamper: (id: string) => logs.updateOne(placed(id, 2), { $set: { action: "approve" } }),
      found: "record 2 is changed",
    },
    {
      what: "missing",
      tamper: (id: string) => logs.deleteOne(placed(id, 2)),
      found: "record 2 is missing",
    },
    {
      what: "missing at the end",
      tamper: (id: string) => logs.deleteOne(placed(id, 3)),
      found: "record 3 is missing",
    },
    {
      what: "moved",
      tamper: async (id: string) => {
        const [second, third] = await Promise.all([2, 3].map((seq) => logs.findOne(placed(id, seq))));
        await logs.updateOne({ _id: second!._id }, { $set: { chain: third!["chain"] } });
        await logs.updateOne({ _id: third!._id }, { $set: { chain: second!["chain"] } });
      },
      found: "record 2 is changed",
    },
  ])("finds a record that is $what", async ({ tamper, found }) => {
    const companyId = await trail();
    await tamper(companyId);
    const { sound, text } = await verify("--company", companyId);
    expect(sound).toBe(false);
    expect(text).toContain(found);
  });

  it("takes companies from the records too, and fails where the head of a chain is missing [SAFE-19]", async () => {
    const companyId = await trail();
    await store.db.collection("audit_chains").deleteOne({ _id: toObjectId(companyId) });
    const { sound, text } = await verify();
    expect(sound).toBe(false);
    expect(text).toContain(`company ${companyId}: 3 records, 1 fault\n  the head of the chain is missing`);
  });

  it("says what it does not cover: records outside of the chain, and what only an anchor shows [SAFE-19]", async () => {
    const companyId = await trail();
    const entry = { companyId, action: "update", entity: "workflow", entityId: newId(), at: new Date() };
    for (let at = 0; at < 2; at += 1) await unitOfWork((audit) => audit.record(entry));
    const { sound, text } = await verify("--company", companyId);
    expect(sound).toBe(true);
    expect(text).toContain("not covered: 2 records outside of the chain");
    expect(text).toContain("keep anchors elsewhere");
    const unchainedOnly = newId();
    await unitOfWork((audit) => audit.record({ ...entry, companyId: unchainedOnly }));
    expect((await verify()).text).toContain(`company ${unchainedOnly}: 0 records, sound`);
  });

  it("finds a trail that was written anew, by an anchor that was kept, with exit code 1", async () => {
    const companyId = await trail();
    const { text } = await verify("--company", companyId);
    const [, anchor = ""] = /anchor (\S+)/u.exec(text) ?? [];
    await logs.deleteMany({ companyId: toObjectId(companyId) });
    await store.db.collection("audit_chains").deleteMany({});
    const entry = { companyId, action: "create", entity: "journal_entry", entityId: newId(), at: new Date() };
    await unitOfWork((audit) => audit.record(entry, { chained: true }));
    expect((await verify("--company", companyId)).sound).toBe(true);
    const anchored = run("--anchor", anchor);
    expect(await anchored.ended).toBe(1);
    expect(anchored.output()).toContain("record 3 is missing");
  });

  it.each([
    ["a malformed company", ["--company", "x"], /24 hexadecimal/],
    ["a malformed anchor", ["--anchor", "x:1:y"], /as an earlier run printed it/],
    ["an unknown option", ["--all"], /--all/],
  ])("refuses %s", (_, args, message) => {
    expect(() => parseAuditArguments(args)).toThrow(UsageError);
    expect(() => parseAuditArguments(args)).toThrow(message);
  });

  it("says how it is used when its arguments are wrong, with exit code 2", async () => {
    const refused = run("--company", "x");
    expect(await refused.ended).toBe(2);
    expect(refused.output()).toContain("usage: npm run audit:verify");
  });
});

import { documentKinds } from "@countersign/contracts";
import { ConfigError } from "@countersign/service-kit";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, engineOn, recordsOf, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { recordKinds } from "./added-kinds.ts";

const store = await useTestStore();
const { list } = recordsOf(store);
const record = async (text: string) => recordKinds(store, documentKinds.parse(text));
const recorded = async () => list<{ _id: string }>("approval_kinds", {});

describe("the kinds that a deployment adds", () => {
  it("are recorded, and forgotten again while no document has them [DOC-1]", async () => {
    await record("");
    expect(await recorded()).toEqual([]);
    await record("legal:Contract,Nda");
    await record("legal:Contract,Nda");
    const [contract, nda] = ["Contract", "Nda"].map((_id) => ({ _id, owner: "legal" }));
    expect(await recorded()).toEqual([contract, nda]);
    await record("finance:Contract");
    expect(await recorded()).toEqual([{ ...contract, owner: "finance" }]);
    await record("");
    expect(await recorded()).toEqual([]);
  });

  it("may not leave the configuration or change their owner once documents have them [DOC-1]", async () => {
    const kinds = documentKinds.parse("legal:Contract,Nda,Will hr:Overtime");
    await recordKinds(store, kinds);
    const engine = await engineOn(store, { kinds });
    const company = aCompany();
    const [submitter, approver] = [company.user(), company.user()];
    for (const kind of ["Nda", "Overtime", "Nda", "Leave"]) {
      await submitNew(engine, submitter, stagesOf([approver]), { kind });
    }
    expect(await recorded()).toMatchObject([
      { _id: "Contract" },
      { _id: "Nda", owner: "legal", used: true },
      { _id: "Overtime", owner: "hr", used: true },
      { _id: "Will" },
    ]);
    const refused = async (text: string, names: string) => {
      const starting = record(text);
      await expect(starting).rejects.toThrow(ConfigError);
      await expect(starting).rejects.toThrow(`DOCUMENT_KINDS lacks ${names}, which documents have`);
    };
    await refused("", "legal:Nda, hr:Overtime");
    await refused("finance:Nda hr:Overtime", "legal:Nda");
    await record("legal:Nda hr:Overtime");
    expect((await recorded()).map(({ _id }) => _id)).toEqual(["Nda", "Overtime"]);
  });

  it("are recorded with a first document, though a replica of another configuration forgot them [DOC-1]", async () => {
    const kinds = documentKinds.parse("legal:Nda hr:Overtime finance:Entry");
    await recordKinds(store, kinds);
    await record("legal:Nda hr:Overtime");
    const company = aCompany();
    const stages = stagesOf([company.user()]);
    await submitNew(await engineOn(store, { kinds }), company.user(), stages, { kind: "Entry" });
    expect(await recorded()).toContainEqual({ _id: "Entry", owner: "finance", used: true });
  });

  it("leave no mark of a submission that is refused [DOC-1]", async () => {
    const kinds = documentKinds.parse("legal:Nda hr:Overtime finance:Entry,Budget");
    await recordKinds(store, kinds);
    const engine = await engineOn(store, { kinds });
    await expect(submitNew(engine, aCompany().user(), [], { kind: "Budget" })).rejects.toThrow();
    expect(await recorded()).toContainEqual({ _id: "Budget", owner: "finance" });
  });
});

it("a run that a person started on a document's id does not keep its owner from submitting it [DOC-1]", async () => {
  const engine = await engineOn(store, { kinds: documentKinds.parse("legal:Will") });
  const company = aCompany();
  const [person, approver] = [company.user(), company.user()];
  const first = await submitNew(engine, person, stagesOf([person]), { kind: "Will" });
  const service = company.user({ isService: true });
  const { refId } = first;
  const ownRun = await submitNew(engine, service, stagesOf([approver]), { kind: "Will", refId });
  expect(await recordsOf(store).tasks(refId)).toMatchObject([
    { runId: first.runId, status: "ARCHIEVED", archived: true },
    { runId: ownRun.runId, status: "AWAITING_APPROVAL", byOwner: true },
  ]);
  await engine.decideApproval(approver, { taskId: ownRun.tasks[0]?._id ?? "", status: "APPROVED" });
  const outcomes = (await recordsOf(store).outbox(refId)).filter(({ subject }) =>
    subject.includes("outcome"),
  );
  expect(outcomes).toMatchObject([{ data: { data: { runId: ownRun.runId, origin: "owner" } } }]);
});

describe("a replica that lacks a kind of documents", () => {
  it("leaves their decisions to others, and writes nothing [DOC-1]", async () => {
    const kinds = documentKinds.parse("legal:Will");
    const company = aCompany();
    const approver = company.user();
    const engine = await engineOn(store, { kinds });
    const { refId, tasks } = await submitNew(engine, company.user(), stagesOf([approver]), { kind: "Will" });
    const verdict = { taskId: tasks[0]?._id ?? "", status: "APPROVED" };
    const without = await engineOn(store);
    const refused = without.decideApproval(approver, verdict);
    await expect(refused).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: "DOCUMENT_KINDS of this replica lacks Will",
    });
    await engine.decideApproval(approver, verdict);
    const subjects = (await recordsOf(store).outbox(refId)).map(({ subject }) => subject);
    expect(subjects).toContain("approval.outcome.legal.Will.completed");
  });
});

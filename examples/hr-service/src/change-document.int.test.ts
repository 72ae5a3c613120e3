import { newId, toObjectId } from "@countersign/mongo";
import { PLAYED_REFUSAL, waitFor } from "@countersign/testing";
import { describe, expect, it } from "vitest";
import { type Person, useHrService } from "../test/hr-fixture.ts";

const hr = await useHrService();

const LONG = { from: "2027-03-01", to: "2027-03-10", reason: "Sailing" };
const SHORT = { from: "2027-03-01", to: "2027-03-02", reason: "The boat is leaking" };

async function aLeave() {
  const nora = await hr.addPerson();
  const { employeeId, companyId } = nora;
  const { body } = await hr.call("POST", "/api/leaves", nora, { employeeId, ...LONG });
  const leave = { _id: String(body["_id"]), companyId, kind: "Leave" as const };
  return { nora, leave, ref: String(body["ref"]), url: `/api/leaves/${leave._id}` };
}

const read = async (person: Person, url: string) => (await hr.call("GET", url, person)).body;
const changesOf = (refId: string) => hr.engine.amendments.get(refId) ?? [];

describe("changing a pending leave", () => {
  it("has its approval take the change, and then has the new details [DOC-3]", async () => {
    const { nora, leave, url } = await aLeave();
    const { status, body } = await hr.call("PUT", url, nora, { ...SHORT, note: "no boat" });
    expect({ status, body }).toMatchObject({ status: 200, body: { ...SHORT, status: "PENDING" } });
    expect(await read(nora, url)).toEqual(body);
    for (const own of ["change", "revision", "note"]) expect(body).not.toHaveProperty(own);
    expect(changesOf(leave._id)).toMatchObject([
      {
        companyId: nora.companyId,
        refId: leave._id,
        actorId: nora.userId,
        note: "no boat",
        document: {
          title: "Leave, 2 days",
          facts: expect.arrayContaining([expect.objectContaining({ value: SHORT.to })]),
        },
      },
    ]);
  });

  it("keeps the details that the engine does not let change, and says why [DOC-3]", async () => {
    const { nora, url } = await aLeave();
    hr.engine.mood = "refuse";
    const answer = await hr.call("PUT", url, nora, SHORT);
    expect(answer).toMatchObject({ status: 400, body: { message: PLAYED_REFUSAL } });
    hr.engine.mood = "accept";
    expect(await read(nora, url)).toMatchObject(LONG);
    expect(await hr.call("PUT", url, nora, SHORT)).toMatchObject({ status: 200 });
  });

  it("keeps them when the engine is not there [DOC-3]", async () => {
    const { nora, url } = await aLeave();
    await hr.engine.close();
    expect(await hr.call("PUT", url, nora, SHORT)).toMatchObject({ status: 503 });
    expect(await read(nora, url)).toMatchObject(LONG);
    expect(await hr.leaves()).not.toMatchObject([{ change: expect.anything() }]);
  });

  it("has the new details once a change whose answer was lost is asked for again [DOC-3]", async () => {
    const { nora, leave, url } = await aLeave();
    hr.engine.mood = "accept without answering";
    expect(await hr.call("PUT", url, nora, SHORT)).toMatchObject({ status: 503 });
    expect(await read(nora, url)).toMatchObject(LONG);
    expect(await hr.call("PUT", url, nora, LONG)).toMatchObject({ status: 409 });
    hr.engine.mood = "accept";
    await hr.releaseClaims(new Date(0));
    await waitFor(async () => (await read(nora, url))["to"] === SHORT.to);
    expect(changesOf(leave._id)).toHaveLength(1);
  });

  it.each([
    ["has the new details if the approval that ended had taken them", 2, SHORT],
    ["has the old ones if it had not", 1, LONG],
  ])("%s, with the answer lost [DOC-3]", async (_title, revision, details) => {
    const { nora, leave, url } = await aLeave();
    hr.engine.mood = "accept without answering";
    expect(await hr.call("PUT", url, nora, SHORT)).toMatchObject({ status: 503 });
    hr.engine.mood = "accept";
    await hr.told(leave, "completed", undefined, { revision });
    expect(await read(nora, url)).toMatchObject({ ...details, status: "APPROVED" });
    expect(await hr.leaves()).not.toMatchObject([{ change: expect.anything() }]);
  });

  it("leaves it to the outcome when it is asked for again after the approval has ended [DOC-3]", async () => {
    const { nora, leave, url } = await aLeave();
    hr.engine.mood = "accept without answering";
    expect(await hr.call("PUT", url, nora, SHORT)).toMatchObject({ status: 503 });
    hr.engine.mood = "accept";
    // Another run's outcome changes nothing here; the played engine has no run of the leave from now on.
    await hr.told(leave, "completed", undefined, { runId: newId() });
    const past = new Date(0);
    await hr.releaseClaims(past);
    await waitFor(async () => (await hr.leaves())[0]?.["claimedUntil"]?.toString() !== past.toString());
    await hr.told(leave, "completed", undefined, { revision: 2 });
    expect(await read(nora, url)).toMatchObject({ ...SHORT, status: "APPROVED" });
  });

  it("waits for the outcome where its approval has ended [DOC-3]", async () => {
    const { nora, leave, url, ref } = await aLeave();
    await hr.told(leave, "rejected", undefined, { runId: newId() });
    expect(await hr.call("PUT", url, nora, SHORT)).toMatchObject({
      status: 404,
      body: { message: "There is no approval in progress for this document" },
    });
    await hr.told(leave, "rejected");
    expect(await read(nora, url)).toMatchObject({ ...LONG, status: "REJECTED" });
    expect(await hr.call("PUT", url, nora, SHORT)).toMatchObject({
      status: 409,
      body: { message: `${ref} is REJECTED and cannot be changed any more` },
    });
  });

  it("is for its submitter and privileged users, and to others it is missing [DOC-3]", async () => {
    const nora = await hr.addPerson();
    const [approver, colleague] = [await hr.addColleague(nora), await hr.addColleague(nora)];
    const admin = await hr.addPerson({ companyId: nora.companyId, privileged: true });
    hr.engine.approverIds = [approver.userId];
    const { body } = await hr.call("POST", "/api/leaves", nora, { employeeId: nora.employeeId, ...LONG });
    const url = `/api/leaves/${String(body["_id"])}`;
    expect(await hr.call("PUT", url, approver, SHORT)).toMatchObject({
      status: 403,
      body: { message: "Only its submitter or a privileged user may change this leave" },
    });
    for (const other of [colleague, await hr.addPerson()]) {
      expect(await hr.call("PUT", url, other, SHORT)).toMatchObject({ status: 404 });
    }
    expect(await hr.call("PUT", url, admin, SHORT)).toMatchObject({ status: 200 });
  });

  it.each([
    ["a day that is none", { from: "2027-02-30" }, "from: must be a date such as 2027-03-01"],
    ["an end before the beginning", { to: "2027-02-01" }, "to: must not be before `from`"],
    ["another employee", { employeeId: newId() }, "employeeId: unknown argument"],
    ["an over-long note", { note: "x".repeat(2_001) }, "note: must have at most 2000 characters"],
  ])("is refused for %s by its field, and nothing is written [DOC-3]", async (_title, fault, message) => {
    const { nora, leave, url } = await aLeave();
    const before = await hr.leaves();
    const answer = await hr.call("PUT", url, nora, { ...SHORT, ...fault });
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } });
    expect(await hr.leaves()).toEqual(before);
    expect(changesOf(leave._id)).toEqual([]);
  });

  it("of a leave that is cancelled meanwhile changes nothing [DOC-3]", async () => {
    const { nora, url } = await aLeave();
    hr.engine.mood = "accept without answering";
    const changing = hr.call("PUT", url, nora, SHORT);
    await waitFor(async () => (await hr.leaves())[0]?.["change"] !== undefined);
    expect(await hr.call("POST", `${url}/cancel`, nora)).toMatchObject({ status: 200 });
    await changing;
    expect(await read(nora, url)).toMatchObject({ ...LONG, status: "CANCELLED" });
    expect(await hr.leaves()).not.toMatchObject([{ change: expect.anything() }]);
  });
});

describe("changing a pending loan", () => {
  it("pays out the amount that was approved, not the one that was asked for [DOC-3]", async () => {
    const nora = await hr.addPerson();
    const admin = await hr.addPerson({ companyId: nora.companyId, privileged: true });
    const [debitAccountId, creditAccountId] = [newId(), newId()];
    const companyId = toObjectId(nora.companyId);
    await hr.store.db
      .collection("accounts")
      .insertMany([debitAccountId, creditAccountId].map((id) => ({ _id: toObjectId(id), companyId })));
    await hr.call("PUT", "/api/disbursement-accounts/Loan", admin, { debitAccountId, creditAccountId });
    const { body } = await hr.call("POST", "/api/loans", nora, {
      employeeId: nora.employeeId,
      amount: 900,
      months: 6,
    });
    const loan = { _id: String(body["_id"]), companyId: nora.companyId, kind: "Loan" as const };
    hr.engine.mood = "accept without answering";
    await hr.call("PUT", `/api/loans/${loan._id}`, nora, { amount: 500, months: 6 });
    hr.engine.mood = "accept";
    await hr.told(loan, "completed", undefined, { revision: 2 });
    expect(await read(nora, `/api/loans/${loan._id}`)).toMatchObject({
      amount: 500,
      disbursement: { state: "POSTED" },
    });
    const legs = await hr.store.db.collection("ledger_entries").find({ companyId }).toArray();
    expect(legs.map(({ debit, credit }) => `${debit} ${credit}`)).toEqual(["500 0", "0 500"]);
  });
});

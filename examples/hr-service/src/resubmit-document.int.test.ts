import { toObjectId } from "@countersign/mongo";
import { PLAYED_REFUSAL, waitFor } from "@countersign/testing";
import { describe, expect, it } from "vitest";
import { type Person, useHrService } from "../test/hr-fixture.ts";

const hr = await useHrService();

const LONG = { from: "2027-03-01", to: "2027-03-10", reason: "Sailing" };
const SHORT = { from: "2027-03-01", to: "2027-03-02", reason: "Sailing, in May" };

const read = async (person: Person, url: string) => (await hr.call("GET", url, person)).body;

/** A leave whose approval was recalled. */
async function aDraft() {
  const nora = await hr.addPerson();
  const { employeeId, companyId } = nora;
  const { body } = await hr.call("POST", "/api/leaves", nora, { employeeId, ...LONG });
  const leave = { _id: String(body["_id"]), companyId, kind: "Leave" as const };
  const url = `/api/leaves/${leave._id}`;
  await hr.told(leave, "recalled", "Wrong dates");
  expect(await read(nora, url)).toMatchObject({ status: "DRAFT", remark: "Wrong dates" });
  const submit = (who: Person = nora) => hr.call("POST", `${url}/submit`, who);
  const submissions = () => [...hr.engine.accepted.values()].filter(({ refId }) => refId === leave._id);
  return { nora, leave, url, ref: String(body["ref"]), submit, submissions };
}

describe("submitting a recalled leave again", () => {
  it("starts another approval of it, and its outcome counts [CTRL-3]", async () => {
    const { nora, leave, url, submit, submissions } = await aDraft();
    const { status, body } = await submit();
    expect({ status, body }).toMatchObject({ status: 200, body: { _id: leave._id, status: "PENDING" } });
    for (const ended of ["remark", "decidedAt", "decidedBy", "resubmission"]) {
      expect(body).not.toHaveProperty(ended);
    }
    const [first, second, ...others] = submissions();
    expect(second).toEqual({ ...first, requestId: expect.not.stringMatching(leave._id) });
    expect(others).toEqual([]);
    await hr.told(leave, "completed");
    expect(await read(nora, url)).toMatchObject({ status: "APPROVED" });
  });

  it("sends what its submitter has changed meanwhile [CTRL-3]", async () => {
    const { nora, url, submit, submissions } = await aDraft();
    expect(await hr.call("PUT", url, nora, SHORT)).toMatchObject({
      status: 200,
      body: { status: "DRAFT", ...SHORT },
    });
    expect(hr.engine.amendments.size).toBe(0);
    await submit();
    expect(submissions().at(-1)?.document).toMatchObject({ title: "Leave, 2 days" });
    expect(submissions().at(-1)?.document).not.toHaveProperty("editorIds");
    expect(await read(nora, url)).toMatchObject(SHORT);
  });

  it("names others who have changed it, who then do not decide on it [PPL-6]", async () => {
    const { nora, leave, url, submit, submissions } = await aDraft();
    const admin = await hr.addPerson({ companyId: nora.companyId, privileged: true });
    await hr.call("PUT", url, admin, SHORT);
    await submit();
    expect(submissions().at(-1)?.document?.editorIds).toEqual([admin.userId]);
    await hr.call("PUT", url, nora, LONG);
    const [change] = hr.engine.amendments.get(leave._id) ?? [];
    expect(change?.document.editorIds).toEqual([admin.userId]);
  });

  it("may be repeated, and starts one approval [CTRL-3]", async () => {
    const { submit, submissions } = await aDraft();
    const answers = await Promise.all([submit(), submit(), submit()]);
    expect(answers.map(({ status }) => status)).toContain(200);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(await submit()).toMatchObject({ status: 200, body: { status: "PENDING" } });
    expect(submissions()).toHaveLength(2);
  });

  it("leaves it a draft when the engine refuses it or is not there, and says why [CTRL-3]", async () => {
    const { nora, url, submit } = await aDraft();
    hr.engine.mood = "refuse";
    expect(await submit()).toMatchObject({ status: 400, body: { message: PLAYED_REFUSAL } });
    expect(await read(nora, url)).toMatchObject({ status: "DRAFT", remark: "Wrong dates" });
    hr.engine.mood = "accept";
    expect(await submit()).toMatchObject({ status: 200 });
  });

  it("completes one whose answer was lost, and lets nobody cancel or change it meanwhile [CTRL-3]", async () => {
    const { nora, ref, url, submit, submissions } = await aDraft();
    hr.engine.mood = "accept without answering";
    expect(await submit()).toMatchObject({ status: 503 });
    const open = { status: 409, body: { message: `${ref} is being submitted` } };
    expect(await submit()).toMatchObject(open);
    expect(await hr.call("POST", `${url}/cancel`, nora)).toMatchObject(open);
    expect(await hr.call("PUT", url, nora, SHORT)).toMatchObject({ status: 409 });
    hr.engine.mood = "accept";
    await hr.releaseClaims(new Date(0));
    await waitFor(async () => (await read(nora, url))["status"] === "PENDING");
    expect(submissions()).toHaveLength(2);
  });

  it("goes back to a draft after a lost answer that turns out a refusal [CTRL-3]", async () => {
    const { nora, url, submit } = await aDraft();
    hr.engine.mood = "fail";
    expect(await submit()).toMatchObject({ status: 503 });
    hr.engine.mood = "refuse";
    await hr.releaseClaims(new Date(0));
    await waitFor(async () => !("resubmission" in ((await hr.leaves())[0] ?? {})));
    expect(await read(nora, url)).toMatchObject({ status: "DRAFT" });
  });

  it("takes an outcome that is faster than the answer [CTRL-3]", async () => {
    const { nora, leave, url, submit } = await aDraft();
    hr.engine.mood = "accept without answering";
    expect(await submit()).toMatchObject({ status: 503 });
    await hr.told(leave, "completed");
    expect(await read(nora, url)).toMatchObject({ status: "APPROVED" });
  });

  it("takes such an outcome only of this submission, or of an engine that names none [CTRL-3] [OPS-4]", async () => {
    const { nora, leave, url, submit } = await aDraft();
    hr.engine.mood = "accept without answering";
    expect(await submit()).toMatchObject({ status: 503 });
    await hr.told(leave, "rejected", "Of the first submission", { requestId: leave._id });
    expect(await read(nora, url)).toMatchObject({ status: "DRAFT" });
    await hr.told(leave, "completed", undefined, { requestId: undefined });
    expect(await read(nora, url)).toMatchObject({ status: "APPROVED" });
  });

  it("believes a lost change only of the revision that its new approval decided on [CTRL-3] [DOC-3]", async () => {
    const { nora, leave, url, submit } = await aDraft();
    await submit();
    hr.engine.mood = "accept without answering";
    expect(await hr.call("PUT", url, nora, SHORT)).toMatchObject({ status: 503 });
    hr.engine.mood = "accept";
    // The second submission was the document's second revision, and the approval ended with that.
    await hr.told(leave, "completed", undefined, { revision: 2 });
    expect(await read(nora, url)).toMatchObject({ ...LONG, status: "APPROVED" });
  });

  it.each(["completed", "rejected"] as const)("is refused for one that was %s [CTRL-3]", async (outcome) => {
    const { nora, leave, submit, ref } = await aDraft();
    await submit();
    await hr.told(leave, outcome);
    const status = outcome === "completed" ? "APPROVED" : "REJECTED";
    expect(await submit()).toMatchObject({
      status: 409,
      body: { message: `${ref} is ${status} and no draft` },
    });
    expect(await hr.leaves()).toMatchObject([{ _id: toObjectId(leave._id), status }]);
    expect(nora.companyId).toBe(leave.companyId);
  });

  it("is for its submitter and privileged users, and to others it is missing [CTRL-3]", async () => {
    const { nora, submit } = await aDraft();
    const colleague = await hr.addColleague(nora);
    expect(await submit(colleague)).toMatchObject({ status: 404 });
    const admin = await hr.addPerson({ companyId: nora.companyId, privileged: true });
    expect(await submit(admin)).toMatchObject({ status: 200, body: { submitterId: nora.userId } });
  });
});

import { newId, toObjectId } from "@countersign/mongo";
import { PLAYED_ACTOR, PLAYED_REFUSAL, schemasReferredToBy, waitFor } from "@countersign/testing";
import { describe, expect, it } from "vitest";
import { type Person, leaveOf, useHrService } from "../test/hr-fixture.ts";

const hr = await useHrService();

async function createLeave(person: Person) {
  const { status, body } = await hr.call("POST", "/api/leaves", person, leaveOf(person));
  expect(status).toBe(201);
  const { companyId } = person;
  return { _id: String(body["_id"]), companyId, kind: "Leave" as const, ref: String(body["ref"]) };
}

async function statusOf(person: Person, id: string): Promise<unknown> {
  return (await hr.call("GET", `/api/leaves/${id}`, person)).body["status"];
}

describe("creating a leave", () => {
  it("submits it and answers with the pending leave [AE-HR-08]", async () => {
    const nora = await hr.addPerson();
    const { status, headers, body } = await hr.call("POST", "/api/leaves", nora, leaveOf(nora));
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        ...leaveOf(nora),
        ref: "LV-000001",
        kind: "Leave",
        status: "PENDING",
        submitterId: nora.userId,
      },
    });
    expect(body).not.toHaveProperty("described");
    const id = String(body["_id"]);
    expect(headers.get("location")).toBe(`/api/leaves/${id}`);
    expect(hr.engine.accepted.get(id)).toEqual({
      companyId: nora.companyId,
      kind: "Leave",
      refId: id,
      ref: "LV-000001",
      employeeId: nora.employeeId,
      submitterId: nora.userId,
      requestId: id,
      document: {
        title: "Leave, 5 days",
        facts: [
          { key: "from", label: "From", type: "DATE", value: "2027-03-01" },
          { key: "to", label: "To", type: "DATE", value: "2027-03-05" },
          { key: "days", label: "Days", type: "NUMBER", value: "5" },
          { key: "reason", label: "Reason", type: "TEXT", value: "Sailing" },
        ],
      },
    });
    expect((await hr.call("GET", `/api/leaves/${id}`, nora)).body).toEqual(body);
  });

  it("leaves nothing behind when the submission is refused, and says why [AE-HR-08] [MSG-RPC-10]", async () => {
    const nora = await hr.addPerson();
    hr.engine.mood = "refuse";
    const { status, body } = await hr.call("POST", "/api/leaves", nora, leaveOf(nora));
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        statusCode: 400,
        code: "INVALID_INPUT",
        error: "Bad Request",
        message: PLAYED_REFUSAL,
      },
    });
    expect(await hr.leaves()).toEqual([]);
  });

  it("leaves nothing behind when the engine is not there", async () => {
    const nora = await hr.addPerson();
    await hr.engine.close();
    const { status } = await hr.call("POST", "/api/leaves", nora, leaveOf(nora));
    expect(status).toBe(503);
    expect(await hr.leaves()).toEqual([]);
  });

  it.each(["accept without answering", "fail"] as const)(
    "withdraws it when the engine is about to %s: no leave, and its run cancelled",
    async (mood) => {
      const nora = await hr.addPerson();
      hr.engine.mood = mood;
      const { status } = await hr.call("POST", "/api/leaves", nora, leaveOf(nora));
      expect(status).toBe(503);
      expect((await hr.call("GET", "/api/leaves", nora)).body).toEqual({ data: [], total: 0 });
      const [withdrawing] = await hr.leaves();
      hr.engine.mood = "accept";
      // The first sweep may have met the engine's mood; its claim would have to run out before the next.
      await hr.releaseClaims();
      await waitFor(async () => (await hr.leaves()).length === 0);
      await waitFor(() => hr.engine.cancels.length === 1);
      const refId = String(withdrawing?.["_id"]);
      expect(hr.engine.cancels[0]?.data).toMatchObject({ refId, actorId: nora.userId });
      expect([...hr.engine.accepted.keys()]).toEqual([refId]);
    },
  );

  it("completes after a crash a submission that was under way", async () => {
    const nora = await hr.addPerson();
    const { _id } = await createLeave(nora);
    // Claimed, so that the sweep leaves it alone while the test reads it.
    await hr.rewindToSubmitting(_id, new Date(Date.now() + 60_000));
    expect(await statusOf(nora, _id)).toBeUndefined();
    await hr.releaseClaims();
    await hr.restart();
    await waitFor(async () => (await statusOf(nora, _id)) === "PENDING");
  });

  it("repeats after a crash what it had said, whatever it would say now [DOC-2]", async () => {
    const nora = await hr.addPerson();
    const { _id } = await createLeave(nora);
    const resubmitted = async (change: object) => {
      await hr.rewindToSubmitting(_id, new Date(Date.now() + 60_000));
      await hr.store.db.collection("leaves").updateOne({ _id: toObjectId(_id) }, change);
      hr.engine.accepted.clear();
      await hr.releaseClaims();
      await waitFor(() => hr.engine.accepted.has(_id));
      return hr.engine.accepted.get(_id);
    };
    const described = { title: "Leave of another release" };
    expect(await resubmitted({ $set: { described } })).toMatchObject({ document: described });
  });

  it("removes after a crash a leave that is refused when it is submitted again", async () => {
    const nora = await hr.addPerson();
    const { _id } = await createLeave(nora);
    hr.engine.mood = "refuse";
    await hr.rewindToSubmitting(_id);
    await waitFor(async () => (await hr.leaves()).length === 0);
  });

  it("gives it an id that cannot be guessed from its neighbours [SAFE-2]", async () => {
    const nora = await hr.addPerson();
    const [one, two] = [await createLeave(nora), await createLeave(nora)];
    // An object id begins with the second and the process it was made in.
    const [prefix, ...others] = [newId(), one._id, two._id].map((id) => id.slice(8, 18));
    expect(new Set([prefix, ...others]).size).toBe(3);
  });

  it("numbers the leaves of a company, under concurrency too", async () => {
    const nora = await hr.addPerson();
    const created = await Promise.all(Array.from({ length: 10 }, () => createLeave(nora)));
    expect(new Set(created.map(({ ref }) => ref)).size).toBe(10);
  });
});

describe("outcomes", () => {
  it("completion approves the leave [AE-CALLBACK-03] [MSG-OUTCOME-01]", async () => {
    const nora = await hr.addPerson();
    const leave = await createLeave(nora);
    await hr.engine.decide(leave, "completed", "Enjoy");
    await waitFor(async () => (await statusOf(nora, leave._id)) === "APPROVED");
    const { body } = await hr.call("GET", `/api/leaves/${leave._id}`, nora);
    expect(body).toMatchObject({ remark: "Enjoy", decidedAt: expect.any(String) });
  });

  it("rejection rejects it [AE-CALLBACK-05] [MSG-OUTCOME-02]", async () => {
    const nora = await hr.addPerson();
    const leave = await createLeave(nora);
    await hr.engine.decide(leave, "rejected");
    await waitFor(async () => (await statusOf(nora, leave._id)) === "REJECTED");
  });

  it("a recall makes it a draft, which may be cancelled [CTRL-3]", async () => {
    const nora = await hr.addPerson();
    const leave = await createLeave(nora);
    await hr.engine.decide(leave, "recalled", "Wrong dates");
    await waitFor(async () => (await statusOf(nora, leave._id)) === "DRAFT");
    const { status } = await hr.call("POST", `/api/leaves/${leave._id}/cancel`, nora);
    expect(status).toBe(200);
    expect(await statusOf(nora, leave._id)).toBe("CANCELLED");
  });

  it("an outcome that is faster than the answer to the submission stands", async () => {
    const nora = await hr.addPerson();
    const leave = await createLeave(nora);
    hr.engine.mood = "fail";
    await hr.rewindToSubmitting(leave._id);
    await hr.engine.decide(leave, "completed");
    await waitFor(async () => (await statusOf(nora, leave._id)) === "APPROVED");
  });

  it("of another company, or of no leave, changes nothing", async () => {
    const nora = await hr.addPerson();
    const leave = await createLeave(nora);
    await hr.engine.decide({ ...leave, companyId: newId() }, "completed");
    await hr.engine.decide({ ...leave, _id: newId() }, "completed");
    const other = await createLeave(nora);
    await hr.engine.decide(other, "rejected");
    await waitFor(async () => (await statusOf(nora, other._id)) === "REJECTED");
    expect(await statusOf(nora, leave._id)).toBe("PENDING");
  });
});

describe("cancelling", () => {
  it("cancels the leave and notifies the engine once, however often it is asked [AE-HR-09] [MSG-COMMAND-02]", async () => {
    const nora = await hr.addPerson();
    const { _id } = await createLeave(nora);
    for (const attempt of [1, 2]) {
      const { status, body } = await hr.call("POST", `/api/leaves/${_id}/cancel`, nora);
      expect({ attempt, status, leave: body["status"] }).toEqual({
        attempt,
        status: 200,
        leave: "CANCELLED",
      });
    }
    const last = await createLeave(nora);
    await hr.call("POST", `/api/leaves/${last._id}/cancel`, nora);
    await waitFor(() => hr.engine.cancels.some(({ data }) => data.refId === last._id));
    expect(hr.engine.cancels.map(({ data }) => data)).toEqual(
      [_id, last._id].map((refId) => ({ companyId: nora.companyId, refId, actorId: nora.userId })),
    );
  });

  it("a cancelled leave stays cancelled, also when the engine completes it", async () => {
    const nora = await hr.addPerson();
    const [leave, other] = [await createLeave(nora), await createLeave(nora)];
    await hr.call("POST", `/api/leaves/${leave._id}/cancel`, nora);
    await hr.engine.decide(leave, "completed");
    await hr.engine.decide(other, "completed");
    await waitFor(async () => (await statusOf(nora, other._id)) === "APPROVED");
    expect(await statusOf(nora, leave._id)).toBe("CANCELLED");
    const late = await hr.call("POST", `/api/leaves/${other._id}/cancel`, nora);
    expect(late).toMatchObject({
      status: 409,
      body: { message: `${other.ref} is APPROVED and cannot be cancelled any more` },
    });
  });

  it("is for the submitter and privileged users", async () => {
    const nora = await hr.addPerson();
    const { _id } = await createLeave(nora);
    const [approver, colleague] = [await hr.addColleague(nora), await hr.addColleague(nora)];
    hr.engine.approverIds = [approver.userId];
    const { _id: asked } = await createLeave(nora);
    // A user who may read it gets 403; to others it is missing.
    expect(await hr.call("POST", `/api/leaves/${asked}/cancel`, approver)).toMatchObject({ status: 403 });
    expect(await hr.call("POST", `/api/leaves/${_id}/cancel`, colleague)).toMatchObject({ status: 404 });
    const admin = await hr.addPerson({ companyId: nora.companyId, privileged: true });
    expect(await hr.call("POST", `/api/leaves/${_id}/cancel`, admin)).toMatchObject({ status: 200 });
  });
});

describe("reading", () => {
  it("lists newest first, by status and employee, a page at a time", async () => {
    const nora = await hr.addPerson();
    const milan = await hr.addPerson({ companyId: nora.companyId });
    const admin = await hr.addPerson({ companyId: nora.companyId, privileged: true });
    const [first, second, third] = [
      await createLeave(nora),
      await createLeave(milan),
      await createLeave(nora),
    ];
    await hr.call("POST", `/api/leaves/${first._id}/cancel`, nora);
    const list = async (query: string) => {
      const { body } = await hr.call("GET", `/api/leaves${query}`, admin);
      return { ids: (body["data"] as { _id: string }[]).map(({ _id }) => _id), total: body["total"] };
    };
    expect(await list("")).toEqual({ ids: [third._id, second._id, first._id], total: 3 });
    expect(await list("?take=1&skip=1")).toEqual({ ids: [second._id], total: 3 });
    expect(await list("?status=CANCELLED")).toEqual({ ids: [first._id], total: 1 });
    expect(await list(`?employeeId=${milan.employeeId}`)).toEqual({ ids: [second._id], total: 1 });
  });

  it("shows one's own, those that one approves, and to privileged users all [SAFE-9]", async () => {
    const nora = await hr.addPerson();
    const [milan, manager] = [await hr.addColleague(nora), await hr.addColleague(nora)];
    const admin = await hr.addPerson({ companyId: nora.companyId, privileged: true });
    hr.engine.approverIds = [manager.userId];
    const first = await createLeave(nora);
    hr.engine.approverIds = [];
    const byAdmin = await hr.call("POST", "/api/leaves", admin, leaveOf(nora));
    const second = { _id: String(byAdmin.body["_id"]) };
    const third = await createLeave(milan);
    const shown = [
      [nora, [second, first]],
      [milan, [third]],
      [manager, [first]],
      [admin, [third, second, first]],
    ] as const;
    for (const [person, leaves] of shown) {
      const { body } = await hr.call("GET", "/api/leaves", person);
      const ids = leaves.map(({ _id }) => _id);
      expect((body["data"] as { _id: string }[]).map(({ _id }) => _id)).toEqual(ids);
      expect(body["total"]).toBe(ids.length);
      for (const { _id } of [first, second, third]) {
        const { status } = await hr.call("GET", `/api/leaves/${_id}`, person);
        expect(status).toBe(ids.includes(_id) ? 200 : 404);
      }
    }
    // A filter asks for less, never for more.
    const others = await hr.call("GET", `/api/leaves?employeeId=${nora.employeeId}`, milan);
    expect(others.body).toEqual({ data: [], total: 0 });
  });

  it("another's document answers as one that is not there [SAFE-9]", async () => {
    const nora = await hr.addPerson();
    const milan = await hr.addColleague(nora);
    const { _id } = await createLeave(nora);
    for (const [method, path] of [
      ["GET", ""],
      ["POST", "/cancel"],
    ] as const) {
      const there = await hr.call(method, `/api/leaves/${_id}${path}`, milan);
      const missing = await hr.call(method, `/api/leaves/${newId()}${path}`, milan);
      expect([there.status, there.body]).toEqual([404, missing.body]);
    }
  });

  it("the user who decided a document reads it, and a run on its id makes nobody an approver [SAFE-9]", async () => {
    const nora = await hr.addPerson();
    const milan = await hr.addPerson({ companyId: nora.companyId, userId: PLAYED_ACTOR });
    const [foreign, own] = [await createLeave(nora), await createLeave(nora)];
    await hr.told(foreign, "rejected", "Mine", { origin: "person" });
    await hr.told(own, "rejected");
    const { body } = await hr.call("GET", "/api/leaves", milan);
    expect(body).toMatchObject({ data: [{ _id: own._id }], total: 1 });
  });

  it("shows another company nothing", async () => {
    const nora = await hr.addPerson();
    const { _id } = await createLeave(nora);
    const stranger = await hr.addPerson();
    expect(await hr.call("GET", `/api/leaves/${_id}`, stranger)).toMatchObject({ status: 404 });
    expect(await hr.call("POST", `/api/leaves/${_id}/cancel`, stranger)).toMatchObject({ status: 404 });
    expect((await hr.call("GET", "/api/leaves", stranger)).body).toEqual({ data: [], total: 0 });
  });

  it("describes itself to anyone, every route of it", async () => {
    const { status, body } = await hr.call("GET", "/api/openapi.json");
    expect(status).toBe(200);
    const paths = body["paths"] as Record<string, object>;
    const documents = ["leaves", "claims", "loans", "advances"].flatMap((path) => [
      [`/api/${path}`, ["post", "get"]],
      [`/api/${path}/{id}`, ["get", "put"]],
      [`/api/${path}/{id}/submit`, ["post"]],
      [`/api/${path}/{id}/cancel`, ["post"]],
    ]);
    const people = ["users", "employees", "departments", "groups"].flatMap((path) => [
      [`/api/${path}`, ["post", "get"]],
      [`/api/${path}/{id}`, ["get", "patch"]],
      [`/api/${path}/{id}/deactivate`, ["post"]],
    ]);
    expect(Object.entries(paths).map(([path, item]) => [path, Object.keys(item)])).toEqual([
      ...documents,
      ["/api/disbursement-accounts", ["get"]],
      ["/api/disbursement-accounts/{kind}", ["put"]],
      ...people,
    ]);
    const schemas = (body["components"] as { schemas: Record<string, object> }).schemas;
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(schemasReferredToBy(body)));
    expect(schemas["NewLeave"]).toMatchObject({ required: ["employeeId", "from", "to"] });
  });
});

import { describe, expect, it } from "vitest";
import { type Person, leaveOf, useHrService } from "../test/hr-fixture.ts";

const hr = await useHrService();

const SHORT = { from: "2027-03-01", to: "2027-03-02", reason: "The boat is leaking" };
const REFUSED = { status: 403, body: { message: "Separation of duties: agent" } };

/** The same user's token in an agent's hands. */
const agentOf = async (person: Person, privileged = false): Promise<Person> => ({
  ...person,
  ...(await hr.user({ ...person, privileged, agent: true })),
});

async function aLeave() {
  const nora = await hr.addPerson();
  const admin = await hr.addPerson({ companyId: nora.companyId, privileged: true });
  const { body } = await hr.call("POST", "/api/leaves", nora, leaveOf(nora));
  return { nora, admin, refId: String(body["_id"]), url: `/api/leaves/${String(body["_id"])}` };
}

describe("an auditor", () => {
  it("reads every document of the company and changes nothing, which is said before input and records are looked at [AUD-1]", async () => {
    const { nora, admin, url } = await aLeave();
    const auditor = { ...admin, ...(await hr.user({ ...admin, privileged: true, auditor: true })) };
    const reader = { ...nora, ...(await hr.user({ companyId: nora.companyId, auditor: true })) };
    expect(await hr.call("GET", url, reader)).toMatchObject({ status: 200, body: { status: "PENDING" } });
    expect(await hr.call("GET", "/api/users", reader)).toMatchObject({ status: 200 });
    const { paths } = (await hr.call("GET", "/api/openapi.json", nora)).body as {
      paths: Record<string, Record<string, object>>;
    };
    const changes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => method !== "get")
        .map((method) => [method.toUpperCase(), path.replaceAll(/\{\w+\}/gu, "nobody")] as const),
    );
    expect(changes.length).toBeGreaterThan(8);
    for (const [method, path] of changes) {
      const answer = await hr.call(method, path, auditor, { nobody: "knows" });
      expect(answer, `${method} ${path}`).toMatchObject({
        status: 403,
        body: { message: "An auditor changes nothing" },
      });
    }
    expect(await hr.call("GET", url, nora)).toMatchObject({ body: { status: "PENDING" } });
  });
});

describe("an agent", () => {
  it("makes its user an editor of what it changes, a pending leave or a draft [AGT-3]", async () => {
    const { nora, refId, url } = await aLeave();
    expect(await hr.call("PUT", url, await agentOf(nora), SHORT)).toMatchObject({ status: 200 });
    expect(hr.engine.amendments.get(refId)).toMatchObject([{ document: { editorIds: [nora.userId] } }]);

    const draft = await aLeave();
    await hr.told({ _id: draft.refId, companyId: draft.nora.companyId, kind: "Leave" }, "recalled");
    const changed = await hr.call("PUT", draft.url, await agentOf(draft.nora), SHORT);
    expect(changed).toMatchObject({ status: 200, body: { status: "DRAFT" } });
    expect(await hr.call("POST", `${draft.url}/submit`, draft.nora)).toMatchObject({ status: 200 });
    const resubmission = [...hr.engine.accepted.values()].at(-1);
    expect(resubmission?.document?.editorIds).toEqual([draft.nora.userId]);
  });

  it("cancels its user's leave, and nobody else's with a privileged user's token [SAFE-15]", async () => {
    const { nora, admin, url } = await aLeave();
    expect(await hr.call("POST", `${url}/cancel`, await agentOf(admin, true))).toMatchObject(REFUSED);
    expect(await hr.call("GET", url, nora)).toMatchObject({ body: { status: "PENDING" } });
    expect(await hr.call("POST", `${url}/cancel`, await agentOf(nora))).toMatchObject({ status: 200 });
  });

  it("changes no people, who decide who decides, and no accounts with a privileged user's token [SAFE-15]", async () => {
    const { nora, admin } = await aLeave();
    const agent = await agentOf(admin, true);
    const accounts = { debitAccountId: nora.userId, creditAccountId: admin.userId };
    for (const [method, path, body] of [
      ["POST", "/api/users", { name: "Max" }],
      ["PATCH", `/api/employees/${nora.employeeId}`, { reportingTo: admin.employeeId }],
      ["POST", `/api/employees/${nora.employeeId}/deactivate`, undefined],
      ["PUT", "/api/disbursement-accounts/Loan", accounts],
    ] as const) {
      expect(await hr.call(method, path, agent, body)).toMatchObject(REFUSED);
    }
    expect(await hr.call("GET", "/api/users", agent)).toMatchObject({ status: 200 });
  });
});

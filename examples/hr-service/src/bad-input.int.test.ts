import { newId } from "@countersign/mongo";
import { describe, expect, it } from "vitest";
import { leaveOf, useHrService } from "../test/hr-fixture.ts";

const hr = await useHrService();

describe("bad input", () => {
  it.each<[string, unknown, number, string]>([
    ["no body", undefined, 400, "employeeId: is required"],
    ["no JSON", "{", 400, "JSON"],
    ["a list", [], 400, "expected object"],
    ["a malformed employee", { employeeId: "x" }, 400, "employeeId: must be 24 hexadecimal characters"],
    ["an employee that is not there", { employeeId: newId() }, 404, "Employee not found"],
    ["a day that is none", { from: "2027-02-30" }, 400, "from: must be a date such as 2027-03-01"],
    ["an end before the beginning", { to: "2027-02-01" }, 400, "to: must not be before `from`"],
    ["an over-long reason", { reason: "x".repeat(2_001) }, 400, "reason: must have at most 2000 characters"],
    ["an unknown field", { status: "APPROVED" }, 400, "status: unknown argument"],
    ["a huge body", { reason: "x".repeat(20_000) }, 413, "too large"],
  ])("%s is refused and nothing is written", async (_title, body, status, message) => {
    const nora = await hr.addPerson();
    const plain = body === undefined || typeof body === "string" || Array.isArray(body);
    const sent = plain ? body : { ...leaveOf(nora), ...(body as object) };
    const answer = await hr.call("POST", "/api/leaves", nora, sent);
    expect(answer).toMatchObject({ status, body: { message: expect.stringContaining(message) } });
    expect(await hr.leaves()).toEqual([]);
    expect(hr.engine.accepted.size).toBe(0);
  });

  it("somebody else's leave is refused", async () => {
    const nora = await hr.addPerson();
    const colleague = await hr.addPerson({ companyId: nora.companyId });
    expect(await hr.call("POST", "/api/leaves", colleague, leaveOf(nora))).toMatchObject({ status: 403 });
    const admin = await hr.addPerson({ companyId: nora.companyId, privileged: true });
    expect(await hr.call("POST", "/api/leaves", admin, leaveOf(nora))).toMatchObject({ status: 201 });
  });

  it.each([
    "?take=0",
    "?take=101",
    "?skip=-1",
    "?take=x",
    "?status=SUBMITTING",
    "?employeeId=1",
    "?colour=blue",
  ])("the query %s is refused", async (query) => {
    const nora = await hr.addPerson();
    const { status, body } = await hr.call("GET", `/api/leaves${query}`, nora);
    expect({ status, code: body["code"] }).toEqual({ status: 400, code: "INVALID_INPUT" });
  });

  it("a malformed id is refused, naming it", async () => {
    const nora = await hr.addPerson();
    const { status, body } = await hr.call("GET", "/api/leaves/5", nora);
    expect({ status, message: body["message"] }).toEqual({
      status: 400,
      message: "id: must be 24 hexadecimal characters",
    });
  });

  it("without a token everything but the description is 401 [CT-AUTH-08]", async () => {
    for (const [method, path] of [
      ["GET", "/api/leaves"],
      ["POST", "/api/leaves"],
      ["GET", `/api/leaves/${newId()}`],
      ["POST", `/api/leaves/${newId()}/cancel`],
      ["POST", "/api/loans"],
      ["GET", "/api/disbursement-accounts"],
      ["PUT", "/api/disbursement-accounts/Loan"],
    ] as const) {
      const { status, headers, body } = await hr.call(method, path);
      expect({ status, code: body["code"] }).toEqual({ status: 401, code: "UNAUTHENTICATED" });
      expect(headers.get("www-authenticate")).toMatch(/^Bearer /u);
    }
  });
});

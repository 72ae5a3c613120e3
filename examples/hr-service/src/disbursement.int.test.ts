import { newId, toHex, toObjectId } from "@countersign/mongo";
import { waitFor } from "@countersign/testing";
import { describe, expect, it } from "vitest";
import { type Person, useHrService } from "../test/hr-fixture.ts";
import { DISBURSED_KINDS, DOCUMENT_KINDS, type DocumentKind } from "./document-kinds.ts";

const hr = await useHrService();
const { db } = hr.store;
const ledger = db.collection("ledger_entries");

const DETAILS = {
  Leave: { from: "2027-03-01", to: "2027-03-05" },
  Claim: { amount: 42.5, spentOn: "2027-02-11", description: "Train to Delft" },
  Loan: { amount: 1_500.1, months: 12, purpose: "Bicycle" },
  Advance: { amount: 300, reason: "Moving house" },
} as const;

const pathOf = (kind: DocumentKind) => `/api/${DOCUMENT_KINDS[kind].collection}`;

async function create(person: Person, kind: DocumentKind) {
  const { employeeId, companyId } = person;
  const { status, body } = await hr.call("POST", pathOf(kind), person, { employeeId, ...DETAILS[kind] });
  expect({ status, body }).toMatchObject({
    status: 201,
    body: { kind, status: "PENDING", ...DETAILS[kind] },
  });
  return { _id: String(body["_id"]), companyId, kind, ref: String(body["ref"]) };
}

async function read(person: Person, { kind, _id }: { kind: DocumentKind; _id: string }) {
  return (await hr.call("GET", `${pathOf(kind)}/${_id}`, person)).body;
}

async function addAccount(companyId: string): Promise<string> {
  const id = newId();
  const account = { companyId: toObjectId(companyId), name: "Account", number: id.slice(-4) };
  await db.collection("accounts").insertOne({ _id: toObjectId(id), ...account });
  return id;
}

/** Somebody whose company has accounts for its disbursements. */
async function aCompanyWithAccounts() {
  const person = await hr.addPerson();
  const { companyId } = person;
  const admin = await hr.addPerson({ companyId, privileged: true });
  const accounts = {
    debitAccountId: await addAccount(companyId),
    creditAccountId: await addAccount(companyId),
  };
  for (const kind of DISBURSED_KINDS) {
    const path = `/api/disbursement-accounts/${kind}`;
    expect(await hr.call("PUT", path, admin, accounts)).toMatchObject({ status: 200, body: accounts });
  }
  return { person, admin, accounts };
}

/** The legs in the company's ledger. */
async function legsOf(companyId: string) {
  const legs = await ledger
    .find({ companyId: toObjectId(companyId) })
    .sort({ _id: 1 })
    .toArray();
  return legs.map((leg) => ({
    accountId: toHex(leg["accountId"]),
    debit: String(leg["debit"]),
    credit: String(leg["credit"]),
  }));
}

describe("every kind", () => {
  it.each(Object.keys(DETAILS) as DocumentKind[])(
    "of %s is submitted, approved, rejected and cancelled [AE-CALLBACK-03] [AE-CALLBACK-05]",
    async (kind) => {
      const nora = await hr.addPerson();
      const [approved, rejected, cancelled] = [
        await create(nora, kind),
        await create(nora, kind),
        await create(nora, kind),
      ];
      expect(hr.engine.accepted.get(approved._id)).toMatchObject({ kind, ref: approved.ref });
      await hr.engine.decide(approved, "completed");
      await hr.engine.decide(rejected, "rejected", "Not now");
      await hr.call("POST", `${pathOf(kind)}/${cancelled._id}/cancel`, nora);
      await waitFor(async () => (await read(nora, approved))["status"] === "APPROVED");
      await waitFor(async () => (await read(nora, rejected))["status"] === "REJECTED");
      expect(await read(nora, rejected)).toMatchObject({ remark: "Not now", decidedBy: expect.any(String) });
      expect(await read(nora, rejected)).not.toHaveProperty("disbursement");
      await waitFor(() => hr.engine.cancels.some(({ data }) => data.refId === cancelled._id));
    },
  );
});

describe("disbursement", () => {
  it.each(DISBURSED_KINDS)(
    "of a %s is in the ledger once with its approval, however often the outcome comes [AE-CALLBACK-04]",
    async (kind) => {
      const { person, accounts } = await aCompanyWithAccounts();
      const document = await create(person, kind);
      await hr.engine.decide(document, "completed");
      await waitFor(async () => (await read(person, document))["status"] === "APPROVED");
      const { disbursement } = await read(person, document);
      expect(disbursement).toMatchObject({ state: "POSTED", journalRef: "JE-000001" });

      // A second event, as of a replayed run: the document is no longer pending.
      await hr.engine.decide(document, "completed");
      const other = await create(person, "Leave");
      await hr.engine.decide(other, "completed");
      await waitFor(async () => (await read(person, other))["status"] === "APPROVED");
      const amount = String(DETAILS[kind].amount);
      expect(await legsOf(person.companyId)).toEqual([
        { accountId: accounts.debitAccountId, debit: amount, credit: "0" },
        { accountId: accounts.creditAccountId, debit: "0", credit: amount },
      ]);
      const entry = await db
        .collection("journal_entries")
        .findOne({ companyId: toObjectId(person.companyId) });
      expect(entry).toMatchObject({
        status: "POSTED",
        description: `Disbursement of ${document.ref}`,
        createdBy: toObjectId("d".repeat(24)),
      });
    },
  );

  it("numbers the entries of simultaneous approvals, one each", async () => {
    const { person } = await aCompanyWithAccounts();
    const loans = await Promise.all(Array.from({ length: 8 }, () => create(person, "Loan")));
    await Promise.all(loans.map((loan) => hr.engine.decide(loan, "completed")));
    await waitFor(async () => (await legsOf(person.companyId)).length === 16);
    const refs = await db
      .collection("journal_entries")
      .distinct("ref", { companyId: toObjectId(person.companyId) });
    expect(refs).toHaveLength(8);
  });

  it("of rejected and cancelled loans there is none", async () => {
    const { person } = await aCompanyWithAccounts();
    const [rejected, cancelled, last] = [
      await create(person, "Loan"),
      await create(person, "Loan"),
      await create(person, "Claim"),
    ];
    await hr.call("POST", `/api/loans/${cancelled._id}/cancel`, person);
    await hr.engine.decide(cancelled, "completed");
    await hr.engine.decide(rejected, "rejected");
    await hr.engine.decide(last, "completed");
    await waitFor(async () => (await read(person, rejected))["status"] === "REJECTED");
    await waitFor(async () => (await read(person, last))["status"] === "APPROVED");
    expect(await legsOf(person.companyId)).toEqual([]);
  });

  it.each(["no accounts are configured", "an account is gone"])(
    "is open while %s, and posted as soon as it can be",
    async (why) => {
      const { person, admin, accounts } = await aCompanyWithAccounts();
      const configured = db.collection("hr_disbursement_accounts");
      if (why === "no accounts are configured") await configured.deleteMany({});
      else await db.collection("accounts").deleteOne({ _id: toObjectId(accounts.debitAccountId) });
      const loan = await create(person, "Loan");
      await hr.engine.decide(loan, "completed");
      await waitFor(async () => (await read(person, loan))["status"] === "APPROVED");
      const problem =
        why === "no accounts are configured"
          ? "No accounts are configured for Loan"
          : `Account ${accounts.debitAccountId} not found`;
      expect((await read(person, loan))["disbursement"]).toEqual({ state: "OPEN", problem });
      expect(await legsOf(person.companyId)).toEqual([]);

      const mended = { ...accounts, debitAccountId: await addAccount(person.companyId) };
      await hr.call("PUT", "/api/disbursement-accounts/Loan", admin, mended);
      await db
        .collection("loans")
        .updateMany({ claimedUntil: { $exists: true } }, { $set: { claimedUntil: new Date(0) } });
      await waitFor(async () => (await legsOf(person.companyId)).length === 2);
      expect((await read(person, loan))["disbursement"]).toMatchObject({ state: "POSTED" });
    },
  );
});

describe("a run that HR did not ask for", () => {
  // Outcomes of `newWorkflowTask` with any workflow, of a run that another service asked for, and of a run from before
  // outcomes named their origin.
  const FOREIGN = [
    ["a person started", { origin: "person", runId: newId() }],
    ["a person started, by the run's own id", { origin: "person" }],
    ["another service asked for", { origin: "owner", runId: newId() }],
    ["nobody vouches for", { origin: undefined }],
  ] as const;

  it.each(FOREIGN)("that %s approves no loan and posts nothing [SAFE-1]", async (_who, run) => {
    const { person } = await aCompanyWithAccounts();
    const [pending, rejected] = [await create(person, "Loan"), await create(person, "Loan")];
    await hr.told(rejected, "rejected", "Too much");
    for (const loan of [pending, rejected]) await hr.told(loan, "completed", "Mine", run);
    expect(await read(person, pending)).toMatchObject({ status: "PENDING" });
    expect(await read(person, rejected)).toMatchObject({ status: "REJECTED", remark: "Too much" });
    expect(await legsOf(person.companyId)).toEqual([]);
    // The run that was asked for still counts.
    await hr.told(pending, "completed");
    expect(await legsOf(person.companyId)).toHaveLength(2);
  });

  it.each(["Leave", "Claim", "Advance"] as const)("rejects no %s either [SAFE-1]", async (kind) => {
    const nora = await hr.addPerson();
    const document = await create(nora, kind);
    await hr.told(document, "rejected", "Mine", { origin: "person" });
    expect(await read(nora, document)).toMatchObject({ status: "PENDING" });
  });
});

describe("the accounts of disbursements", () => {
  it("are read by anyone of the company, null where none are set", async () => {
    const { person, accounts } = await aCompanyWithAccounts();
    const { body } = await hr.call("GET", "/api/disbursement-accounts", person);
    expect(body).toEqual({ Loan: accounts, Advance: accounts });
    const stranger = await hr.addPerson();
    expect((await hr.call("GET", "/api/disbursement-accounts", stranger)).body).toEqual({
      Loan: null,
      Advance: null,
    });
  });

  it("are set by privileged users, and audited", async () => {
    const { person, admin, accounts } = await aCompanyWithAccounts();
    const path = "/api/disbursement-accounts/Loan";
    expect(await hr.call("PUT", path, person, accounts)).toMatchObject({ status: 403 });
    const swapped = { debitAccountId: accounts.creditAccountId, creditAccountId: accounts.debitAccountId };
    await hr.call("PUT", path, admin, swapped);
    const trail = await db
      .collection("audit_logs")
      .find({ entity: "hr_disbursement_accounts", actorId: toObjectId(admin.userId) })
      .sort({ _id: 1 })
      .toArray();
    expect(trail.at(-1)).toMatchObject({
      before: { kind: "Loan", ...accounts },
      after: { kind: "Loan", ...swapped },
    });
  });

  it("must be two of the company's own", async () => {
    const { person, admin, accounts } = await aCompanyWithAccounts();
    const foreign = await addAccount(newId());
    const { debitAccountId } = accounts;
    for (const [input, status, message] of [
      [{ ...accounts, creditAccountId: foreign }, 404, `Account ${foreign} not found`],
      [{ debitAccountId, creditAccountId: debitAccountId }, 400, "creditAccountId: must not be the same"],
      [{ debitAccountId }, 400, "creditAccountId: is required"],
      [{ ...accounts, more: 1 }, 400, "more"],
    ] as const) {
      expect(await hr.call("PUT", "/api/disbursement-accounts/Loan", admin, input)).toMatchObject({
        status,
        body: { message: expect.stringContaining(message) },
      });
    }
    expect(await hr.call("PUT", "/api/disbursement-accounts/Leave", admin, accounts)).toMatchObject({
      status: 400,
    });
    const { body } = await hr.call("GET", "/api/disbursement-accounts", person);
    expect(body["Loan"]).toEqual(accounts);
  });
});

describe("bad input", () => {
  it.each([
    ["claims", { ...DETAILS.Claim, amount: 0 }, "amount: must be greater than 0"],
    ["claims", { ...DETAILS.Claim, amount: "42" }, "amount: must be a number"],
    ["claims", { ...DETAILS.Claim, spentOn: "yesterday" }, "spentOn: must be a date"],
    ["claims", { amount: 1, spentOn: "2027-02-11" }, "description: is required"],
    ["loans", { ...DETAILS.Loan, amount: 0.000_000_1 }, "amount: expected at most 6 decimal places"],
    ["loans", { ...DETAILS.Loan, amount: 1e13 }, "amount: expected at most"],
    ["loans", { ...DETAILS.Loan, months: 0 }, "months: must be at least 1"],
    ["loans", { ...DETAILS.Loan, months: 1.5 }, "months: must be a whole number"],
    ["loans", { ...DETAILS.Loan, months: 121 }, "months: must be at most 120"],
    ["advances", { ...DETAILS.Advance, amount: -1 }, "amount: must be greater than 0"],
    ["advances", { ...DETAILS.Advance, disbursement: { state: "POSTED" } }, "disbursement"],
  ])("POST /api/%s of %j is refused and nothing is written", async (path, details, message) => {
    const nora = await hr.addPerson();
    const body = { employeeId: nora.employeeId, ...details };
    expect(await hr.call("POST", `/api/${path}`, nora, body)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(message) },
    });
    expect(await db.collection(path).countDocuments()).toBe(0);
    expect(hr.engine.accepted.size).toBe(0);
  });
});

import { newId, toObjectId } from "@countersign/mongo";
import { type OwnerFixture, type TestUser, useOwnerService } from "@countersign/testing";
import { DOCUMENT_KINDS, documentKinds } from "../src/document-kinds.ts";
import { hrService } from "../src/service.ts";

/** Somebody of a company with an employee record. */
export interface Person extends TestUser {
  employeeId: string;
}

/** The details of a leave that a test asks for. */
export const leaveOf = ({ employeeId }: Pick<Person, "employeeId">) => ({
  employeeId,
  from: "2027-03-01",
  to: "2027-03-05",
  reason: "Sailing",
});

export interface HrFixture {
  readonly engine: OwnerFixture["engine"];
  call: OwnerFixture["call"];
  user: OwnerFixture["user"];
  told: OwnerFixture["told"];
  restart: OwnerFixture["restart"];
  store: OwnerFixture["store"];
  leaves(): Promise<Record<string, unknown>[]>;
  addPerson(options?: Parameters<OwnerFixture["user"]>[0]): Promise<Person>;
  /** Somebody of the same company. */
  addColleague(person: Person): Promise<Person>;
  /** Takes a leave back to where a crash in the middle of its creation would have left it. */
  rewindToSubmitting(id: string, claimedUntil?: Date): Promise<void>;
  /** Lets the time of all claims run out; with a time, only of those that there are. */
  releaseClaims(claimedUntil?: Date): Promise<void>;
}

/** The HR service with a played engine; fresh for every test. */
export async function useHrService(): Promise<HrFixture> {
  const fixture = await useOwnerService(hrService, [
    ...documentKinds.map((kind) => DOCUMENT_KINDS[kind].collection),
    "employees",
    "hr_disbursement_accounts",
    "journal_entries",
    "ledger_entries",
  ]);
  const { db } = fixture.store;
  const addPerson: HrFixture["addPerson"] = async (options) => {
    const user = await fixture.user(options);
    const employeeId = newId();
    await db.collection("employees").insertOne({
      _id: toObjectId(employeeId),
      companyId: toObjectId(user.companyId),
      userId: toObjectId(user.userId),
    });
    return { ...user, employeeId };
  };
  return {
    get engine() {
      return fixture.engine;
    },
    store: fixture.store,
    call: fixture.call,
    user: fixture.user,
    told: fixture.told,
    restart: fixture.restart,
    leaves: () => db.collection("leaves").find().toArray(),
    addPerson,
    addColleague: ({ companyId }) => addPerson({ companyId }),
    async rewindToSubmitting(id, claimedUntil = new Date()) {
      await db
        .collection("leaves")
        .updateOne({ _id: toObjectId(id) }, { $set: { status: "SUBMITTING", claimedUntil } });
    },
    async releaseClaims(claimedUntil) {
      const leaves = db.collection("leaves");
      if (claimedUntil === undefined) await leaves.updateMany({}, { $unset: { claimedUntil: true } });
      else await leaves.updateMany({ claimedUntil: { $exists: true } }, { $set: { claimedUntil } });
    },
  };
}

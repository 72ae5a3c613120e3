import { randomUUID } from "node:crypto";

import { BUILT_IN_KINDS, MESSAGES, cloudEvent } from "@countersign/contracts";
import { createDirectoryCopy } from "@countersign/directory";
import { newId, toObjectId } from "@countersign/mongo";
import { useTestBus, useTestStore, waitFor } from "@countersign/testing";
import { type TestOptions, beforeAll, describe, expect, it } from "vitest";

import { engineOn, recordsOf, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { staffedCompany } from "../../test/staffed-company.ts";
import { groupsAmong } from "../groups/index.ts";
import { createCompanyFence } from "../shared/company-fence.ts";
import { consumeDirectory } from "./directory-consumer.ts";

const store = await useTestStore();
const records = recordsOf(store);
const engine = await engineOn(store);

const [OWN, FOREIGN] = [newId(), newId()];
const nameOf = async (_id: string) =>
  (await records.list<{ name?: string }>("users", { _id: toObjectId(_id) }))[0]?.name;

type ChangeName = "userChanged" | "employeeChanged" | "departmentChanged" | "groupChanged";

const userOf = (companyId: string, user: object) => ({
  companyId,
  user: { active: true, version: 1, ...user },
});

describeChanges("in-process", {});
describeChanges("nats", { tags: ["nats"] });

function describeChanges(adapter: "in-process" | "nats", options: TestOptions): void {
  describe(`changes of the directory, over the bus ${adapter},`, options, () => {
    const letters: { subject: string; reason: string }[] = [];
    const messages = useTestBus(adapter, { deadLettered: (letter) => letters.push(letter) });
    beforeAll(async () => {
      const fence = createCompanyFence(new Map([["HR", new Set([OWN])]]));
      const directory = createDirectoryCopy(store.db);
      await consumeDirectory({
        kinds: BUILT_IN_KINDS,
        bus: messages.bus,
        directory,
        fence,
        left: async (companyId, userId) => engine.releaseLeaver(companyId, userId),
        backoffMs: [10],
      });
    });

    /** Publishes a change as the broker stores it. */
    async function publish(name: ChangeName, data: object, account?: string): Promise<string> {
      const { type, address } = MESSAGES[name];
      const id = randomUUID();
      const event = cloudEvent({ id, source: "/countersign/hr", type, subject: "x", time: new Date(), data });
      const subject =
        account === undefined ? address : address.replace("directory.", `directory.from.${account}.`);
      await messages.bus.publish({ subject, id, data: event });
      return subject;
    }
    const reasonOf = (subject: string, text: string) =>
      waitFor(() => letters.find((letter) => letter.subject === subject && letter.reason.includes(text)));

    it("are written in their order, each record's newest last [DOC-4]", async () => {
      const people = [newId(), newId(), newId()];
      for (let version = 1; version <= 20; version += 1) {
        for (const _id of people)
          await publish("userChanged", userOf(OWN, { _id, version, name: `v${version}` }), "HR");
      }
      for (const _id of people) await waitFor(async () => (await nameOf(_id)) === "v20");
      const late = newId();
      await publish("userChanged", userOf(OWN, { _id: people[0], version: 3, name: "late" }), "HR");
      await publish("userChanged", userOf(OWN, { _id: late, name: "after it" }), "HR");
      await waitFor(async () => (await nameOf(late)) === "after it");
      expect(await nameOf(people[0]!)).toBe("v20");
    });

    it("release the seats of a user who has left [PPL-5]", async () => {
      const [approver, submitter] = [newId(), newId()];
      const caller = { companyId: OWN, userId: submitter, privileged: false };
      const seat = { companyId: OWN, userId: approver, privileged: false };
      const { refId } = await submitNew(engine, caller, stagesOf([seat]));
      await publish("userChanged", userOf(OWN, { _id: approver, name: "Bob", active: false }), "HR");
      await waitFor(async () => (await records.events(refId)).some(({ event }) => event === "APPROVER_LEFT"));
    });

    it("come from HR's account for its companies, or from the platform itself [DOC-4] [MSG-FENCE-01]", async () => {
      const [ofHr, ofPlatform] = [newId(), newId()];
      await publish("userChanged", userOf(OWN, { _id: ofHr, name: "by HR" }), "HR");
      await publish("userChanged", userOf(FOREIGN, { _id: ofPlatform, name: "by the platform" }));
      await waitFor(async () => (await nameOf(ofHr)) === "by HR");
      await waitFor(async () => (await nameOf(ofPlatform)) === "by the platform");
    });

    it.each([
      ["HR", FOREIGN, "This service may not act for the company"],
      ["PAYROLL", OWN, "This service may not act for the company"],
      ["INVENTORY", OWN, "Only the service of the owner hr may change the directory"],
    ])(
      "of account %s for company %s are dead letters [DOC-4] [MSG-FENCE-01]",
      async (account, company, reason) => {
        const _id = newId();
        const subject = await publish("userChanged", userOf(company, { _id, name: "Mallory" }), account);
        await reasonOf(subject, reason);
        expect(await nameOf(_id)).toBeUndefined();
      },
    );

    it.each<[string, ChangeName, object, string]>([
      [
        "a name that is too long",
        "userChanged",
        { user: { name: "x".repeat(100_000) } },
        "data.user.name: must have at most 200 characters",
      ],
      [
        "hidden text",
        "userChanged",
        { user: { name: "Nora\u202E" } },
        "data.user.name: must not contain U+202E",
      ],
      [
        "an unknown zone",
        "userChanged",
        { user: { timeZone: "Mars/Olympus" } },
        "data.user.timeZone: must be an IANA time zone",
      ],
      [
        "no version",
        "employeeChanged",
        { employee: { version: undefined } },
        "data.employee.version: is required",
      ],
      [
        "a reference that is no id",
        "departmentChanged",
        { department: { hodId: "Helen" } },
        "data.department.hodId: must be 24 hexadecimal",
      ],
      [
        "a member twice",
        "groupChanged",
        { group: { memberIds: ["a".repeat(24), "a".repeat(24)] } },
        "data.group.memberIds.1: must differ from the members before",
      ],
      ["no record", "employeeChanged", {}, "data.employee: is required"],
      ["another type of record", "departmentChanged", { user: {} }, "data.department: is required"],
    ])("with %s are dead letters that name field and rule [DOC-4]", async (_what, name, data, reason) => {
      const records = Object.entries(data).map(([type, fields]) => [
        type,
        { _id: newId(), active: true, version: 1, ...(fields as object) },
      ]);
      const subject = await publish(name, { companyId: OWN, ...Object.fromEntries(records) });
      await reasonOf(subject, reason);
    });

    it("write groups, each one's newest last, and leave those kept by hand [SRC-2]", async () => {
      const admin = { companyId: OWN, userId: newId(), privileged: true };
      const [_id, memberId] = [newId(), newId()];
      const groupOf = (group: object) => ({ companyId: OWN, group: { _id, active: true, ...group } });
      const group = { name: "Directors", memberIds: [memberId] };
      await publish("groupChanged", groupOf({ ...group, version: 2 }), "HR");
      await publish("groupChanged", groupOf({ version: 1, name: "Late" }), "HR");
      const byHand = await engine.groups.create(admin, { name: `By hand, ${adapter}`, memberIds: [] });
      const subject = await publish("groupChanged", groupOf({ ...group, _id: byHand._id, version: 1 }), "HR");
      await reasonOf(subject, "data.group._id: this group is kept by hand in the approval engine");
      await waitFor(async () => (await groupsAmong(store, OWN, [_id])).has(_id));
      const closed = groupOf({ ...group, version: 3, active: false });
      await publish("groupChanged", closed, "HR");
      await waitFor(async () => (await groupsAmong(store, OWN, [_id])).get(_id)?.active === false);
      expect(await groupsAmong(store, OWN, [_id, byHand._id])).toEqual(
        new Map([
          [_id, { ...group, active: false }],
          [byHand._id, { name: byHand.name, memberIds: [], active: true }],
        ]),
      );
    });

    it("of a record of another company are dead letters, and the record stays [DOC-4]", async () => {
      const _id = newId();
      await publish("userChanged", userOf(FOREIGN, { _id, name: "Nora" }));
      await waitFor(async () => (await nameOf(_id)) === "Nora");
      const subject = await publish("userChanged", userOf(OWN, { _id, version: 2, name: "Mallory" }), "HR");
      await reasonOf(subject, "data.user._id: another company has this id");
      expect(await nameOf(_id)).toBe("Nora");
    });

    it("of an unknown type are dead letters [DOC-4]", async () => {
      const subject = "directory.team.changed";
      await messages.bus.publish({ subject, id: randomUUID(), data: {} });
      await reasonOf(subject, "no such change");
    });
  });
}

it("takes a department of another company for none [DOC-4]", async () => {
  const { submit, setEmployee } = await staffedCompany(engine, store);
  const departmentId = newId();
  const theirs = { _id: departmentId, active: true, version: 1, hodId: newId() };
  await createDirectoryCopy(store.db).apply("department", newId(), theirs);
  await setEmployee({ departmentId: toObjectId(departmentId) });
  const { tasks } = await submit();
  expect(tasks.map(({ stageName }) => stageName)).toEqual(["MANAGER", "HR"]);
});

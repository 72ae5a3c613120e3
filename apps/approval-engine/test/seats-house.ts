import type { DirectoryType } from "@countersign/contracts";
import { type DirectoryChange, createDirectoryEditor } from "@countersign/directory";
import { type Store, createUnitOfWork, newId, toObjectId } from "@countersign/mongo";

import type { Caller, Engine } from "../src/engine.ts";
import { TIMERS, type TimerRecord } from "../src/timers/records.ts";
import { daysFrom } from "./days-from.ts";
import { aCompany } from "./engine-fixture.ts";

/**
 * A company for the table of MEET: Sam submits, Ann approves first, Bob after her. Pia, Quin, Rex and Sam are privileged, and
 * may change who is asked.
 */
export async function aSeatsHouse({ engine, store }: { engine: Engine; store: Store }) {
  const company = aCompany();
  const { companyId } = company;
  const directory = createUnitOfWork(store, (scope) =>
    createDirectoryEditor(scope, { service: "hr-service", source: "/countersign/hr" }),
  );
  /** Changes a record of the directory; without a caller an importer does. */
  const change = async (type: DirectoryType, _id: string, values: DirectoryChange, by?: Caller) => {
    const actor = by ? { actorId: by.userId, at: new Date() } : { at: new Date() };
    const changes = [{ type, companyId, _id, change: values, eventId: newId() }];
    await directory((editor) => editor.change(changes, actor));
  };
  const employees = new Map<string, string>();
  const person = (name: string, isPrivileged = false): Caller => {
    const caller = company.user({ privileged: isPrivileged, name });
    employees.set(caller.userId, newId());
    return caller;
  };
  const [sam, ann, bob] = [person("Sam", true), person("Ann"), person("Bob")];
  const [pia, quin, rex] = [person("Pia", true), person("Quin", true), person("Rex", true)];
  const people = [sam, ann, bob, pia, quin, rex];
  const ofCompany = toObjectId(companyId);
  await store.db
    .collection("users")
    .insertMany(people.map(({ userId, name }) => ({ _id: toObjectId(userId), companyId: ofCompany, name })));
  await store.db.collection("employees").insertMany(
    people.map(({ userId }) => ({
      _id: toObjectId(employees.get(userId)!),
      companyId: ofCompany,
      userId: toObjectId(userId),
    })),
  );
  return {
    company,
    sam,
    ann,
    bob,
    pia,
    quin,
    rex,
    change,
    employeeOf: ({ userId }: Caller): string => employees.get(userId)!,
    reportsTo: (below: Caller, above: Caller, by?: Caller) =>
      change("employee", employees.get(below.userId)!, { reportingTo: employees.get(above.userId)! }, by),
    /** The user's second employee record, which an importer has made. */
    isAlsoEmployed: ({ userId }: Caller, above: Caller) =>
      change("employee", newId(), { userId, reportingTo: employees.get(above.userId)! }),
    standsIn: (principal: Caller, substituteId: string) =>
      engine.createSubstitution(principal, { substituteId, ...daysFrom(0) }),
    group: (...members: Caller[]) =>
      engine.groups.create(rex, { name: `G ${newId()}`, memberIds: members.map(({ userId }) => userId) }),
    limit: (holder: Caller, upTo: string) =>
      engine.limits.create(rex, { userId: holder.userId, kind: "Leave", currency: "EUR", upTo }),
    leaves: async (leaver: Caller, by: Caller): Promise<void> => {
      await change("user", leaver.userId, { active: false }, by);
      await engine.releaseLeaver(companyId, leaver.userId);
    },
    /** Submits Sam's leave, which Ann decides as the manager and Bob as the head. @param managersOrder - of Ann's level */
    submitLeave: async (managersOrder: 1 | 2, approvers?: readonly Caller[]) => {
      const departmentId = newId();
      await change("department", departmentId, { name: "Sales", hodId: bob.userId });
      const employeeId = employees.get(sam.userId)!;
      await change("employee", employeeId, { departmentId, reportingTo: employees.get(ann.userId)! });
      const levels = [
        {
          role: "MANAGER" as const,
          order: managersOrder,
          approveBy: approvers ? ("ALL" as const) : ("ANY" as const),
          ...(approvers && { approvers: approvers.map(({ userId: approverId }) => ({ approverId })) }),
        },
        { role: "HEAD_OF_DEPARTMENT" as const, order: 3 - managersOrder, approveBy: "ANY" as const },
      ];
      const { _id: policyId } = await engine.policies.create(rex, { kind: "LEAVE", levels });
      const leave = {
        kind: "Leave" as const,
        refId: newId(),
        ref: "LV-1",
        employeeId,
        submitterId: sam.userId,
      };
      return { ...(await engine.submitHr({ ...sam, isService: true }, leave)), policyId, levels };
    },
    /** Lets the stage's next rung be due, and take effect. */
    passTime: async (taskId: string): Promise<void> => {
      const timers = store.db.collection<TimerRecord>(TIMERS);
      const ofTask = { taskId: toObjectId(taskId), state: "WAITING" as const };
      await timers.updateMany(ofTask, { $set: { at: new Date(Date.now() - 1_000) } });
      for (const timer of await timers.find(ofTask).toArray()) await engine.fireTimer(timer);
    },
    status: async (taskId: string): Promise<string> => {
      const task = await store.db.collection("workflow_tasks").findOne({ _id: toObjectId(taskId) });
      return String(task?.["status"]);
    },
  };
}

export type SeatsHouse = Awaited<ReturnType<typeof aSeatsHouse>>;

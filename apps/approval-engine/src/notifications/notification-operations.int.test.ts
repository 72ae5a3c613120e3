import { newId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, stagesOf, submitted } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore();
const { as, engine } = await useReplica(store, useBus());

interface Notification {
  _id: string;
  message: string;
  read: boolean;
}
const mine = async (caller: Caller, read?: boolean | null): Promise<Notification[]> =>
  (
    await as(caller).get<{ findMyNotifications: Notification[] }>(
      `query Mine($read: Boolean) { findMyNotifications(read: $read) {
        _id message read userId eventId taskId refId workflowId kind companyId createdAt } }`,
      { ...(read !== undefined && { read }) },
    )
  ).findMyNotifications;
const MARK = "mutation Mark($id: ID!) { markNotificationRead(id: $id) }";

describe("stored notifications", () => {
  const company = aCompany();
  const [ann, ben] = [company.user(), company.user()];

  // Rules: [AE-NOTIF-19] [AE-NOTIF-01] [AE-NOTIF-02] [AE-NOTIF-03] [AE-NOTIF-05]
  it("are listed for their recipient only, newest first", async () => {
    const first = await submitted(engine, ben, stagesOf([ann]), { ref: "N-1" });
    await submitted(engine, ben, stagesOf([ann]), { ref: "N-2", kind: "Loan" });
    const all = await mine(ann);
    expect(all.map(({ message }) => message)).toEqual([
      "N-2 submitted for your approval — Stage 1",
      "N-1 submitted for your approval — Stage 1",
    ]);
    expect(all[1]).toMatchObject({
      userId: ann.userId,
      eventId: expect.stringMatching(/^[0-9a-f]{24}$/u) as string,
      refId: first.refId,
      taskId: first.tasks[0]?._id,
      workflowId: null,
      kind: "Leave",
      read: false,
      companyId: company.companyId,
    });
    expect(await mine(ben)).toEqual([]);
    expect(await mine({ ...ann, companyId: aCompany().companyId })).toEqual([]);
  });

  it("are marked read one by one, by their recipient only [AE-NOTIF-20]", async () => {
    const [newest] = await mine(ann);
    const id = newest?._id;
    for (const other of [ben, { ...ann, companyId: aCompany().companyId }]) {
      const { errors } = await as(other).ask(MARK, { id });
      expect(errors).toMatchObject([{ extensions: { code: "NOT_FOUND" } }]);
    }
    expect((await as(ann).ask(MARK, { id: newId() })).errors).toMatchObject([
      { extensions: { code: "NOT_FOUND" } },
    ]);
    expect((await as(ann).ask(MARK, { id: "1" })).errors).toMatchObject([
      { message: "id: must be 24 hexadecimal characters", extensions: { field: "id" } },
    ]);
    expect(await mine(ann, false)).toHaveLength(2);
    expect(await as(ann).get(MARK, { id })).toEqual({ markNotificationRead: true });
    expect(await as(ann).get(MARK, { id })).toEqual({ markNotificationRead: true });
    expect((await mine(ann, true)).map(({ _id }) => _id)).toEqual([id]);
    expect(await mine(ann, false)).toHaveLength(1);
    expect(await mine(ann, null)).toHaveLength(2);
  });

  it("are marked read all at once, each user's own [AE-NOTIF-21]", async () => {
    await submitted(engine, ann, stagesOf([ben]), { ref: "N-3" });
    const marked = await as(ann).get("mutation { markAllNotificationsRead }");
    expect(marked).toEqual({ markAllNotificationsRead: true });
    expect(await mine(ann, false)).toEqual([]);
    expect(await mine(ben, false)).toHaveLength(1);
  });
});

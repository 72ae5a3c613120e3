import { toObjectId } from "@countersign/mongo";
import { createLeases } from "@countersign/mongo/due-work";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import { mailsOf } from "../../test/mail-fixture.ts";
import { FEATURES } from "../all-features.ts";
import type { ChannelMessage } from "../shared/channel.ts";
import { queueRows } from "./queue-rows.ts";
import { CHANNEL_ROWS, type ChannelRowRecord } from "./records.ts";
import { sendDue } from "./send-due.ts";

const store = await useTestStore();
const chat = { name: "CHAT", open: () => undefined };
const features = [
  ...FEATURES,
  { name: "chat", uses: [], channel: chat, sdl: 'extend enum NotificationChannel { "By chat." CHAT }' },
];
const { engine, as } = await useReplica(store, useBus(), { features });
const rows = store.db.collection<ChannelRowRecord>(CHANNEL_ROWS);

describe("a further channel", () => {
  it("has rows of its own beside those of the others, and sends its own alone [TIME-5]", async () => {
    const company = aCompany();
    const [ann, ben] = [company.user({ name: "Ann" }), company.user({ name: "Ben" })];
    await mailsOf(store).known(ann, ben);
    const { refId } = await submitNew(engine, ann, stagesOf([ben]), { ref: "C-1" });
    const notification = { userId: toObjectId(ben.userId), refId: toObjectId(refId) };
    const { _id } = (await store.db.collection("workflow_notifications").findOne(notification))!;
    for (let time = 0; time < 2; time += 1) {
      await queueRows(store.db, ["CHAT", "EMAIL"], _id.toHexString(), new Date());
    }
    const id = _id.toHexString();
    const queued = await rows.find({ notificationId: _id }).sort({ _id: 1 }).toArray();
    expect(queued.map((row) => row._id)).toEqual([`CHAT ${id}`, `EMAIL ${id}`]);
    const messages: ChannelMessage[] = [];
    const parts = {
      db: store.db,
      settingsDefaults: {},
      leases: createLeases(store.db, { service: "test" }),
      channels: [{ name: "CHAT", send: async (message: ChannelMessage) => void messages.push(message) }],
      onEnd: () => undefined,
      clock: () => new Date(),
    };
    await sendDue(parts, queued[0]!);
    expect(messages).toMatchObject([{ id, notifications: [{ refId, isAsked: true }], isDigest: false }]);
    expect(await rows.countDocuments({ notificationId: _id, sentAt: { $exists: true } })).toBe(1);
    await expect(sendDue(parts, queued[1]!)).rejects.toThrow("this replica has no channel EMAIL");
  });

  it("has preferences like those of mail [TIME-5]", async () => {
    const reader = aCompany().user({ name: "Ann" });
    const update = { preferences: [{ channel: "CHAT", category: "ASKED", when: "DIGEST" }] } as const;
    await engine.updateNotificationPreferences(reader, { preferences: [...update.preferences] });
    const query = "{ notificationPreferences { channel category when } }";
    const answer = await as(reader).get<{ notificationPreferences: object[] }>(query);
    expect(answer.notificationPreferences).toHaveLength(12);
    expect(answer.notificationPreferences.slice(-4)).toEqual([
      { channel: "CHAT", category: "ASKED", when: "DIGEST" },
      { channel: "CHAT", category: "REMINDER", when: "NOW" },
      { channel: "CHAT", category: "OUTCOME", when: "DIGEST" },
      { channel: "CHAT", category: "QUESTION", when: "NOW" },
    ]);
  });
});

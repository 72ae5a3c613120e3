import { createLeases } from "@countersign/mongo/due-work";
import { newId, toObjectId } from "@countersign/mongo";
import { commandEventsOf, silentLogger, useTestStore, waitFor } from "@countersign/testing";
import type { CommandStartedEvent } from "mongodb";
import { describe, expect, it, onTestFinished } from "vitest";

import { type Company, aCompany, engineOn, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { costlyAmong, scansAmong, searchesOf } from "../../test/searches.ts";
import { keepSwept, sweepNotifications } from "./sweep-notifications.ts";

const store = await useTestStore({ monitored: true });
const engine = await engineOn(store);
const notifications = store.db.collection("workflow_notifications");
const leases = createLeases(store.db, { service: "approval-engine" });

const now = new Date("2026-11-26T12:00:00Z");
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
const sweep = (settingsDefaults = {}) =>
  sweepNotifications({ db: store.db, settingsDefaults, clock: () => now });

const admin = (company: Company) => company.user({ privileged: true });
const keptFor = (company: Company, notificationDays: number | null) =>
  engine.updateApprovalSettings(admin(company), { notificationDays });

/** Notifications of a company, by the days since they were read; null: unread for ten years. */
async function notified(company: Company, read: readonly (number | null)[]): Promise<void> {
  const rows = read.map((days) => ({
    companyId: toObjectId(company.companyId),
    userId: toObjectId(newId()),
    createdAt: daysAgo(3_650),
    updatedAt: days === null ? daysAgo(3_650) : daysAgo(days),
    deletedAt: null,
    read: days !== null,
    days,
  }));
  await notifications.insertMany(rows);
}
const keptOf = async ({ companyId }: Company) =>
  (await notifications.find({ companyId: toObjectId(companyId) }).toArray()).map(
    ({ days }) => days as number | null,
  );

describe("notifications that were read", () => {
  it("go after the days that their company has set, unread ones and other companies' stay [OPS-8]", async () => {
    const [short, long, unset] = [aCompany(), aCompany(), aCompany()];
    await keptFor(short, 30);
    await keptFor(long, 3_650);
    for (const company of [short, long, unset]) await notified(company, [null, 29, 31, 3_651]);
    expect(await sweep()).toBe(3);
    expect(await keptOf(short)).toEqual([null, 29]);
    expect(await keptOf(long)).toEqual([null, 29, 31]);
    expect(await keptOf(unset)).toEqual([null, 29, 31, 3_651]);
    expect(await sweep()).toBe(0);
    // Where the setting is gone, they are kept again.
    await keptFor(long, null);
    await notified(long, [5_000]);
    expect(await sweep()).toBe(0);
  });

  it("go after the deployment's days where a company has set none [OPS-8] [OPS-2]", async () => {
    const [own, other] = [aCompany(), aCompany()];
    await keptFor(own, 365);
    for (const company of [own, other]) await notified(company, [null, 89, 91, 366]);
    await sweep({ notificationDays: 90 });
    expect(await keptOf(own)).toEqual([null, 89, 91]);
    expect(await keptOf(other)).toEqual([null, 89]);
  });

  it("count from when they were read, not from when they came [OPS-8]", async () => {
    const company = aCompany();
    const [submitter, approver] = [company.user(), company.user()];
    await keptFor(company, 30);
    await submitNew(engine, submitter, stagesOf([approver]));
    const ofCompany = { companyId: toObjectId(company.companyId) };
    await notifications.updateMany(ofCompany, { $set: { createdAt: daysAgo(400), updatedAt: daysAgo(400) } });
    await engine.markAllNotificationsRead(approver);
    await sweep();
    expect(await notifications.countDocuments(ofCompany)).toBe(1);
  });

  it("go 500 a command, each batch found by one look along an index [OPS-8]", async () => {
    const company = aCompany();
    await keptFor(company, 30);
    await notified(
      company,
      Array.from({ length: 1_100 }, () => 31),
    );
    await notified(
      company,
      Array.from({ length: 600 }, () => 29),
    );
    const searches = await searchesOf(store, async () => {
      const commands = await commandEventsOf(store.client, () => sweep());
      const deleted = commands.flatMap(({ command }) =>
        command["delete"] === undefined ? [] : [command["deletes"][0].q._id.$in.length],
      );
      expect(deleted).toEqual([500, 500, 100]);
    });
    expect(
      await scansAmong(
        store,
        searches.filter(({ find }) => find === "workflow_notifications"),
      ),
    ).toEqual([]);
    expect(await costlyAmong(store, searches)).toEqual([]);
  });

  it("are removed by one replica at a time, and by the next when that has finished [OPS-8]", async () => {
    const company = aCompany();
    await keptFor(company, 30);
    await notified(company, [31]);
    const until = new Date(Date.now() + 60_000);
    await leases.take(["notifications"], { holder: "another", until });
    const failures: string[] = [];
    const logger = { ...silentLogger, warn: (_about: object, text: string) => failures.push(text) };
    const sweeping = await keepSwept({ db: store.db, leases, logger, everyMs: 5, clock: () => now });
    onTestFinished(() => sweeping.close());
    // The looks at the lease: rounds that found it taken.
    let rounds = 0;
    const note = ({ command }: CommandStartedEvent) => void (rounds += command["find"] === "leases" ? 1 : 0);
    store.client.on("commandStarted", note);
    onTestFinished(() => void store.client.off("commandStarted", note));
    await waitFor(() => rounds > 2);
    expect(await keptOf(company)).toEqual([31]);
    await leases.giveBack(["notifications"], "another");
    await waitFor(async () => (await keptOf(company)).length === 0);
    expect(failures).toEqual([]);
  });

  it.each([29, 3_651, 30.5])("are not kept for %s days: the setting is refused [OPS-8]", async (days) => {
    const company = aCompany();
    await expect(keptFor(company, days)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      field: "notificationDays",
    });
    expect(await keptOf(company)).toEqual([]);
  });
});

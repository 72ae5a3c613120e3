import { setTimeout as delay } from "node:timers/promises";
import { WEBHOOK_OWNER } from "./receiver.ts";
import { Divergence } from "./tracker.ts";
import { untilDone } from "./until-done.ts";
import type { World } from "./world.ts";

/** The beginnings of the subjects that the owner is sent. */
const SENT = [`approval.outcome.${WEBHOOK_OWNER}.`, `approval.request.${WEBHOOK_OWNER}.`];
const LOOK_PAUSE_MS = 200;
/** Looks without a single event that was applied: each makes everything due at once. */
const LOOKS_AT_STANDSTILL = 300;

/**
 * Waits until the receiver has applied every event of the documents, and compares: each once, none else, in the order of the
 * outbox.
 *
 * @throws Divergence where events stay away while nothing else holds them, come twice or in another order
 */
export async function checkWebhooks(world: World, refIds: readonly string[]): Promise<void> {
  const expected = await expectedEvents(world, refIds);
  const count = [...expected.values()].reduce((sum, { length }) => sum + length, 0);
  let [most, looks] = [-1, 0];
  for (;;) {
    const appliedEvents = Map.groupBy(world.applied(), (line) => line.split(" ")[0]!);
    const ofHistory = refIds.map((refId) => ({ refId, lines: appliedEvents.get(refId) ?? [] }));
    const appliedCount = ofHistory.reduce((sum, { lines }) => sum + lines.length, 0);
    if (appliedCount >= count) {
      for (const { refId, lines } of ofHistory) compare(refId, lines, expected.get(refId) ?? []);
      return;
    }
    if (appliedCount > most) [most, looks] = [appliedCount, 0];
    looks += 1;
    if (looks > LOOKS_AT_STANDSTILL) {
      throw new Divergence(`webhooks never arrived: ${appliedCount} of ${count} were applied`);
    }
    await makeDue(world);
    await delay(LOOK_PAUSE_MS);
  }
}

async function expectedEvents({ store }: World, refIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await untilDone(() =>
    store.db
      .collection<{ _id: string; key: string; subject: string; position: number }>("outbox")
      .find({ key: { $in: refIds } })
      .sort({ position: 1 })
      .toArray(),
  );
  const sentRows = rows.filter(({ subject }) => SENT.some((prefix) => subject.startsWith(prefix)));
  const byRefId = Map.groupBy(sentRows, ({ key }) => key);
  return new Map([...byRefId].map(([refId, all]) => [refId, all.map(({ _id }) => `${refId} ${_id}`)]));
}

/** Ends the claims of replicas that are gone, and the waits after failures: a minute, and from five seconds. */
async function makeDue({ store }: World): Promise<void> {
  const now = new Date();
  const waitingRows = { owner: WEBHOOK_OWNER, claimedUntil: { $gt: now } };
  await untilDone(() =>
    store.db.collection("webhook_documents").updateMany(waitingRows, { $set: { claimedUntil: now } }),
  );
}

function compare(refId: string, appliedOutcomes: readonly string[], expected: readonly string[]): void {
  if (appliedOutcomes.join() === expected.join()) return;
  throw new Divergence(
    `the webhooks of ${refId} were applied as ${JSON.stringify(appliedOutcomes)}, and not as ${JSON.stringify(expected)}`,
  );
}

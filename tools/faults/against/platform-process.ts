/**
 * The approval engine and its store as one of two platforms that play the same history. This file and its neighbour are copied
 * into the other commit, whose packages they then run, so they use nothing but what is public there. The process ends with its parent.
 */
import { approvalEngine } from "@countersign/approval-engine";
import { startEmbeddedStore } from "@countersign/embedded-store";
import { stopClock } from "./stopped-clock.ts";

const clock = stopClock(Number(process.env["HISTORY_START_MS"]));
const store = await startEmbeddedStore();
const { publicUrl } = await approvalEngine.start({ ...process.env, MONGODB_URI: store.uri });
process.on("message", ({ nowMs }: { nowMs: number }) => {
  clock.set(nowMs);
  process.send?.({ nowMs });
});
process.on("disconnect", () => process.exit());
process.send?.({ publicUrl, storeUri: store.uri });

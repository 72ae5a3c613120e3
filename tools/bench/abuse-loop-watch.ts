/**
 * Loaded into a service's process: on SIGWINCH it writes what the process did since the last time. The process watches
 * itself, because an answer with its metrics would keep the users waiting whose waits are measured. A stretch of the
 * event loop is in milliseconds of the main thread's CPU time, which does not depend on other processes.
 */
import { writeFileSync } from "node:fs";

const LOOK_MS = 2;
const MEMORY_LOOK_MS = 50;
const MICROSECONDS_PER_MILLISECOND = 1_000;
const BYTES_PER_MEGABYTE = 1_048_576;

/** What a process did since the last look. */
export interface Watched {
  /** Longest stretch of the event loop, in milliseconds of CPU. */
  longestStretchMs: number;
  /** Resident memory: now, and its maximum since the last look. */
  residentMb: number;
  peakMb: number;
}

const residentMb = () => process.memoryUsage.rss() / BYTES_PER_MEGABYTE;

let longestStretchMs = 0;
let peakMb = 0;
let last = process.threadCpuUsage();
setInterval(() => {
  const { user, system } = process.threadCpuUsage(last);
  last = process.threadCpuUsage();
  longestStretchMs = Math.max(longestStretchMs, (user + system) / MICROSECONDS_PER_MILLISECOND);
}, LOOK_MS).unref();
setInterval(() => (peakMb = Math.max(peakMb, residentMb())), MEMORY_LOOK_MS).unref();
process.on("SIGWINCH", () => {
  const now = residentMb();
  const watched: Watched = { longestStretchMs, residentMb: now, peakMb: Math.max(peakMb, now) };
  writeFileSync(process.env["BENCH_WATCH_FILE"]!, JSON.stringify(watched));
  longestStretchMs = peakMb = 0;
});

/**
 * Loaded into a service's process: on SIGWINCH it writes the longest stretch of the event loop since the last time, in
 * milliseconds of the main thread's CPU time. Unlike wall time, CPU time does not depend on other processes.
 */
import { writeFileSync } from "node:fs";

const LOOK_MS = 2;
const MICROSECONDS_PER_MILLISECOND = 1_000;

let longest = 0;
let last = process.threadCpuUsage();
setInterval(() => {
  const { user, system } = process.threadCpuUsage(last);
  last = process.threadCpuUsage();
  longest = Math.max(longest, (user + system) / MICROSECONDS_PER_MILLISECOND);
}, LOOK_MS).unref();
process.on("SIGWINCH", () => {
  writeFileSync(process.env["BENCH_STRETCH_FILE"]!, String(longest));
  longest = 0;
});

import { Session } from "node:inspector/promises";

/** The bytes of the heap that this process still needs: collects garbage first, as DevTools does. */
export async function heapInUse(): Promise<number> {
  const session = new Session();
  session.connect();
  try {
    await session.post("HeapProfiler.collectGarbage");
  } finally {
    session.disconnect();
  }
  return process.memoryUsage().heapUsed;
}

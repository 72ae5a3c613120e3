import { constants, PerformanceObserver } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import { fail } from "./errors.ts";

/** Shares of the heap at which the operator is warned, and at which writes that add are refused. */
const WARNED = 0.7;
const FULL = 0.85;
const MEGABYTE = 2 ** 20;
/** The room for new objects, which V8 adds to the limit of the old ones, at which a process ends. */
const NEW_OBJECTS_BYTES = 96 * MEGABYTE;

/** The heap of the process, in which all data lives. */
export interface Heap {
  /** How full it was after the last full collection, from 0 to 1; 0 before the first. */
  share: number;
  close(): void;
}

/** Watches the heap: after each full collection what is used is what lives. */
export function watchHeap(warn: (message: string) => void): Heap {
  const heap: Heap = { share: 0, close: () => observer.disconnect() };
  const observer = new PerformanceObserver((list) => {
    if (!list.getEntries().some(isFullCollection)) return;
    const before = heap.share;
    heap.share = shareOfHeap();
    if (before < WARNED && heap.share >= WARNED)
      warn(`${sentence(heap)}; from ${percent(FULL)} on writes are refused`);
  });
  observer.observe({ entryTypes: ["gc"] });
  return heap;
}

/**
 * Refuses a write that adds, before the process runs out of memory and ends; what removes goes on.
 *
 * @throws StoreError OutOfDiskSpace, which clients know as a store without room
 */
export function refuseWhenFull(heap: Heap): void {
  if (heap.share >= FULL) fail("OutOfDiskSpace", `${sentence(heap)}: remove data, or give it more memory`);
}

const isFullCollection = (entry: PerformanceEntry): boolean =>
  "detail" in entry &&
  (entry.detail as { kind?: number } | null)?.kind === constants.NODE_PERFORMANCE_GC_MAJOR;

function shareOfHeap(): number {
  const { used_heap_size: usedBytes, heap_size_limit: limit } = getHeapStatistics();
  return usedBytes / (limit - NEW_OBJECTS_BYTES);
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const sentence = ({ share }: Heap): string =>
  `the memory of the embedded store is ${percent(share)} full (NODE_OPTIONS=--max-old-space-size sets it, in megabytes)`;

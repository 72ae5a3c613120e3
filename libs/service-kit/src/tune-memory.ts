import { setFlagsFromString } from "node:v8";

/**
 * Keeps V8 from allocating as old what it has seen survive, and from collecting the old generation whenever it has grown
 * by a tenth (ADR 23). With many requests in flight nearly everything survives at first; from then on garbage would pile
 * up among what lives long, and keep more of it alive. And while the old generation is marked, by several threads, what
 * is asked meanwhile waits for the processors.
 */
export function tuneMemory(): void {
  setFlagsFromString("--no-allocation-site-pretenuring");
  setFlagsFromString("--heap-growing-percent=100");
}

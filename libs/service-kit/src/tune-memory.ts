import { setFlagsFromString } from "node:v8";

/**
 * Keeps V8 from allocating as old what it has seen survive (ADR 23). With many requests in flight that is nearly
 * everything at first; from then on garbage piles up among what lives long, and keeps more of it alive.
 */
export function tuneMemory(): void {
  setFlagsFromString("--no-allocation-site-pretenuring");
}

/**
 * Arguments between `node` and the main program of every process of the platform: in images, in `npm start`, and in
 * benchmarks for both sides of a comparison (ADR 31). All are memory settings; no code sets V8 flags.
 *
 * - The old generation is not collected before it has 128 MB: a service holds 40 MB after loading its modules, and V8
 *   keeps its optimizations while the service warms up.
 * - After that it is collected each time it has tripled, instead of after every few megabytes.
 * - What is new is allocated as new. V8 would allocate in the old generation what survived the small collections of the
 *   first seconds, such as parsed requests, and each of those dead objects would keep others until a full collection.
 */
export const START_LINE: readonly string[] = [
  "--initial-old-space-size=128",
  "--heap-growing-percent=200",
  "--no-allocation-site-pretenuring",
];

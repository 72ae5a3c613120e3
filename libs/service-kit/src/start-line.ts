/**
 * What stands between `node` and the main program wherever a process of the platform is started: in images, by
 * `npm start`, and by the benchmarks for both sides of what they compare (ADR 31). Both are settings of memory; no code
 * sets flags of V8.
 *
 * - The old generation is not collected before it has 128 MB: a service holds 40 MB when it has loaded its modules, and
 *   what V8 learns while it becomes warm is not thrown away meanwhile.
 * - After that it is collected when it has doubled, instead of whenever it has grown by some megabytes.
 */
export const START_LINE: readonly string[] = ["--initial-old-space-size=128", "--heap-growing-percent=100"];

import type { ChildProcess } from "node:child_process";

const children = new Set<ChildProcess>();

function endAll(): void {
  for (const child of children) child.kill("SIGKILL");
}

process.once("exit", endAll);
// Vitest ends its workers so, which skips the hooks of a test that took too long.
process.once("SIGTERM", () => process.exit());

/**
 * Ends a process with the worker that started it. One that outlives it holds the worker's output open, and vitest waits
 * for that after its last line.
 */
export function endWithWorker<Child extends ChildProcess>(child: Child): Child {
  children.add(child);
  child.once("exit", () => children.delete(child));
  return child;
}

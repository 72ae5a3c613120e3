const INTERVAL_MS = 500;

/**
 * Stops this process when the npm that runs it is gone. npm ends on SIGTERM without passing it on, and its child would
 * live on and keep its ports.
 */
export function stopWithParent(): void {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, INTERVAL_MS);
  watch.unref();
}

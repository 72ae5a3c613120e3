const INTERVAL_MS = 500;

/**
 * Stops this process when the npm that runs it (`npm start`, `npx node …`) is gone. The shell between them ends on a signal
 * without passing it on, and this process would live on and keep its ports.
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

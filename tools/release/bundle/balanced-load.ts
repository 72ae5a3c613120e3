import { waitFor } from "@countersign/testing";

/** The answers of one replica to clients behind a balancer. */
export interface ObservedLoad {
  /** Answers by status. */
  statuses: ReadonlyMap<number, number>;
  /** Requests without an answer. */
  failures: readonly unknown[];
  /** Answers after the replica was asked to stop: each client has a request in flight at that moment. */
  afterStopping: number;
}

interface LoadTarget {
  internalUrl: string;
  /** One request of one client. */
  request: () => Promise<Response>;
  clients: number;
}

/**
 * Asks a replica without pause from several clients, as a balancer does, until its readiness turns false. Stops the
 * replica once every client has an answer.
 */
export async function stopUnderLoad(
  { internalUrl, request, clients }: LoadTarget,
  stop: () => Promise<void>,
): Promise<ObservedLoad> {
  const statuses = new Map<number, number>();
  const failures: unknown[] = [];
  const draining = new AbortController();
  let [stopping, answeredCount, afterStopping] = [false, 0, 0];

  async function ask(): Promise<void> {
    try {
      const response = await request();
      await response.arrayBuffer();
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      answeredCount++;
      if (stopping) afterStopping++;
    } catch (error) {
      failures.push(error);
    }
  }
  async function runClient(): Promise<void> {
    while (!draining.signal.aborted) await ask();
  }

  const clientRuns = Array.from({ length: clients }, runClient);
  await waitFor(() => answeredCount >= clients, { what: "an answer for every client" });
  stopping = true;
  const serviceStop = stop();
  await waitFor(async () => (await fetch(`${internalUrl}/readyz`)).status === 503, {
    what: "readiness turning false",
  });
  draining.abort();
  await Promise.all([...clientRuns, serviceStop]);
  return { statuses, failures, afterStopping };
}

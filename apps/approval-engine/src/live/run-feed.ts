import type { Bus } from "@countersign/bus";
import type { Logger } from "@countersign/service-kit";

import type { Caller } from "../shared/caller.ts";
import type { RunChange } from "../shared/transact.ts";

type OnChange = (change: RunChange) => void;

/** Changes of runs across all replicas, at most once: what is stored is the truth. */
export interface RunFeed {
  /** Announces changes that were just committed to every replica. Never throws. */
  announce: (changes: readonly RunChange[]) => void;
  /** Calls back for each change of a run in which the user takes part, until the returned function is called. */
  subscribeInbox: (user: Pick<Caller, "companyId" | "userId">, onChange: OnChange) => () => void;
  /** The same for one document; privileged users need not take part. The callbacks must not block. */
  subscribeRun: (
    caller: Pick<Caller, "companyId" | "userId" | "privileged">,
    refId: string,
    onChange: OnChange,
  ) => () => void;
  /** Stops listening to the other replicas. */
  close: () => Promise<void>;
}

/** Between the engine's replicas only. */
const SUBJECT = "approval.live.runs";

export async function createRunFeed({
  bus,
  logger,
}: {
  bus: Pick<Bus, "broadcast" | "listen">;
  logger: Pick<Logger, "warn">;
}): Promise<RunFeed> {
  const subscribers = new Map<string, Set<OnChange>>();
  const subscription = await bus.listen({ subject: SUBJECT }, async ({ data }) => {
    for (const change of data as RunChange[]) {
      const { companyId, refId, userIds } = change;
      const keys = [runKey(companyId, refId), ...userIds.map((userId) => inboxKey(companyId, userId))];
      for (const key of keys) for (const notify of subscribers.get(key) ?? []) notify(change);
    }
  });

  function subscribe(key: string, onChange: OnChange): () => void {
    const ofKey = subscribers.get(key) ?? new Set();
    // The same callback may be given twice: each subscription is its own.
    const notify: OnChange = (change) => onChange(change);
    subscribers.set(key, ofKey.add(notify));
    return () => {
      ofKey.delete(notify);
      if (ofKey.size === 0 && subscribers.get(key) === ofKey) subscribers.delete(key);
    };
  }

  return {
    announce: (changes) => {
      const [first] = changes;
      if (first === undefined) return;
      bus
        .broadcast({ subject: SUBJECT, id: first.id, data: changes })
        .catch((err: unknown) => logger.warn({ err }, "changes of runs did not reach the replicas"));
    },
    subscribeInbox: ({ companyId, userId }, onChange) => subscribe(inboxKey(companyId, userId), onChange),
    subscribeRun: ({ companyId, userId, privileged }, refId, onChange) =>
      subscribe(runKey(companyId, refId), (change) => {
        if (privileged || change.userIds.includes(userId)) onChange(change);
      }),
    close: () => subscription.close(),
  };
}

const inboxKey = (companyId: string, userId: string) => `${companyId}:user:${userId}`;
const runKey = (companyId: string, refId: string) => `${companyId}:document:${refId}`;

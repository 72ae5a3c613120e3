import { type Caller, seesEverything } from "../shared/caller.ts";
import { createLiveFeed, type LiveFeed, type LiveFeedDependencies } from "../shared/live-feed.ts";
import type { NotificationFeed, TravellingNotification } from "../notifications/index.ts";
import type { WorkflowNotification } from "../shared/record-of.ts";
import type { RunChange } from "../shared/pending.ts";

type OnChange = (change: RunChange) => void;

/** A change of a run, and the notifications of the same transaction: they travel together. */
interface Announced<N> extends RunChange {
  /** On the first change only. */
  notifications?: readonly N[];
}

/** Changes of runs across all replicas. */
export interface RunFeed extends Pick<LiveFeed<RunChange>, "close"> {
  /** Announces committed changes, and the notifications that were committed with them. Never throws. */
  announce: (changes: readonly RunChange[], notifications: readonly WorkflowNotification[]) => void;
  /** Calls back for each change of a run in which the user takes part, until the returned function is called. */
  subscribeInbox: (user: Pick<Caller, "companyId" | "userId">, onChange: OnChange) => () => void;
  /** The same for one document; privileged users and auditors need not take part. The callbacks must not block. */
  subscribeRun: (caller: Caller, refId: string, onChange: OnChange) => () => void;
}

/** @param feed takes the notifications that no change of a run carries, and those that arrived with one */
export async function createRunFeed(
  dependencies: LiveFeedDependencies,
  feed: Pick<NotificationFeed, "announce" | "deliver">,
): Promise<RunFeed> {
  const { announce, subscribe, close } = await createLiveFeed<RunChange>(dependencies, {
    subject: "approval.live.runs",
    what: "changes of runs",
    received: (data) => {
      const changes = data as Announced<TravellingNotification>[];
      for (const { notifications } of changes) if (notifications) feed.deliver(notifications);
      return changes;
    },
    idOf: ({ id }) => id,
    keysOf: ({ companyId, refId, userIds }) => [
      runKey(companyId, refId),
      ...userIds.map((userId) => inboxKey(companyId, userId)),
    ],
  });
  return {
    announce: (changes, notifications) => {
      const [first, ...otherChanges] = changes;
      if (first === undefined) return feed.announce(notifications);
      const announcement: Announced<WorkflowNotification> = { ...first, notifications };
      return announce([announcement, ...otherChanges]);
    },
    subscribeInbox: ({ companyId, userId }, onChange) => subscribe(inboxKey(companyId, userId), onChange),
    subscribeRun: (caller, refId, onChange) =>
      subscribe(runKey(caller.companyId, refId), (change) => {
        if (seesEverything(caller) || change.userIds.includes(caller.userId)) onChange(change);
      }),
    close,
  };
}

const inboxKey = (companyId: string, userId: string) => `${companyId}:user:${userId}`;
const runKey = (companyId: string, refId: string) => `${companyId}:document:${refId}`;

import { type Caller, seesEverything } from "../shared/caller.ts";
import { createLiveFeed, type LiveFeed, type LiveFeedDependencies } from "../shared/live-feed.ts";
import type { RunChange } from "../shared/transact.ts";

type OnChange = (change: RunChange) => void;

/** Changes of runs across all replicas. */
export interface RunFeed extends Pick<LiveFeed<RunChange>, "announce" | "close"> {
  /** Calls back for each change of a run in which the user takes part, until the returned function is called. */
  subscribeInbox: (user: Pick<Caller, "companyId" | "userId">, onChange: OnChange) => () => void;
  /** The same for one document; privileged users and auditors need not take part. The callbacks must not block. */
  subscribeRun: (caller: Caller, refId: string, onChange: OnChange) => () => void;
}

export async function createRunFeed(dependencies: LiveFeedDependencies): Promise<RunFeed> {
  const { announce, subscribe, close } = await createLiveFeed<RunChange>(dependencies, {
    subject: "approval.live.runs",
    what: "changes of runs",
    received: (data) => data as RunChange[],
    idOf: ({ id }) => id,
    keysOf: ({ companyId, refId, userIds }) => [
      runKey(companyId, refId),
      ...userIds.map((userId) => inboxKey(companyId, userId)),
    ],
  });
  return {
    announce,
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

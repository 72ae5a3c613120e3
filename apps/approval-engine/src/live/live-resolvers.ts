import { DomainError } from "@countersign/domain/errors";
import { createBoundedStream } from "@countersign/graphql";
import { text } from "@countersign/texts";

import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import { idInput } from "../shared/inputs.ts";
import { parseInput } from "../shared/parse-input.ts";
import type { RunChange } from "../shared/pending.ts";
import type { Caller } from "../shared/caller.ts";
import type { RunFeed } from "./run-feed.ts";

/** The part of an operation's context that the resolvers use. */
interface LiveContext {
  caller: Caller;
  runFeed: Pick<RunFeed, "subscribeInbox" | "subscribeRun">;
}

/** Most changes that wait for one subscriber; a slower one is cut off and reads what is stored instead. */
const QUEUE_CAPACITY = 100;

type Subscribe = (onChange: (change: RunChange) => void) => () => void;

/** Changes as the values of one subscription field. */
function streamOf<Field extends string>(
  field: Field,
  subscribe: Subscribe,
): AsyncIterable<Record<Field, RunChange>> {
  const stream = createBoundedStream<Record<Field, RunChange>>({
    capacity: QUEUE_CAPACITY,
    overflow: () => new DomainError("UNAVAILABLE", text("passing.slowReader")),
    onEnd: () => unsubscribe(),
  });
  const unsubscribe = subscribe((change) => stream.push({ [field]: change } as Record<Field, RunChange>));
  return stream;
}

/** The subscriptions for live views (contract-2, CON-4). */
export const liveResolvers: Resolvers<LiveContext> = {
  Subscription: {
    inboxChanged: {
      subscribe: (_, __, { caller, runFeed }) =>
        streamOf("inboxChanged", (onChange) => runFeed.subscribeInbox(caller, onChange)),
    },
    runChanged: {
      subscribe: (_, { refId }, { caller, runFeed }) => {
        const document = parseInput(idInput("refId"), refId);
        return streamOf("runChanged", (onChange) => runFeed.subscribeRun(caller, document, onChange));
      },
    },
  },
};

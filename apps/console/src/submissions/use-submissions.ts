import { useCallback, useEffect, useRef, useState } from "react";
import { type CombinedError, useClient } from "urql";

import { SubmissionsDocument, type SubmissionsQuery } from "../graphql/generated/documents.ts";
import { runsOf } from "./runs-of.ts";

/** The engine's longest page. */
const PAGE = 100;

export type Task = SubmissionsQuery["findMySubmissions"]["data"][number];

interface Submissions {
  /** The stages of each run, undefined until the first answer. */
  runs: readonly Task[][] | undefined;
  hasMore: boolean;
  recall: SubmissionsQuery["approvalSettings"]["recall"] | undefined;
  error: CombinedError | undefined;
  more: () => Promise<void>;
  /** Reads what is shown again. */
  refresh: () => Promise<void>;
}

interface Shown {
  tasks: readonly Task[];
  hasMore: boolean;
  recall: SubmissionsQuery["approvalSettings"]["recall"];
}

/**
 * The reader's submissions, newest first. The engine pages by stage; a run is shown once all of it was read, never
 * a part that says something else than the whole.
 */
export function useSubmissions(): Submissions {
  const client = useClient();
  const [shown, setShown] = useState<Shown>();
  const [error, setError] = useState<CombinedError>();
  const pages = useRef(1);
  const readings = useRef(0);

  const read = useCallback(async () => {
    readings.current += 1;
    const reading = readings.current;
    // By id: what is submitted meanwhile moves the others to the next page.
    const tasks = new Map<string, Task>();
    let last: SubmissionsQuery | undefined;
    let hasMore = true;
    for (let page = 0; page < pages.current && hasMore; page += 1) {
      const variables = { skip: page * PAGE, take: PAGE };
      const answer = await client.query(SubmissionsDocument, variables, { requestPolicy: "network-only" });
      if (reading !== readings.current) return;
      setError(answer.error);
      last = answer.data;
      if (last === undefined) return;
      const { data, total } = last.findMySubmissions;
      for (const task of data) tasks.set(task._id, task);
      hasMore = (page + 1) * PAGE < total;
    }
    if (last !== undefined)
      setShown({ tasks: [...tasks.values()], hasMore, recall: last.approvalSettings.recall });
  }, [client]);

  useEffect(() => void read(), [read]);

  const runs = shown && runsOf(shown.tasks);
  return {
    runs: shown?.hasMore ? runs?.slice(0, -1) : runs,
    hasMore: shown?.hasMore ?? false,
    recall: shown?.recall,
    error,
    more: () => {
      pages.current += 1;
      return read();
    },
    refresh: read,
  };
}

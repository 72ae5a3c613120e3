import { useCallback, useEffect, useRef, useState } from "react";
import { useClient } from "urql";

import type { Rows } from "../frame/paged-list.tsx";
import { SubmissionsDocument, type SubmissionsQuery } from "../graphql/generated/documents.ts";
import { type Refusal, useRefusalOf } from "../graphql/refusal.ts";
import { runsOf } from "./runs-of.ts";

/** The engine's longest page. */
const PAGE = 100;

export type Task = SubmissionsQuery["findMySubmissions"]["data"][number];

interface Submissions extends Rows<readonly Task[]> {
  recall: SubmissionsQuery["approvalSettings"]["recall"] | undefined;
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
  const refusalOf = useRefusalOf();
  const [refusal, setRefusal] = useState<Refusal>();
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
      const answer = await client.query(SubmissionsDocument, variables);
      if (reading !== readings.current) return;
      setRefusal(answer.error && refusalOf(answer.error));
      last = answer.data;
      if (last === undefined) return;
      const { data, total } = last.findMySubmissions;
      for (const task of data) tasks.set(task._id, task);
      hasMore = (page + 1) * PAGE < total;
    }
    if (last !== undefined)
      setShown({ tasks: [...tasks.values()], hasMore, recall: last.approvalSettings.recall });
  }, [client, refusalOf]);

  useEffect(() => void read(), [read]);

  const runs = shown && runsOf(shown.tasks);
  const more = () => {
    pages.current += 1;
    void read();
  };
  return {
    rows: shown?.hasMore ? runs?.slice(0, -1) : runs,
    refusal,
    refresh: () => void read(),
    recall: shown?.recall,
    ...(shown?.hasMore && { more }),
  };
}

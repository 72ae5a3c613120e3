import { useCallback, useEffect, useRef, useState } from "react";
import { type AnyVariables, type TypedDocumentNode, useClient } from "urql";

import { type Refusal, useRefusalOf } from "../graphql/refusal.ts";
import type { Rows } from "./paged-list.tsx";

interface Cursored<Data, Variables, Row> {
  query: TypedDocumentNode<Data, Variables>;
  /** The question for the part of the list that begins at a cursor. */
  variables: (after: string | null) => Variables;
  pageOf: (data: Data) => { data: readonly Row[]; next?: string | null | undefined };
}

interface Shown<Data, Row> {
  rows: readonly Row[];
  next: string | null;
  /** The answer with the first part. */
  first: Data;
}

/** Most empty parts that are read at once: the engine gives short ones where little of what it looks at fits. */
const EMPTY_MAX = 10;

/**
 * A list that the engine gives part by part, each beginning where the one before ended. A part may be short or empty
 * although others follow; then these are read too.
 *
 * @returns the list, and the first answer, which may say more
 */
export function useCursor<Data, Variables extends AnyVariables, Row>({
  query,
  variables,
  pageOf,
}: Cursored<Data, Variables, Row>): Rows<Row> & { first: Data | undefined } {
  const client = useClient();
  const refusalOf = useRefusalOf();
  const [shownList, setShownList] = useState<{ question: string; list: Shown<Data, Row> }>();
  const [refusal, setRefusal] = useState<Refusal>();
  const question = JSON.stringify(variables(null));
  const latestQuestion = useRef({ variables, pageOf });
  useEffect(() => {
    latestQuestion.current = { variables, pageOf };
  });
  /** Counts the readings: of answers that overtake each other, the last one asked for counts. */
  const readings = useRef(0);
  /** @param least - how many entries the list has then, if there are as many */
  const read = useCallback(
    async (before: Shown<Data, Row> | undefined, least: number) => {
      readings.current += 1;
      const reading = readings.current;
      const rows = [...(before?.rows ?? [])];
      let { next, first } = before ?? { next: null, first: undefined };
      for (let empty = 0; empty < EMPTY_MAX;) {
        const { data, error } = await client.query(query, latestQuestion.current.variables(next));
        if (reading !== readings.current) return;
        setRefusal(error && refusalOf(error));
        if (data === undefined) return;
        const page = latestQuestion.current.pageOf(data);
        rows.push(...page.data);
        next = page.next ?? null;
        first ??= data;
        if (next === null || rows.length >= least) break;
        if (page.data.length === 0) empty += 1;
      }
      if (first !== undefined) setShownList({ question, list: { rows, next, first } });
    },
    [client, query, question, refusalOf],
  );
  useEffect(() => void read(undefined, 1), [read]);
  const list = shownList?.question === question ? shownList.list : undefined;
  return {
    rows: list?.rows,
    first: list?.first,
    refusal,
    // As much as is shown: what the reader has added stays.
    refresh: () => void read(undefined, Math.max(1, list?.rows.length ?? 0)),
    ...(list?.next != null && { more: () => void read(list, list.rows.length + 1) }),
  };
}

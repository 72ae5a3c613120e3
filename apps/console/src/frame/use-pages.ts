import { useState } from "react";
import type { AnyVariables, TypedDocumentNode } from "urql";

import { useRead } from "../graphql/use-read.ts";
import type { Rows } from "./paged-list.tsx";

interface Paged<Data, Variables, Row> {
  query: TypedDocumentNode<Data, Variables>;
  /** The question for a page; other filters begin with their first one. */
  variables: (page: { skip: number; take: number }) => Variables;
  /** Entries of a page. */
  size: number;
  pageOf: (data: Data) => { data: readonly Row[]; total: number };
}

/** A list that the engine gives by page. */
export function usePages<Data, Variables extends AnyVariables, Row>({
  query,
  variables,
  size,
  pageOf,
}: Paged<Data, Variables, Row>): Rows<Row> {
  const filter = JSON.stringify(variables({ skip: 0, take: size }));
  const [chosenPage, setChosenPage] = useState({ filter, page: 0 });
  const page = chosenPage.filter === filter ? chosenPage.page : 0;
  const { data, refusal, refresh } = useRead(query, variables({ skip: page * size, take: size }));
  const foundPage = data && pageOf(data);
  return {
    rows: foundPage?.data,
    refusal,
    refresh,
    ...(foundPage && {
      pager: {
        page,
        size,
        total: foundPage.total,
        onChange: (next) => setChosenPage({ filter, page: next }),
      },
    }),
  };
}

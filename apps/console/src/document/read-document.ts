import type { Client } from "urql";

import {
  DocumentDocument,
  type DocumentQuery,
  HistoryDocument,
  type HistoryQuery,
} from "../graphql/generated/documents.ts";

/** A document as it was when it was read. */
export interface ReadDocument {
  refId: string;
  run: DocumentQuery;
  history: HistoryQuery;
}

/** @returns undefined where it cannot be read */
export async function readDocument(client: Client, refId: string): Promise<ReadDocument | undefined> {
  const [run, history] = await Promise.all([
    client.query(DocumentDocument, { refId }),
    client.query(HistoryDocument, { refId }),
  ]);
  return run.data && history.data && { refId, run: run.data, history: history.data };
}

import { useEffect, useState } from "react";
import { useClient } from "urql";

import { readDocument, type ReadDocument } from "../document/read-document.ts";
import type { TaskRowFragment } from "../graphql/generated/documents.ts";

/**
 * Reads the document that comes next, so that it stands there as soon as the reader has decided on the one before. It is
 * read again when its task changes.
 *
 * @param next - undefined while there is nothing to read ahead
 * @returns what was read last
 */
export function useReadAhead(next: TaskRowFragment | undefined): ReadDocument | undefined {
  const client = useClient();
  const [ahead, setAhead] = useState<ReadDocument>();
  const { refId, revision } = next ?? {};
  useEffect(() => {
    if (refId === undefined) return undefined;
    let isWanted = true;
    const read = async () => {
      const documentAhead = await readDocument(client, refId);
      if (isWanted) setAhead(documentAhead);
    };
    void read();
    return () => {
      isWanted = false;
    };
  }, [client, refId, revision]);
  return ahead;
}

import { type AnyVariables, type TypedDocumentNode, useClient } from "urql";

import type { Outcome } from "../graphql/use-command.ts";
import { useTranslate } from "../messages/i18n.ts";

interface Stored<Data, Variables, Row> {
  /** The list in which the record stands. */
  query: TypedDocumentNode<Data, Variables>;
  variables: (page: { skip: number; take: number }) => Variables;
  rowsOf: (data: Data) => readonly Row[];
  /** Shows the record as it is now. */
  onChanged: () => void;
}

/** The most entries of a page. */
const PAGE = 100;

/**
 * Sends a command on a record only if that is stored as the reader sees it: records without a version would lose what
 * somebody else, or another window, saved meanwhile.
 *
 * @returns the way to send it; the outcome of a record that was changed is a refusal
 */
export function useIfUnchanged<Data, Variables extends AnyVariables, Row extends { _id: string }>({
  query,
  variables,
  rowsOf,
  onChanged,
}: Stored<Data, Variables, Row>) {
  const t = useTranslate();
  const client = useClient();
  const readAnew = async (id: string): Promise<Row | undefined> => {
    for (let skip = 0; ; skip += PAGE) {
      const { data } = await client.query(query, variables({ skip, take: PAGE }), {
        requestPolicy: "network-only",
      });
      const rows = data === undefined ? [] : rowsOf(data);
      const storedRow = rows.find(({ _id }) => _id === id);
      if (storedRow !== undefined || rows.length < PAGE) return storedRow;
    }
  };
  return async <Answer>(shownRow: Row, send: () => Promise<Outcome<Answer>>): Promise<Outcome<Answer>> => {
    const storedRow = await readAnew(shownRow._id);
    // Of a record that is gone, and of a connection that failed, the command itself says so.
    if (storedRow === undefined || JSON.stringify(storedRow) === JSON.stringify(shownRow)) return send();
    onChanged();
    return { refusal: { message: t("company.outdated") } };
  };
}

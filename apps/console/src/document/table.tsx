import { useState } from "react";

import { Button } from "../design/button.tsx";
import { Row } from "../design/layout.tsx";
import { Written } from "../design/values.tsx";
import { Awaited } from "../frame/awaited.tsx";
import { DocumentRowsDocument } from "../graphql/generated/documents.ts";
import { useRead } from "../graphql/use-read.ts";
import { ownersWords, useTranslate } from "../messages/i18n.ts";
import styles from "./table.module.css";

/** Rows of a page. */
const PAGE = 50;
/** Types whose cells are compared by their digits. */
const NUMBERS: ReadonlySet<string> = new Set(["NUMBER", "MONEY"]);

interface TableProps {
  refId: string;
  table: { key: string; label: string };
}

/** A table of the document, such as the lines of a journal entry, by page. */
export function Table({ refId, table: { key, label: givenLabel } }: TableProps) {
  const t = useTranslate();
  const label = ownersWords(givenLabel);
  const [page, setPage] = useState(0);
  const skip = page * PAGE;
  const { data, refusal, refresh } = useRead(DocumentRowsDocument, { refId, key, skip, take: PAGE });
  const { columns = [], rows = [], total = 0 } = data?.documentTable ?? {};
  const last = skip + rows.length;
  return (
    <section className={styles["table"]} aria-label={label}>
      <h3>
        <Written>{label}</Written>
      </h3>
      <Awaited answer={data} refusal={refusal} onRetry={refresh} lines={4} />
      {/* A wide table scrolls by itself, by keyboard too. */}
      <div className={styles["scroll"]} tabIndex={0} role="group" aria-label={label}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.key} scope="col" data-number={NUMBERS.has(column.type) || undefined}>
                  <Written>{ownersWords(column.label)}</Written>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={skip + index}>
                {row.map((cell, place) => (
                  <td
                    key={columns[place]?.key}
                    data-number={NUMBERS.has(columns[place]?.type ?? "") || undefined}
                  >
                    <Written>{cell}</Written>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {total <= PAGE ? null : (
        <Row as="nav" aria-label={t("table.pages", { label })}>
          <Button isDisabled={page === 0} onPress={() => setPage(page - 1)}>
            {t("table.earlier")}
          </Button>
          <span>{t("table.range", { first: skip + 1, last, total })}</span>
          <Button isDisabled={last >= total} onPress={() => setPage(page + 1)}>
            {t("table.later")}
          </Button>
        </Row>
      )}
    </section>
  );
}

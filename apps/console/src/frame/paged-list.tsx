import type { ComponentProps, ReactNode } from "react";

import { Button } from "../design/button.tsx";
import { List, Row as Line } from "../design/layout.tsx";
import type { Refusal } from "../graphql/refusal.ts";
import { useTranslate } from "../messages/i18n.ts";
import { Awaited } from "./awaited.tsx";
import styles from "./pager.module.css";
import { Pager, type PagerProps } from "./pager.tsx";

/** The entries of a list, and the way to the others. */
export interface Rows<Row> {
  /** Undefined until the first answer. */
  rows: readonly Row[] | undefined;
  refusal: Refusal | undefined;
  /** Asks again. */
  refresh: () => void;
  /** Present where the list is shown by page. */
  pager?: PagerProps | undefined;
  /** Present where more entries follow those that are shown. */
  more?: (() => void) | undefined;
}

interface PagedListProps<Row> extends Omit<ComponentProps<typeof List>, "children"> {
  of: Rows<Row>;
  /** Lines that the answer will take, about. */
  lines: number;
  /** Shown where there are no entries. */
  empty?: ReactNode;
  children: (row: Row) => ReactNode;
}

/** A list of a page: loading, failed, empty, or its entries with the way to the others. */
export function PagedList<Row>({ of, lines, empty = null, children, ...list }: PagedListProps<Row>) {
  const t = useTranslate();
  const { rows, refusal, refresh, pager, more } = of;
  return (
    <>
      <Awaited answer={rows} refusal={refusal} onRetry={refresh} lines={lines} />
      {rows?.length === 0 && more === undefined ? empty : null}
      {rows === undefined ? null : <List {...list}>{rows.map(children)}</List>}
      {pager === undefined ? null : <Pager {...pager} />}
      {more === undefined ? null : (
        <Line className={styles["more"]}>
          <Button onPress={more}>{t("action.more")}</Button>
        </Line>
      )}
    </>
  );
}

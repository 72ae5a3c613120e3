import { Button } from "../design/button.tsx";
import { Muted, Row } from "../design/layout.tsx";
import { useTranslate } from "../messages/i18n.ts";
import styles from "./pager.module.css";

export interface PagerProps {
  /** Number of the page, from 0. */
  page: number;
  /** Entries of a page. */
  size: number;
  /** Entries of all pages. */
  total: number;
  onChange: (page: number) => void;
}

/** Which part of a list is shown, and the way to the others; nothing where one page holds it all. */
export function Pager({ page, size, total, onChange }: PagerProps) {
  const t = useTranslate();
  if (total <= size) return null;
  const first = page * size + 1;
  return (
    <Row as="nav" aria-label={t("company.pages")} className={styles["pager"]}>
      <Button isDisabled={page === 0} onPress={() => onChange(page - 1)}>
        {t("action.newer")}
      </Button>
      <Muted as="span">{t("company.range", { first, last: Math.min(first + size - 1, total), total })}</Muted>
      <Button isDisabled={first + size > total} onPress={() => onChange(page + 1)}>
        {t("action.older")}
      </Button>
    </Row>
  );
}

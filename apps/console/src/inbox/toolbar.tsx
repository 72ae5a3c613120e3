import { useState } from "react";

import { Button } from "../design/button.tsx";
import { Checkbox } from "../design/checkbox.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { useReachable } from "../shell/reachable.ts";
import type { BulkVerdict } from "./bulk.tsx";
import { useOpenInbox } from "./inbox-context.tsx";
import styles from "./toolbar.module.css";
import { isRead } from "./use-filter.ts";
import { useMatching } from "./use-matching.ts";
import type { Selection } from "./use-selection.ts";

interface ToolbarProps {
  selection: Selection;
  onPrepare: (verdict: BulkVerdict) => void;
}

/**
 * Selects rows, prepares one verdict for those that are selected, and shows what came. It keeps its height, whatever it
 * shows, so that no row moves.
 */
export function Toolbar({ selection, onPrepare }: ToolbarProps) {
  const t = useTranslate();
  const isReachable = useReachable();
  const count = selection.rows.length;
  const { inbox, filter } = useOpenInbox();
  const mayExtend = selection.all.isSelected && inbox.hasMore && isRead(filter);
  const { total, readAll } = useMatching(filter, mayExtend);
  const [isReading, setIsReading] = useState(false);
  const extend = async () => {
    setIsReading(true);
    selection.extend(await readAll());
    setIsReading(false);
  };
  return (
    <div className={styles["toolbar"]} role="group" aria-label={t("bulk.title")}>
      {selection.all.isPossible ? (
        <Checkbox
          label={count === 0 ? t("bulk.selectAll") : t("bulk.selected", { count })}
          isSelected={selection.all.isSelected}
          isIndeterminate={count > 0 && !selection.all.isSelected}
          onChange={selection.toggleAll}
        />
      ) : null}
      <span aria-live="polite" className={styles["fresh"]}>
        {count > 0 || inbox.fresh === 0 ? null : (
          <Button size="small" look="primary" onPress={() => void inbox.reveal()}>
            {t("inbox.fresh", { count: inbox.fresh })}
          </Button>
        )}
      </span>
      {count === 0 ? null : (
        <span className={styles["verdicts"]}>
          {mayExtend && total !== undefined && total > count ? (
            <Button size="small" look="quiet" busy={isReading} onPress={() => void extend()}>
              {t("bulk.selectMatching", { count: total })}
            </Button>
          ) : null}
          <Button size="small" look="good" isDisabled={!isReachable} onPress={() => onPrepare("APPROVED")}>
            {t("bulk.approve")}
          </Button>
          <Button size="small" look="bad" isDisabled={!isReachable} onPress={() => onPrepare("REJECTED")}>
            {t("bulk.reject")}
          </Button>
        </span>
      )}
    </div>
  );
}

import { type KeyboardEvent, Suspense, lazy, memo, useEffect, useRef } from "react";
import { DialogTrigger, Dialog, Popover } from "react-aria-components";

import { Button } from "../design/button.tsx";
import { TextField } from "../design/field.tsx";
import { Loading } from "../design/notice.tsx";
import { FOCUS_PLACES, returnFocus } from "../frame/use-focus-return.ts";
import { useTyped } from "../frame/use-typed.ts";
import { useTranslate } from "../messages/i18n.ts";
import { Contained } from "../shell/fault.tsx";
import { loadAhead, part } from "../shell/part.ts";
import styles from "./filters.module.css";
import { useOpenInbox } from "./inbox-context.tsx";
import { KindFilter } from "./kind-filter.tsx";
import { countOf } from "./use-filter.ts";

const loadMoreFilters = part(() => import("./more-filters.tsx"));
/** Comes after the list: most people search by words and kind. */
const MoreFilters = lazy(async () => ({ default: (await loadMoreFilters()).MoreFilters }));

/** Narrows the list by words and by kind, and puts it in order; the engine does it, in all that waits. */
export const Filters = memo(function Filters() {
  const t = useTranslate();
  const { inbox, filter, narrow } = useOpenInbox();
  const [text, type] = useTyped(filter.keyword, (keyword) => narrow({ keyword }));
  useEffect(() => loadAhead(loadMoreFilters), []);
  /** Set while the reader waits for the first hit of what was typed. */
  const isHitWanted = useRef(false);
  useEffect(() => {
    if (!isHitWanted.current) return;
    isHitWanted.current = false;
    returnFocus([FOCUS_PLACES.firstRow]);
  }, [inbox.rows]);
  const goToHit = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "Enter") return;
    event.preventDefault();
    if (text.trim() === filter.keyword) returnFocus([FOCUS_PLACES.firstRow]);
    else isHitWanted.current = true;
  };
  const count = countOf(filter) + (filter.groupBy === undefined ? 0 : 1);
  return (
    <div className={styles["filters"]} role="search">
      <TextField
        label={t("inbox.search")}
        labelHidden
        type="search"
        placeholder={t("inbox.search")}
        value={text}
        onChange={type}
        onKeyDown={goToHit}
        maxLength={200}
      />
      <div className={styles["kind"]}>
        <KindFilter labelHidden />
      </div>
      <DialogTrigger>
        <Button>{count === 0 ? t("inbox.filters") : t("inbox.filtersSet", { count })}</Button>
        <Popover placement="bottom end" className={styles["popover"]!}>
          <Dialog aria-label={t("inbox.filters")} className={styles["more"]!}>
            <Contained of="filters">
              <Suspense fallback={<Loading lines={9} />}>
                <MoreFilters />
              </Suspense>
            </Contained>
          </Dialog>
        </Popover>
      </DialogTrigger>
    </div>
  );
});

import { type KeyboardEvent, Suspense, lazy, memo, useEffect, useRef } from "react";
import { DialogTrigger, Dialog, Popover } from "react-aria-components";

import { Button } from "../design/button.tsx";
import { Select, TextField } from "../design/field.tsx";
import { Loading } from "../design/notice.tsx";
import { kindText } from "../document/kind.ts";
import { FOCUS_PLACES, returnFocus } from "../frame/use-focus-return.ts";
import { useTyped } from "../frame/use-typed.ts";
import { useTranslate } from "../messages/i18n.ts";
import { Contained } from "../shell/fault.tsx";
import { loadAhead, part } from "../shell/part.ts";
import styles from "./filters.module.css";
import { useOpenInbox, useWaiting } from "./inbox-context.tsx";
import { countOf } from "./use-filter.ts";

/** Stands for every kind; what can be chosen has a name. */
const NONE = "";

const loadMoreFilters = part(() => import("./more-filters.tsx"));
/** Comes after the list: most people search by words and kind. */
const MoreFilters = lazy(async () => ({ default: (await loadMoreFilters()).MoreFilters }));

/** Narrows the list by words and by kind, and puts it in order; the engine does it, in all that waits. */
export const Filters = memo(function Filters() {
  const t = useTranslate();
  const { inbox, filter, narrow } = useOpenInbox();
  const total = useWaiting();
  const [text, type] = useTyped(filter.keyword, (keyword) => narrow({ keyword }));
  const kinds = new Map(inbox.counts.map(({ kind, count }) => [kind, count]));
  if (filter.kind !== undefined && !kinds.has(filter.kind)) kinds.set(filter.kind, 0);
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
      <Select
        label={t("inbox.kind")}
        labelHidden
        options={[
          { value: NONE, label: t("inbox.everyKind", { count: total }) },
          ...[...kinds].map(([kind, waitingCount]) => ({
            value: kind,
            label: t("inbox.ofKind", { kind: kindText(t, kind), count: waitingCount }),
          })),
        ]}
        value={filter.kind ?? NONE}
        onChange={(kind) => narrow({ kind: kind === NONE ? undefined : kind })}
      />
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

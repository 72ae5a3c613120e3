import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

import { isNarrow } from "../design/break-points.ts";
import type { Inbox } from "./use-inbox.ts";
import { FOCUS_PLACES, returnFocus } from "../frame/use-focus-return.ts";

interface Movement {
  /** Chooses the next row, or the one before. */
  move: (step: 1 | -1) => void;
  /** Leaves tasks that go off the list: if the chosen one is among them, the next that stays is chosen. */
  leave: (taskIds: readonly string[]) => void;
  /** Puts the focus on the chosen row, or where the list begins. */
  refocus: () => void;
}

/** Moves the choice along the list, and the focus with it. */
export function useMovement(inbox: Inbox, refId: string | undefined): Movement {
  const navigate = useNavigate();
  /** The choice that gets the focus once it is shown; the page may be drawn as it was in between. */
  const focusWanted = useRef<{ refId: string | undefined }>(undefined);
  useEffect(() => {
    if (focusWanted.current === undefined || focusWanted.current.refId !== refId) return;
    focusWanted.current = undefined;
    const { chosenRow, firstRow, title } = FOCUS_PLACES;
    returnFocus([chosenRow, firstRow, title]);
  });
  /** The last row, while the reader waits for the one after it. */
  const awaitedAfter = useRef<string>(undefined);
  /** The row that the page chose; the first key leads to it, unless the focus is there. */
  const chosenByPage = useRef<string>(undefined);
  const rows = inbox.rows ?? [];
  const firstId = inbox.hasAnswer ? rows.find(({ gone }) => gone === undefined)?.task.refId : undefined;
  useEffect(() => {
    // The first document is shown where there is room for it beside the list.
    if (refId !== undefined || firstId === undefined || isNarrow()) return;
    chosenByPage.current = firstId;
    const params = { refId: firstId };
    void navigate({ to: "/inbox/$refId", params, search: (search) => search, replace: true });
  }, [navigate, refId, firstId]);
  const indexOf = (id: string | undefined) => rows.findIndex(({ task }) => task.refId === id);
  const index = indexOf(refId);
  /** @param replace - whether the choice before is left out of the history */
  const choose = (next: string | undefined, replace = false) => {
    focusWanted.current = { refId: next };
    if (next === undefined) return void navigate({ to: "/inbox", search: (search) => search });
    // Beside the document the list scrolls to the row that gets the focus; the router would scroll it back.
    const resetScroll = isNarrow();
    return void navigate({
      to: "/inbox/$refId",
      params: { refId: next },
      search: (search) => search,
      resetScroll,
      replace,
    });
  };
  useEffect(() => {
    if (awaitedAfter.current === undefined || awaitedAfter.current !== refId) return;
    const next = rows[index + 1];
    if (next === undefined) return;
    awaitedAfter.current = undefined;
    choose(next.task.refId, true);
  });
  return {
    move: (step) => {
      const isOfPage = refId !== undefined && chosenByPage.current === refId;
      chosenByPage.current = undefined;
      if (isOfPage && !document.activeElement?.matches(FOCUS_PLACES.chosenRow)) {
        returnFocus([FOCUS_PLACES.chosenRow]);
        return;
      }
      // Keys that come faster than the page is drawn count too.
      const from = focusWanted.current ? indexOf(focusWanted.current.refId) : index;
      const next = rows[from + step];
      if (next !== undefined) choose(next.task.refId, refId !== undefined);
      else if (step === 1 && inbox.hasMore) {
        awaitedAfter.current = refId;
        void inbox.more();
      } else returnFocus([FOCUS_PLACES.chosenRow]);
    },
    leave: (taskIds) => {
      const stays = ({ task }: (typeof rows)[number]) => !taskIds.includes(task._id);
      const current = rows[index];
      if (current === undefined || stays(current)) return;
      const next = rows.slice(index + 1).find(stays) ?? rows.slice(0, index).findLast(stays);
      choose(next?.task.refId);
    },
    refocus: () => {
      focusWanted.current = { refId };
    },
  };
}

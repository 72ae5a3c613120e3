import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

import { isNarrow } from "../design/break-points.ts";
import type { Inbox } from "./use-inbox.ts";

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
    const list = document.querySelector<HTMLElement>("[data-row][aria-current], [data-row]");
    (document.querySelector<HTMLElement>("[data-row][aria-current]") ?? list ?? heading())?.focus();
  });
  const rows = inbox.rows ?? [];
  const indexOf = (id: string | undefined) => rows.findIndex(({ task }) => task.refId === id);
  const index = indexOf(refId);
  const choose = (next: string | undefined) => {
    focusWanted.current = { refId: next };
    if (next === undefined) return void navigate({ to: "/inbox", search: (search) => search });
    // Beside the document the list scrolls to the row that gets the focus; the router would scroll it back.
    const resetScroll = isNarrow();
    return void navigate({
      to: "/inbox/$refId",
      params: { refId: next },
      search: (search) => search,
      resetScroll,
    });
  };
  return {
    move: (step) => {
      // Keys that come faster than the page is drawn count too.
      const from = focusWanted.current ? indexOf(focusWanted.current.refId) : index;
      const next = rows[from + step];
      if (next !== undefined) choose(next.task.refId);
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

const heading = () => document.querySelector<HTMLElement>("main h1");

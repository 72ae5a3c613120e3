import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

import type { Inbox } from "./use-inbox.ts";

interface Movement {
  /** Chooses the next row, or the one before. */
  move: (step: 1 | -1) => void;
  /** Takes decided tasks off the list; if the chosen one is among them, the next that stays is chosen. */
  leave: (taskIds: readonly string[]) => void;
  /** Puts the focus on the chosen row, or where the list begins. */
  refocus: () => void;
}

/** Moves the choice along the list, and the focus with it. */
export function useMovement(inbox: Inbox, refId: string | undefined): Movement {
  const navigate = useNavigate();
  const focusWanted = useRef(false);
  useEffect(() => {
    if (!focusWanted.current) return;
    focusWanted.current = false;
    const list = document.querySelector<HTMLElement>("[data-row][aria-current], [data-row]");
    (document.querySelector<HTMLElement>("[data-row][aria-current]") ?? list ?? heading())?.focus();
  });
  const rows = inbox.rows ?? [];
  const index = rows.findIndex(({ task }) => task.refId === refId);
  const choose = (next: string | undefined) => {
    focusWanted.current = true;
    if (next === undefined) return void navigate({ to: "/inbox" });
    // Beside the document the list scrolls to the row that gets the focus; the router would scroll it back.
    const resetScroll = matchMedia("(max-width: 60rem)").matches;
    return void navigate({ to: "/inbox/$refId", params: { refId: next }, resetScroll });
  };
  return {
    move: (step) => {
      const next = rows[index + step];
      if (next !== undefined) choose(next.task.refId);
    },
    leave: (taskIds) => {
      const stays = ({ task }: (typeof rows)[number]) => !taskIds.includes(task._id);
      inbox.remove(taskIds);
      const current = rows[index];
      if (current === undefined || stays(current)) return;
      const next = rows.slice(index + 1).find(stays) ?? rows.slice(0, index).findLast(stays);
      choose(next?.task.refId);
    },
    refocus: () => {
      focusWanted.current = true;
    },
  };
}

const heading = () => document.querySelector<HTMLElement>("main h1");

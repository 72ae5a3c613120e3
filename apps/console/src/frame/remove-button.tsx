import { useId, useLayoutEffect } from "react";

import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { FOCUS_PLACES, returnFocus } from "./use-focus-return.ts";

interface RemoveButtonProps {
  /** Its whole name, such as `Remove Nora Lind`. */
  label: string;
  icon?: "bin" | "cross";
  iconSize?: number;
  onPress: () => void;
}

/** The button of an entry that takes it out of its list. The focus goes on to what follows the entry. */
export function RemoveButton({ label, icon = "bin", iconSize = 16, onPress }: RemoveButtonProps) {
  return (
    <Button look="quiet" id={useFocusPassedOn()} aria-label={label} onPress={onPress}>
      <Icon name={icon} size={iconSize} />
    </Button>
  );
}

const REACHED = ["a[href]", "button", "input", "select", "textarea", "summary"]
  .map((element) => `main ${element}:not(:disabled, [tabindex="-1"])`)
  .join();

/**
 * Passes the focus on when an element goes away that has it: to the next that stays, or the title of the page.
 *
 * @returns the id of the element
 */
function useFocusPassedOn(): string {
  const id = useId();
  useLayoutEffect(
    () => () => {
      if (document.activeElement?.id !== id) return;
      const focusables = [...document.querySelectorAll<HTMLElement>(REACHED)];
      const laterFocusables = focusables.slice(focusables.findIndex((element) => element.id === id) + 1);
      // Its neighbours go away with it, and are known to have gone once all of them have.
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        const next = laterFocusables.find((element) => element.isConnected && element.checkVisibility());
        if (next === undefined) returnFocus([FOCUS_PLACES.title]);
        else next.focus();
      });
    },
    [id],
  );
  return id;
}

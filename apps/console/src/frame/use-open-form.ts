import { type RefObject, useEffect, useRef, useState } from "react";
import { returnFocus } from "./use-focus-return.ts";

/** A form that a button opens, and that closes to show the button again. */
interface OpenForm {
  isOpen: boolean;
  open: () => void;
  close: () => void;
  /** The element around the form: its first field has the focus once the button has opened it. */
  place: RefObject<HTMLDivElement | null>;
  /** Whether the button takes the focus when it is shown: the form that had it is gone. */
  isBack: boolean;
}

/** @param isOpenFirst - whether the form is open when it is first shown; then the focus stays where it is */
export function useOpenForm(isOpenFirst: () => boolean = () => false): OpenForm {
  const [state, setState] = useState<"closed" | "restored" | "opened" | "left">(() =>
    isOpenFirst() ? "restored" : "closed",
  );
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state === "opened") returnFocus(["input, textarea, button"], { within: place.current });
  }, [state]);
  return {
    isOpen: state === "restored" || state === "opened",
    open: () => setState("opened"),
    close: () => setState("left"),
    place,
    isBack: state === "left",
  };
}

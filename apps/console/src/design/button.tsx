import { useState } from "react";
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  composeRenderProps,
} from "react-aria-components";

import styles from "./button.module.css";

export interface ButtonProps extends Omit<AriaButtonProps, "className" | "style"> {
  /** Default `plain`. */
  look?: "plain" | "primary" | "good" | "bad" | "danger" | "quiet";
  /** Default `medium`; small ones stand in a line of text. */
  size?: "small" | "medium";
  /** Shows that the press is being carried out. */
  busy?: boolean;
  /** The key that does the same. */
  shortcut?: string | undefined;
}

/**
 * A button of the console. While it is busy it keeps its focus and its width; one that its own press puts out of use
 * keeps the focus until it is left.
 */
export function Button({
  look = "plain",
  size = "medium",
  busy = false,
  shortcut,
  children,
  isDisabled = false,
  onFocusChange,
  ...props
}: ButtonProps) {
  const [isFocused, setIsFocused] = useState(false);
  // Browsers take the focus from what is disabled, and give it to nothing.
  const isHeld = isDisabled && isFocused;
  const looks = [look, size === "small" ? size : "", isHeld ? "held" : ""].map((name) => styles[name] ?? "");
  return (
    <AriaButton
      {...props}
      isDisabled={isDisabled && !isHeld}
      isPending={busy || isHeld}
      onFocusChange={(is) => {
        setIsFocused(is);
        onFocusChange?.(is);
      }}
      className={[styles["button"], ...looks].join(" ")}
    >
      {composeRenderProps(children, (text) => (
        <>
          {text}
          {shortcut === undefined ? null : (
            <kbd aria-hidden="true" className={styles["key"]}>
              {shortcut}
            </kbd>
          )}
        </>
      ))}
    </AriaButton>
  );
}

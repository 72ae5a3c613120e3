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

/** A button of the console. While it is busy it keeps its focus and its width. */
export function Button({
  look = "plain",
  size = "medium",
  busy = false,
  shortcut,
  children,
  ...props
}: ButtonProps) {
  return (
    <AriaButton
      {...props}
      isPending={busy}
      className={`${styles["button"]} ${styles[look]} ${size === "small" ? styles["small"] : ""}`}
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

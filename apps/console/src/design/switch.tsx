import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from "react-aria-components";
import { useId } from "react";

import styles from "./switch.module.css";

interface SwitchProps extends Omit<AriaSwitchProps, "className" | "style" | "children"> {
  label: string;
  description?: string;
  error?: string | undefined;
}

/** Something that is on or off. */
export function Switch({ label, description, error, ...props }: SwitchProps) {
  const id = useId();
  return (
    <div className={styles["field"]}>
      <AriaSwitch {...props} aria-describedby={id} className={styles["switch"]!}>
        <span className={styles["track"]} aria-hidden="true" />
        {label}
      </AriaSwitch>
      <span id={id} className={styles["notes"]}>
        {description === undefined ? null : <span className={styles["description"]}>{description}</span>}
        {error === undefined ? null : <span className={styles["error"]}>{error}</span>}
      </span>
    </div>
  );
}

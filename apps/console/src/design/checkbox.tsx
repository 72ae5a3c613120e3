import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from "react-aria-components";

import styles from "./checkbox.module.css";
import { Icon } from "./icon.tsx";

interface CheckboxProps extends Omit<AriaCheckboxProps, "className" | "style" | "children"> {
  label: string;
  /** Also hides the label from sight, where the place says what it is. */
  labelHidden?: boolean;
}

/** Something that is chosen or not. */
export function Checkbox({ label, labelHidden = false, ...props }: CheckboxProps) {
  return (
    <AriaCheckbox {...props} className={styles["checkbox"]!}>
      {({ isSelected, isIndeterminate }) => (
        <>
          <span className={styles["box"]} aria-hidden="true">
            {isIndeterminate ? (
              <Icon name="minus" size={14} />
            ) : isSelected ? (
              <Icon name="check" size={14} />
            ) : null}
          </span>
          <span className={labelHidden ? "visuallyHidden" : ""}>{label}</span>
        </>
      )}
    </AriaCheckbox>
  );
}

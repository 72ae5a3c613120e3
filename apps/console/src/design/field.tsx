import {
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select as AriaSelect,
  SelectValue,
  Button as AriaButton,
  Text,
  TextArea,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from "react-aria-components";

import styles from "./field.module.css";
import { Icon } from "./icon.tsx";
import { Written } from "./values.tsx";

export interface TextFieldProps extends Omit<AriaTextFieldProps, "className" | "style" | "children"> {
  label: string;
  description?: string;
  error?: string | undefined;
  /** Lines of a longer text; default: one line that cannot be broken. */
  rows?: number;
  /** Also hides the label from sight, where the place says what it is. */
  labelHidden?: boolean;
  placeholder?: string;
}

/** A text to type, with its label, its help and what is wrong with it. */
export function TextField({
  label,
  description,
  error,
  rows,
  labelHidden = false,
  placeholder,
  ...props
}: TextFieldProps) {
  const placeholderProps = placeholder === undefined ? {} : { placeholder };
  return (
    <AriaTextField
      {...props}
      validationBehavior="aria"
      isInvalid={error !== undefined}
      className={styles["field"]!}
    >
      <Label className={labelHidden ? "visuallyHidden" : styles["label"]!}>{label}</Label>
      {rows === undefined ? (
        <Input className={styles["input"]!} {...placeholderProps} />
      ) : (
        <TextArea className={styles["input"]!} rows={rows} {...placeholderProps} />
      )}
      {description === undefined ? null : (
        <Text slot="description" className={styles["description"]}>
          {description}
        </Text>
      )}
      <FieldError className={styles["error"]!}>{error}</FieldError>
    </AriaTextField>
  );
}

/** One value of a {@link Select}. */
export interface Option<Value extends string> {
  value: Value;
  label: string;
}

interface SelectProps<Value extends string> {
  label: string;
  labelHidden?: boolean;
  options: readonly Option<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  placeholder?: string;
  isDisabled?: boolean;
  description?: string;
  error?: string | undefined;
}

/** A choice of one value from a list. */
export function Select<Value extends string>({
  label,
  labelHidden = false,
  options,
  value,
  onChange,
  placeholder = "–",
  isDisabled = false,
  description,
  error,
}: SelectProps<Value>) {
  return (
    <AriaSelect
      value={value}
      onChange={(key) => {
        if (key !== null) onChange(key as Value);
      }}
      isDisabled={isDisabled}
      isInvalid={error !== undefined}
      placeholder={placeholder}
      className={styles["field"]!}
    >
      <Label className={labelHidden ? "visuallyHidden" : styles["label"]!}>{label}</Label>
      <AriaButton className={`${styles["input"]} ${styles["select"]}`}>
        <SelectValue className={styles["value"]!} />
        <Icon name="down" />
      </AriaButton>
      {description === undefined ? null : (
        <Text slot="description" className={styles["description"]}>
          {description}
        </Text>
      )}
      <FieldError className={styles["error"]!}>{error}</FieldError>
      <Popover className={styles["popover"]!}>
        <ListBox className={styles["list"]!} items={options}>
          {({ value: id, label: text }) => (
            <ListBoxItem id={id} textValue={text} className={styles["option"]!}>
              <Written>{text}</Written>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

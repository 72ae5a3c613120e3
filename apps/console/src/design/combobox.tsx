import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from "react";
import {
  Button as AriaButton,
  ComboBox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from "react-aria-components";

import { useTranslate } from "../messages/i18n.ts";
import styles from "./combobox.module.css";
import fieldStyles from "./field.module.css";
import type { Option } from "./field.tsx";
import { Icon } from "./icon.tsx";
import { Muted } from "./layout.tsx";
import { Written } from "./values.tsx";

/** A value of a {@link Combobox}, with what tells it from others of the same name. */
export interface ComboboxOption extends Option<string> {
  about?: string | undefined;
}

interface ComboboxProps {
  label: string;
  options: readonly ComboboxOption[];
  /** Null: nothing is chosen. */
  value: string | null;
  onChange: (value: string) => void;
  /** Called once the field is emptied; without it, the value stays. */
  onClear?: (() => void) | undefined;
  /** Whether leaving the field takes nothing that was typed: where each value changes something at once. */
  takesNothingLeft?: boolean;
  /** Called with what is typed, where the options are searched elsewhere and not all here. */
  onSearch?: (text: string) => void;
  /** Whether the list opens with the first letter only, not with the focus: where the field comes first in a dialog. */
  opensByTyping?: boolean;
  /** Whether any other text is a value too, and the options are proposals. */
  takesOther?: boolean;
  placeholder?: string;
  description?: string | undefined;
  error?: string | undefined;
  autoFocus?: boolean;
}

const isSameText = (text: string, otherText: string) =>
  text.trim().toLocaleLowerCase() === otherText.trim().toLocaleLowerCase();

/** A choice of one value from a list, which typing narrows. */
export function Combobox({
  options,
  value,
  onChange,
  onClear,
  onSearch,
  opensByTyping = false,
  takesNothingLeft = false,
  takesOther = false,
  ...field
}: ComboboxProps) {
  const isOther = takesOther && value !== null && !options.some((option) => option.value === value);
  const all = isOther ? [{ value, label: value }, ...options] : options;
  const chosenOption = all.find((option) => option.value === value);
  const shownLabel = chosenOption?.label ?? "";
  const text = useRef(shownLabel);
  const type = (next: string) => {
    text.current = next;
    onSearch?.(next === shownLabel ? "" : next);
  };
  /**
   * Takes what was typed in full, or so far that only one option is left, without choosing it from the list.
   *
   * @returns whether it was taken
   */
  const settle = (): boolean => {
    const typedText = text.current.trim();
    if (typedText === "" || isSameText(typedText, shownLabel)) return false;
    const exact = all.find(
      ({ label, value: id }) => isSameText(label, typedText) || isSameText(id, typedText),
    );
    const optionsLeft = all.filter(({ label }) =>
      label.toLocaleLowerCase().includes(typedText.toLocaleLowerCase()),
    );
    const foundOption = exact ?? (optionsLeft.length === 1 && !takesOther ? optionsLeft[0] : undefined);
    if (foundOption !== undefined) onChange(foundOption.value);
    else if (takesOther) onChange(typedText);
    return foundOption !== undefined || takesOther;
  };
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (event.target instanceof HTMLInputElement && !takesNothingLeft) settle();
  };
  const enter = (event: KeyboardEvent) => {
    // The list has closed by the time that its own handler could keep Enter from sending the form.
    if (event.key === "Enter" && settle()) event.preventDefault();
  };
  const items = onSearch === undefined ? { defaultItems: all } : { items: all };
  return (
    <ComboBox
      {...items}
      // A dialog gives its first field the focus before the options are there, and then nothing else fills it.
      defaultInputValue={shownLabel}
      onInputChange={type}
      selectedKey={chosenOption === undefined ? null : value}
      onSelectionChange={(key) => {
        if (key !== null) onChange(String(key));
        else onClear?.();
      }}
      menuTrigger={opensByTyping ? "input" : "focus"}
      allowsEmptyCollection
      allowsCustomValue={takesOther}
      isInvalid={field.error !== undefined}
      className={fieldStyles["field"]!}
    >
      <div onBlurCapture={leave} onKeyDownCapture={enter} className={styles["whole"]}>
        <Parts {...field} />
      </div>
    </ComboBox>
  );
}

type PartsProps = Pick<ComboboxProps, "label" | "placeholder" | "description" | "error" | "autoFocus">;

function Parts({ label, placeholder, description, error, autoFocus = false }: PartsProps) {
  const t = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const takesFocus = useRef(autoFocus);
  // As an effect: the menu that brought the field here gives the focus back to its button before.
  useEffect(() => {
    if (takesFocus.current) input.current?.focus();
  }, []);
  return (
    <>
      <Label className={fieldStyles["label"]}>{label}</Label>
      <div className={styles["box"]}>
        <Input
          className={`${fieldStyles["input"]} ${styles["input"]}`}
          ref={input}
          maxLength={200}
          {...(placeholder !== undefined && { placeholder })}
        />
        {/* Named by itself: the label is the input’s alone. */}
        <AriaButton className={styles["open"]!} aria-label={t("field.options")} aria-labelledby="">
          <Icon name="down" />
        </AriaButton>
      </div>
      {description === undefined ? null : (
        <Text slot="description" className={fieldStyles["description"]}>
          {description}
        </Text>
      )}
      <FieldError className={fieldStyles["error"]!}>{error}</FieldError>
      <Popover className={fieldStyles["popover"]!}>
        <ListBox
          aria-label={label}
          className={fieldStyles["list"]!}
          renderEmptyState={() => <Muted className={styles["none"]}>{t("field.noOption")}</Muted>}
        >
          {({ value, label: text, about }: ComboboxOption) => (
            <ListBoxItem id={value} textValue={text} className={fieldStyles["option"]!}>
              <Written>{text}</Written>
              {about === undefined ? null : (
                <Muted as="span" className={styles["about"]}>
                  <Written>{about}</Written>
                </Muted>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </>
  );
}

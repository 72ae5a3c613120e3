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
  /** Called with what is typed, where the options are searched elsewhere and not all here. */
  onSearch?: (text: string) => void;
  /** Whether any other text is a value too, and the options are proposals. */
  takesOther?: boolean;
  placeholder?: string;
  description?: string | undefined;
  error?: string | undefined;
  autoFocus?: boolean;
}

const same = (one: string, other: string) =>
  one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase();

/** A choice of one value from a list, which typing narrows. */
export function Combobox({
  options,
  value,
  onChange,
  onSearch,
  takesOther = false,
  ...field
}: ComboboxProps) {
  const isOther = takesOther && value !== null && !options.some((option) => option.value === value);
  const all = isOther ? [{ value, label: value }, ...options] : options;
  const chosen = all.find((option) => option.value === value);
  const shown = chosen?.label ?? "";
  const text = useRef(shown);
  const type = (next: string) => {
    text.current = next;
    onSearch?.(next === shown ? "" : next);
  };
  /**
   * Takes what was typed in full, or so far that only one option is left, without choosing it from the list.
   *
   * @returns whether it was taken
   */
  const settle = (): boolean => {
    const typed = text.current.trim();
    if (typed === "" || same(typed, shown)) return false;
    const exact = all.find(({ label, value: id }) => same(label, typed) || same(id, typed));
    const left = all.filter(({ label }) => label.toLocaleLowerCase().includes(typed.toLocaleLowerCase()));
    const found = exact ?? (left.length === 1 && !takesOther ? left[0] : undefined);
    if (found !== undefined) onChange(found.value);
    else if (takesOther) onChange(typed);
    return found !== undefined || takesOther;
  };
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (event.target instanceof HTMLInputElement) settle();
  };
  const enter = (event: KeyboardEvent) => {
    // The list has closed by the time that its own handler could keep Enter from sending the form.
    if (event.key === "Enter" && settle()) event.preventDefault();
  };
  const items = onSearch === undefined ? { defaultItems: all } : { items: all };
  return (
    <ComboBox
      {...items}
      onInputChange={type}
      selectedKey={chosen === undefined ? null : value}
      onSelectionChange={(key) => {
        if (key !== null) onChange(String(key));
      }}
      menuTrigger="focus"
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

import { type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from "react";
import { Button as AriaButton } from "react-aria-components";

import { Button } from "../design/button.tsx";
import { TextField } from "../design/field.tsx";
import { Muted, Row } from "../design/layout.tsx";
import { Person } from "../design/person.tsx";
import { Written } from "../design/values.tsx";
import { UserSearchDocument, type UserSearchQuery } from "../graphql/generated/documents.ts";
import { useRead } from "../graphql/use-read.ts";
import { useTranslate } from "../messages/i18n.ts";
import { Away } from "./away.tsx";
import styles from "./person-picker.module.css";
import { returnFocus } from "../frame/use-focus-return.ts";

export type Chosen = Omit<UserSearchQuery["userSearch"][number], "away">;

interface PersonPickerProps {
  label: string;
  /** Stays undefined where each choice is taken elsewhere, such as into a list; the next one is then searched. */
  value: Chosen | undefined;
  onChange: (person: Chosen | undefined) => void;
  /** Somebody who cannot be chosen. */
  without?: readonly string[];
  error?: string | undefined;
}

/** Chooses somebody of the company by a part of their name. */
export function PersonPicker({ label, value, onChange, without = [], error }: PersonPickerProps) {
  const t = useTranslate();
  const [text, setText] = useState("");
  const keyword = useDeferredValue(text.trim());
  const isSearching = keyword !== "" && value === undefined;
  const { data, isBusy } = useRead(UserSearchDocument, { keyword }, isSearching);
  const picker = useRef<HTMLDivElement>(null);
  const wasChanged = useRef(false);
  const change = (person: Chosen | undefined) => {
    wasChanged.current = true;
    if (person !== undefined) setText("");
    onChange(person);
  };
  useEffect(() => {
    if (!wasChanged.current) return;
    wasChanged.current = false;
    // The pressed button is gone, so the focus moves to the element that replaced it.
    returnFocus(["input, button"], { within: picker.current });
  }, [value, text]);
  if (value !== undefined) {
    return (
      <div ref={picker} className={styles["chosen"]}>
        <span className={styles["label"]}>{label}</span>
        <Row as="span">
          <Person name={value.name} />
          <Button look="quiet" onPress={() => change(undefined)}>
            {t("people.other")}
          </Button>
        </Row>
        {error === undefined ? null : (
          <Muted as="span" tone="bad" role="alert">
            {error}
          </Muted>
        )}
      </div>
    );
  }
  const foundUsers = (keyword === "" ? [] : (data?.userSearch ?? [])).filter(
    ({ _id }) => !without.includes(_id),
  );
  return (
    <div ref={picker} className={styles["picker"]} onKeyDown={moveInFound}>
      <TextField
        label={label}
        description={t("people.help")}
        error={error}
        value={text}
        onChange={setText}
        maxLength={200}
      />
      {keyword !== "" && !isBusy && data !== undefined && foundUsers.length === 0 ? (
        <Muted role="status">{t("people.none")}</Muted>
      ) : null}
      <ul className={styles["found"]} aria-label={t("people.found")}>
        {foundUsers.map((person) => (
          <li key={person._id}>
            <AriaButton className={styles["person"]!} onPress={() => change(person)}>
              <Person name={person.name} />
              <Muted as="span">
                <Written>{person.email}</Written>
              </Muted>
              <Away away={person.away} />
            </AriaButton>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** From the field to the first who was found, and among them; Enter in the field chooses the first. */
function moveInFound(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1, Enter: 0 }[event.key];
  const places = [...event.currentTarget.querySelectorAll<HTMLElement>("input, li button")];
  const place = places.indexOf(event.target as HTMLElement);
  if (step === undefined || places.length < 2 || (step === 0 && place !== 0)) return;
  event.preventDefault();
  if (step === 0) places[1]!.click();
  else places[place + step]?.focus();
}

import { useDeferredValue, useEffect, useRef, useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import { useQuery } from "urql";

import { Button } from "../design/button.tsx";
import { TextField } from "../design/field.tsx";
import { Person } from "../design/person.tsx";
import { Written } from "../design/values.tsx";
import { UserSearchDocument, type UserSearchQuery } from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import styles from "./person-picker.module.css";

export type Chosen = UserSearchQuery["userSearch"][number];

interface PersonPickerProps {
  label: string;
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
  const [{ data, fetching }] = useQuery({
    query: UserSearchDocument,
    variables: { keyword },
    pause: keyword === "" || value !== undefined,
  });
  const picker = useRef<HTMLDivElement>(null);
  const wasChanged = useRef(false);
  const change = (person: Chosen | undefined) => {
    wasChanged.current = true;
    onChange(person);
  };
  useEffect(() => {
    if (!wasChanged.current) return;
    wasChanged.current = false;
    // The pressed button is gone, so the focus moves to the element that replaced it.
    picker.current?.querySelector<HTMLElement>("input, button")?.focus();
  }, [value]);
  if (value !== undefined) {
    return (
      <div ref={picker} className={styles["chosen"]}>
        <span className={styles["label"]}>{label}</span>
        <span className={styles["line"]}>
          <Person name={value.name} />
          <Button look="quiet" onPress={() => change(undefined)}>
            {t("people.other")}
          </Button>
        </span>
        {error === undefined ? null : (
          <span role="alert" className={styles["error"]}>
            {error}
          </span>
        )}
      </div>
    );
  }
  const found = (keyword === "" ? [] : (data?.userSearch ?? [])).filter(({ _id }) => !without.includes(_id));
  return (
    <div ref={picker} className={styles["picker"]}>
      <TextField
        label={label}
        description={t("people.help")}
        error={error}
        value={text}
        onChange={setText}
        maxLength={200}
      />
      {keyword !== "" && !fetching && data !== undefined && found.length === 0 ? (
        <p role="status" className={styles["email"]}>
          {t("people.none")}
        </p>
      ) : null}
      <ul className={styles["found"]} aria-label={t("people.found")}>
        {found.map((person) => (
          <li key={person._id}>
            <AriaButton className={styles["person"]!} onPress={() => change(person)}>
              <Person name={person.name} />
              <span className={styles["email"]}>
                <Written>{person.email}</Written>
              </span>
            </AriaButton>
          </li>
        ))}
      </ul>
    </div>
  );
}

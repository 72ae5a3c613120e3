import { useDeferredValue, useState } from "react";
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
}

/** Chooses somebody of the company by a part of their name. */
export function PersonPicker({ label, value, onChange, without = [] }: PersonPickerProps) {
  const t = useTranslate();
  const [text, setText] = useState("");
  const keyword = useDeferredValue(text.trim());
  const [{ data }] = useQuery({
    query: UserSearchDocument,
    variables: { keyword },
    pause: keyword === "" || value !== undefined,
  });
  if (value !== undefined) {
    return (
      <div className={styles["chosen"]}>
        <span className={styles["label"]}>{label}</span>
        <span className={styles["line"]}>
          <Person name={value.name} />
          <Button look="quiet" onPress={() => onChange(undefined)}>
            {t("people.other")}
          </Button>
        </span>
      </div>
    );
  }
  const found = (keyword === "" ? [] : (data?.userSearch ?? [])).filter(({ _id }) => !without.includes(_id));
  return (
    <div className={styles["picker"]}>
      <TextField
        label={label}
        description={t("people.help")}
        value={text}
        onChange={setText}
        maxLength={200}
      />
      <ul className={styles["found"]} aria-label={t("people.found")}>
        {found.map((person) => (
          <li key={person._id}>
            <AriaButton className={styles["person"]!} onPress={() => onChange(person)}>
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

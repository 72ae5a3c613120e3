import { useDeferredValue, useState } from "react";

import { Combobox } from "../design/combobox.tsx";
import { formatDay } from "../design/values.tsx";
import { UserSearchDocument } from "../graphql/generated/documents.ts";
import { useRead } from "../graphql/use-read.ts";
import { useFormats, useTranslate } from "../messages/i18n.ts";

/** Somebody of the company. */
export interface ChosenPerson {
  id: string;
  name: string;
}

interface PersonComboboxProps {
  label: string;
  value: ChosenPerson | undefined;
  onChange: (person: ChosenPerson) => void;
  /** People who cannot be chosen. */
  without?: readonly string[];
  error?: string | undefined;
  autoFocus?: boolean;
  /** As a combobox has it: for the first field of a dialog, which Escape would close only after the list. */
  opensByTyping?: boolean;
}

/** Chooses somebody of the company from a list that typing narrows, and that says who is away. */
export function PersonCombobox({ value, onChange, without = [], ...field }: PersonComboboxProps) {
  const t = useTranslate();
  const locale = useFormats();
  const [text, setText] = useState("");
  const keyword = useDeferredValue(text.trim());
  const { data } = useRead(UserSearchDocument, { keyword });
  const foundOptions = (data?.userSearch ?? [])
    .filter(({ _id }) => _id !== value?.id && !without.includes(_id))
    .map(({ _id, name, email, away }) => ({
      value: _id,
      label: name ?? _id,
      about: [email, away && t("people.away", { day: formatDay(locale, away.until) })]
        .filter(Boolean)
        .join(" · "),
    }));
  const chosenOptions = value === undefined ? [] : [{ value: value.id, label: value.name }];
  const options = [...chosenOptions, ...foundOptions];
  return (
    <Combobox
      {...field}
      options={options}
      value={value?.id ?? null}
      onSearch={setText}
      onChange={(id) => {
        const option = options.find((candidate) => candidate.value === id);
        if (option) onChange({ id, name: option.label });
      }}
    />
  );
}

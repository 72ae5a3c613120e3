import { useDeferredValue, useState } from "react";

import { Combobox } from "../design/combobox.tsx";
import { UserSearchDocument } from "../graphql/generated/documents.ts";
import { useRead } from "../graphql/use-read.ts";

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
}

/** Chooses somebody of the company from a list that typing narrows. */
export function PersonCombobox({ value, onChange, without = [], ...field }: PersonComboboxProps) {
  const [text, setText] = useState("");
  const keyword = useDeferredValue(text.trim());
  const { data } = useRead(UserSearchDocument, { keyword });
  const found = (data?.userSearch ?? [])
    .filter(({ _id }) => _id !== value?.id && !without.includes(_id))
    .map(({ _id, name, email }) => ({ value: _id, label: name ?? _id, about: email ?? undefined }));
  const chosen = value === undefined ? [] : [{ value: value.id, label: value.name }];
  const options = [...chosen, ...found];
  return (
    <Combobox
      {...field}
      options={options}
      value={value?.id ?? null}
      onSearch={setText}
      onChange={(id) => {
        const option = options.find((one) => one.value === id);
        if (option) onChange({ id, name: option.label });
      }}
    />
  );
}

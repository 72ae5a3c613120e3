import { useDeferredValue, useState } from "react";

import { Combobox } from "../design/combobox.tsx";
import { formatDay } from "../design/values.tsx";
import {
  PersonNameDocument,
  UserSearchDocument,
  type UserSearchQuery,
} from "../graphql/generated/documents.ts";
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
  /** Called once the field is emptied; without it, somebody stays chosen. */
  onClear?: () => void;
  /** People who cannot be chosen. */
  without?: readonly string[];
  error?: string | undefined;
  autoFocus?: boolean;
  /** As a combobox has it: for a field that a dialog or form gives the focus, so that no list covers what is there. */
  opensByTyping?: boolean;
  /** As a combobox has it: where each person who is chosen changes something at once. */
  takesNothingLeft?: boolean;
}

/** Chooses somebody of the company from a list that typing narrows, and that says who is away. */
export function PersonCombobox({ value, onChange, without = [], ...field }: PersonComboboxProps) {
  const t = useTranslate();
  const locale = useFormats();
  const [text, setText] = useState("");
  const keyword = useDeferredValue(text.trim());
  const { data } = useRead(UserSearchDocument, { keyword });
  const { data: chosenUser } = useRead(PersonNameDocument, { id: value?.id ?? "" }, value !== undefined);
  /** Address and absence of somebody, which tell them from others of the same name. */
  const aboutOf = ({ email, away }: Pick<UserSearchQuery["userSearch"][number], "email" | "away">) =>
    [email, away && t("people.away", { day: formatDay(locale, away.until) })].filter(Boolean).join(" · ");
  const foundOptions = (data?.userSearch ?? [])
    .filter(({ _id }) => _id !== value?.id && !without.includes(_id))
    .map(({ _id, name, email, away }) => ({
      value: _id,
      label: name ?? _id,
      about: aboutOf({ email, away }),
    }));
  const chosenOptions = value === undefined ? [] : [{ value: value.id, label: value.name }];
  // Those whom the typed letters find come first: the arrow key and Enter choose them.
  const options = keyword === "" ? [...chosenOptions, ...foundOptions] : [...foundOptions, ...chosenOptions];
  return (
    <Combobox
      {...field}
      description={value && chosenUser?.user?._id === value.id ? aboutOf(chosenUser.user) : undefined}
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

interface PersonAdderProps {
  label: string;
  onAdd: (person: ChosenPerson) => void;
  /** People who are there already. */
  without: readonly string[];
  error?: string | undefined;
}

/** Adds people to a list, one after the other: the field is empty again for the next. */
export function PersonAdder({ onAdd, ...field }: PersonAdderProps) {
  const [addedCount, setAddedCount] = useState(0);
  const add = (person: ChosenPerson) => {
    setAddedCount(addedCount + 1);
    onAdd(person);
  };
  return (
    <PersonCombobox
      key={addedCount}
      {...field}
      value={undefined}
      onChange={add}
      autoFocus={addedCount > 0}
      opensByTyping
      takesNothingLeft
    />
  );
}

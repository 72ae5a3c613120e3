import { useState } from "react";

import { PersonNameDocument } from "../graphql/generated/documents.ts";
import { useRead } from "../graphql/use-read.ts";
import { type ChosenPerson, PersonCombobox } from "./person-combobox.tsx";

interface PersonByIdProps {
  label: string;
  /** Undefined: nobody is chosen. */
  userId: string | undefined;
  onChange: (userId: string | undefined) => void;
}

/** Chooses somebody of whom only the id is kept, such as in an address; their name is read where it is not known here. */
export function PersonById({ label, userId, onChange }: PersonByIdProps) {
  const [person, setPerson] = useState<ChosenPerson>();
  const knownPerson = person?.id === userId ? person : undefined;
  const isUnknown = userId !== undefined && knownPerson === undefined;
  const { data, isBusy } = useRead(PersonNameDocument, { id: userId ?? "" }, isUnknown);
  const readName = data?.user?._id === userId ? data?.user?.name : undefined;
  const chosenPerson =
    userId === undefined
      ? undefined
      : (knownPerson ?? { id: userId, name: readName ?? (isBusy ? "…" : userId) });
  return (
    <PersonCombobox
      label={label}
      value={chosenPerson}
      onChange={(next) => {
        setPerson(next);
        onChange(next.id);
      }}
      onClear={() => onChange(undefined)}
    />
  );
}

import { useState } from "react";

import { PersonNameDocument } from "../graphql/generated/documents.ts";
import { useRead } from "../graphql/use-read.ts";
import { type Chosen, PersonPicker } from "./person-picker.tsx";

interface PersonByIdProps {
  label: string;
  /** Undefined: nobody is chosen. */
  userId: string | undefined;
  onChange: (userId: string | undefined) => void;
}

/** Chooses somebody of whom only the id is kept, such as in an address; their name is read where it is not known here. */
export function PersonById({ label, userId, onChange }: PersonByIdProps) {
  const [person, setPerson] = useState<Chosen>();
  const knownPerson = person?._id === userId ? person : undefined;
  const isUnknown = userId !== undefined && knownPerson === undefined;
  const { data, isBusy } = useRead(PersonNameDocument, { id: userId ?? "" }, isUnknown);
  const read = data?.user?._id === userId ? data?.user : undefined;
  const chosenPerson =
    userId === undefined
      ? undefined
      : (knownPerson ?? read ?? { _id: userId, name: isBusy ? "…" : userId, email: null });
  return (
    <PersonPicker
      label={label}
      value={chosenPerson}
      onChange={(next) => {
        setPerson(next);
        onChange(next?._id);
      }}
    />
  );
}

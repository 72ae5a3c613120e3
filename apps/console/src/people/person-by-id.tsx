import { useState } from "react";

import { type Chosen, PersonPicker } from "./person-picker.tsx";

interface PersonByIdProps {
  label: string;
  /** Undefined: nobody is chosen. */
  userId: string | undefined;
  onChange: (userId: string | undefined) => void;
}

/** Chooses somebody of whom only the id is kept, such as in an address; then their name is not known here. */
export function PersonById({ label, userId, onChange }: PersonByIdProps) {
  const [person, setPerson] = useState<Chosen>();
  const known = person?._id === userId ? person : undefined;
  const chosen = userId === undefined ? undefined : (known ?? { _id: userId, name: "…", email: null });
  return (
    <PersonPicker
      label={label}
      value={chosen}
      onChange={(next) => {
        setPerson(next);
        onChange(next?._id);
      }}
    />
  );
}

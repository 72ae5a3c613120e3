import { Select, TextField } from "../design/field.tsx";
import { Stack } from "../design/layout.tsx";

/** A record that can be chosen. */
export interface Choice {
  _id: string;
  name?: string | null | undefined;
}

interface SearchedSelectProps<One extends Choice> {
  label: string;
  placeholder: string;
  /** The label of the field that searches. */
  search: string;
  /** The text in it. */
  text: string;
  onType: (text: string) => void;
  /** The first records that match; undefined until the first answer. */
  found: { total: number; data: readonly One[] } | undefined;
  value: One | undefined;
  onChange: (choice: One) => void;
  error: string | undefined;
}

/** Chooses a record from a list, which can be searched where it does not hold all of them. */
export function SearchedSelect<One extends Choice>({
  label,
  placeholder,
  search,
  text,
  onType,
  found,
  value,
  onChange,
  error,
}: SearchedSelectProps<One>) {
  const records = found?.data ?? [];
  const isChosenMissing = value !== undefined && !records.some(({ _id }) => _id === value._id);
  const choices = isChosenMissing ? [value, ...records] : records;
  const isLong = found !== undefined && found.total > found.data.length;
  return (
    <Stack>
      <Select
        label={label}
        options={choices.map(({ _id, name }) => ({ value: _id, label: name ?? _id }))}
        value={value?._id ?? null}
        onChange={(id) => {
          const choice = choices.find(({ _id }) => _id === id);
          if (choice) onChange(choice);
        }}
        placeholder={placeholder}
        // A list without choices does not open.
        isDisabled={choices.length === 0}
        error={error}
      />
      {isLong || text !== "" ? (
        <TextField label={search} value={text} onChange={onType} maxLength={200} />
      ) : null}
    </Stack>
  );
}

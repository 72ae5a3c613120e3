import { useState } from "react";

import { useFormats } from "../messages/i18n.ts";
import { TextField, type TextFieldProps } from "./field.tsx";
import { type Typed, formatNumber, parseNumber } from "./number-text.ts";

interface NumberFieldProps extends Omit<TextFieldProps, "value" | "onChange" | "rows"> {
  value: Typed;
  onChange: (value: Typed) => void;
}

/**
 * A number of 0 or more in the reader's notation. React Aria's own field writes `innerHTML`, which the console's policy
 * forbids.
 */
export function NumberField({ value, onChange, ...props }: NumberFieldProps) {
  const locale = useFormats();
  const [text, setText] = useState("");
  const isTyped = parseNumber(locale, text) === value;
  return (
    <TextField
      {...props}
      inputMode="decimal"
      value={isTyped ? text : formatNumber(locale, value)}
      onChange={(next) => {
        setText(next);
        onChange(parseNumber(locale, next));
      }}
    />
  );
}

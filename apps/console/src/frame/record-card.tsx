import type { ReactNode } from "react";

import { Button } from "../design/button.tsx";
import { Card, Row, Stack } from "../design/layout.tsx";
import { useIsKept } from "../shell/kept.ts";
import { useFocusReturn } from "./use-focus-return.ts";
import { useOpenForm } from "./use-open-form.ts";

interface RecordCardProps {
  /** Name under which work on the record is kept: a record with such work is open. */
  kept: string;
  title: string;
  about?: ReactNode;
  /** The button that opens the form, and its whole name; without it the record is only read. */
  edit?: { text: string; name: string };
  /** Shown while the form is not. */
  summary?: ReactNode;
  form: (close: () => void) => ReactNode;
}

/** A record of a list: what it says, or the form that changes it. */
export function RecordCard({ kept, title, about, edit, summary, form }: RecordCardProps) {
  const isKept = useIsKept();
  const { isOpen, open, close, place, isBack } = useOpenForm(() => isKept(kept));
  // A record that was deleted takes the focus along.
  const id = useFocusReturn();
  return (
    <Card as="li" id={id}>
      <Row isSpread>
        <Stack gap="tight">
          <h2>{title}</h2>
          {about}
        </Stack>
        {isOpen || edit === undefined ? null : (
          <Button onPress={open} autoFocus={isBack} aria-label={edit.name}>
            {edit.text}
          </Button>
        )}
      </Row>
      {isOpen && edit !== undefined ? <div ref={place}>{form(close)}</div> : summary}
    </Card>
  );
}

import type { ReactNode } from "react";

import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { Card } from "../design/layout.tsx";
import { useConsole } from "../shell/console-context.ts";
import { useIsKept } from "../shell/kept.ts";
import { useOpenForm } from "./use-open-form.ts";

interface NewRecordProps {
  /** Name under which work on it is kept: with such work the form is open. */
  kept: string;
  title: string;
  form: (close: () => void) => ReactNode;
}

/** The button that begins a new record, for privileged users, and its form. */
export function NewRecord({ kept, title, form }: NewRecordProps) {
  const { viewer } = useConsole();
  const isKept = useIsKept();
  const { isOpen, open, close, place, isBack } = useOpenForm(() => isKept(kept));
  if (!viewer.privileged) return null;
  if (!isOpen) {
    return (
      <div>
        <Button look="primary" onPress={open} autoFocus={isBack}>
          <Icon name="plus" size={16} />
          {title}
        </Button>
      </div>
    );
  }
  return (
    <Card>
      <h2>{title}</h2>
      <div ref={place}>{form(close)}</div>
    </Card>
  );
}

import type { FormEvent, ReactNode } from "react";

import { Button } from "../design/button.tsx";
import { Row, Stack } from "../design/layout.tsx";
import { Failure } from "../design/notice.tsx";
import { useTranslate } from "../messages/i18n.ts";
import type { RecordInWork } from "./use-record.ts";

interface RecordFormProps {
  record: Pick<RecordInWork<never>, "isKept" | "isBusy" | "refusal" | "errorOf" | "discard">;
  label: string;
  /** The fields that show their own refusals; every other stands above them. */
  fieldNames: readonly string[];
  /** The label of the button that saves. */
  save: string;
  /** Whether it can be saved as it is. */
  isReady?: boolean;
  onSave: () => void;
  /** Called when the reader leaves the form; without it there is no way to leave. */
  onCancel?: () => void;
  /** The way to delete the record. */
  removal?: ReactNode;
  /** The fields. */
  children: ReactNode;
}

/** A record to write: its fields, what is wrong with them, and the buttons that save and leave. */
export function RecordForm({
  record,
  label,
  fieldNames,
  onSave,
  onCancel,
  children,
  ...props
}: RecordFormProps) {
  const t = useTranslate();
  const { isKept, isBusy, refusal, errorOf, discard } = record;
  const { save, isReady = true, removal } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave();
  };
  const leave = () => {
    discard();
    onCancel?.();
  };
  const isAtField = fieldNames.some((name) => errorOf(name) !== undefined);
  return (
    <form onSubmit={submit} aria-label={label}>
      <Stack>
        {refusal === undefined || isAtField ? null : <Failure>{refusal.message}</Failure>}
        {children}
        <Row>
          <Button type="submit" look="primary" busy={isBusy} isDisabled={!isReady}>
            {save}
          </Button>
          {onCancel === undefined ? null : (
            <Button look="quiet" onPress={leave}>
              {t(isKept ? "company.discard" : "action.cancel")}
            </Button>
          )}
          {removal}
        </Row>
      </Stack>
    </form>
  );
}

import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";

import { Button, type ButtonProps } from "../design/button.tsx";
import { Dialog } from "../design/dialog.tsx";
import { Muted, Row, Stack } from "../design/layout.tsx";
import { Failure } from "../design/notice.tsx";
import { useDeliberate } from "../design/use-deliberate.ts";
import type { Command } from "../graphql/use-command.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useReachable } from "../shell/reachable.ts";
import { FOCUS_PLACES, returnFocus } from "./use-focus-return.ts";

interface CommandFormProps {
  title: ReactNode;
  lead?: string;
  /** The label of the button that sends the command. */
  confirm: string;
  look?: ButtonProps["look"];
  command: Pick<Command<unknown, never>, "isBusy" | "refusal">;
  /** Whether it can be sent as it is. */
  isReady: boolean;
  isWide?: boolean;
  onConfirm: () => Promise<void>;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks for what a command needs, above the page. What was refused stays as it was typed, with the reason. */
export function CommandForm({
  title,
  lead,
  confirm,
  look = "primary",
  command: { isBusy, refusal },
  isReady,
  isWide = false,
  onConfirm,
  onClose,
  children,
}: CommandFormProps) {
  const t = useTranslate();
  const isReachable = useReachable();
  const form = useRef<HTMLFormElement>(null);
  const deliberate = useDeliberate();
  useEffect(() => returnFocus([FOCUS_PLACES.field], { within: form.current }), []);
  const send = () => {
    if (isReady && !isBusy && isReachable) void onConfirm();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const sendByKeys = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  return (
    <Dialog title={title} isOpen onClose={onClose} busy={isBusy} wide={isWide}>
      {/* Before the fields hear it: react-aria's fields of days stop Enter. */}
      <form ref={form} onSubmit={submit} onKeyDownCapture={sendByKeys}>
        <Stack>
          {lead === undefined ? null : <p>{lead}</p>}
          {isReachable ? null : <Muted tone="warn">{t("decide.offline")}</Muted>}
          {refusal ? <Failure>{refusal.message}</Failure> : null}
          {children}
          <Row {...deliberate}>
            <Button type="submit" look={look} busy={isBusy} isDisabled={!isReady || !isReachable}>
              {confirm}
            </Button>
            <Button look="quiet" isDisabled={isBusy} onPress={onClose}>
              {t("action.cancel")}
            </Button>
          </Row>
        </Stack>
      </form>
    </Dialog>
  );
}

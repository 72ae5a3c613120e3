import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import type { CombinedError } from "urql";

import { Button, type ButtonProps } from "../design/button.tsx";
import { Dialog } from "../design/dialog.tsx";
import { Failure, useFailureText } from "../design/notice.tsx";
import { useDeliberate } from "../design/use-deliberate.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useOnline } from "../shell/online.ts";
import styles from "./command-form.module.css";

interface CommandFormProps {
  title: ReactNode;
  lead?: string;
  /** The label of the button that sends the command. */
  confirm: string;
  look?: ButtonProps["look"];
  busy: boolean;
  error: CombinedError | undefined;
  /** Whether it can be sent as it is. */
  isReady: boolean;
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
  busy,
  error,
  isReady,
  onConfirm,
  onClose,
  children,
}: CommandFormProps) {
  const t = useTranslate();
  const online = useOnline();
  const failureText = useFailureText();
  const form = useRef<HTMLFormElement>(null);
  const deliberate = useDeliberate();
  useEffect(() => form.current?.querySelector<HTMLElement>("input, textarea")?.focus(), []);
  const send = () => {
    if (isReady && !busy && online) void onConfirm();
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
    <Dialog title={title} isOpen onClose={onClose} busy={busy}>
      <form ref={form} onSubmit={submit} onKeyDown={sendByKeys} className={styles["form"]}>
        {lead === undefined ? null : <p>{lead}</p>}
        {online ? null : <p className={styles["offline"]}>{t("decide.offline")}</p>}
        {error ? <Failure>{failureText(error)}</Failure> : null}
        {children}
        <div {...deliberate} className={styles["choices"]}>
          <Button type="submit" look={look} busy={busy} isDisabled={!isReady || !online}>
            {confirm}
          </Button>
          <Button look="quiet" isDisabled={busy} onPress={onClose}>
            {t("action.cancel")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

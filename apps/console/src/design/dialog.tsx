import { type ReactNode, useEffect, useRef } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";

import { useEscape } from "./use-escape.ts";
import styles from "./dialog.module.css";

interface DialogProps {
  title: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  /** Keeps it open while something is being carried out. */
  busy?: boolean;
  wide?: boolean;
  children: ReactNode;
}

/** For how long the second press of a double click, which opened the question, does not leave it. */
const OPENING_MS = 500;

/** A question above the page; Escape and a press beside it leave it. */
export function Dialog({ title, isOpen, onClose, busy = false, wide = false, children }: DialogProps) {
  useEscape(onClose, isOpen && !busy);
  const openedAt = useRef(0);
  useEffect(() => {
    if (isOpen) openedAt.current = performance.now();
  }, [isOpen]);
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => (open ? undefined : onClose())}
      isDismissable={!busy}
      shouldCloseOnInteractOutside={() => performance.now() - openedAt.current >= OPENING_MS}
      isKeyboardDismissDisabled={busy}
      className={styles["overlay"]!}
    >
      <Modal className={`${styles["modal"]} ${wide ? styles["wide"] : ""}`}>
        <AriaDialog className={styles["dialog"]!}>
          <Heading slot="title">{title}</Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

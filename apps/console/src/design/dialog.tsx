import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";

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

/** A question above the page; Escape and a press beside it leave it. */
export function Dialog({ title, isOpen, onClose, busy = false, wide = false, children }: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => (open ? undefined : onClose())}
      isDismissable={!busy}
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

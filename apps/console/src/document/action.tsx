import { Muted } from "../design/layout.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { actionLines } from "./action-lines.ts";
import styles from "./action.module.css";
import { Part } from "./part.tsx";

interface ActionProps {
  action: unknown;
  /** Its hash, by which the tool that makes the call knows it. */
  sha256: string;
}

/** The call that an agent asks for, line by line with its hash: exactly it is approved (contract-3, ASK-2). */
export function Action({ action, sha256 }: ActionProps) {
  const t = useTranslate();
  const title = t("document.action");
  return (
    <Part title={title}>
      <Muted>{t("document.actionMeaning")}</Muted>
      {/* A long call scrolls by itself, by keyboard too. */}
      <div className={styles["frame"]} tabIndex={0} role="group" aria-label={title}>
        <ol className={styles["lines"]}>
          {actionLines(action).map((line, at) => (
            <li key={at}>
              <code>{line}</code>
            </li>
          ))}
        </ol>
      </div>
      <p className={styles["hash"]}>
        SHA-256 <code>{sha256}</code>
      </p>
    </Part>
  );
}

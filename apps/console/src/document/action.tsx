import { Icon } from "../design/icon.tsx";
import { Muted } from "../design/layout.tsx";
import { formatDay } from "../design/values.tsx";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import { actionLines } from "./action-lines.ts";
import styles from "./action.module.css";
import { Part } from "./part.tsx";

interface ActionProps {
  action: unknown;
  /** Its hash, by which the tool that makes the call knows it. */
  sha256: string;
  /** The tool server that makes it. */
  audience: string | null | undefined;
  /** Rejections of the same call before, the newest first. */
  rejections: readonly { name: string; at: string; remark?: string | null | undefined }[];
}

/**
 * The call that an agent asks for, line by line with its hash and the server that takes it: exactly it is approved
 * (contract-3, ASK-2; contract-4, MEET-9). Who rejected it before stands above it (MEET-6).
 */
export function Action({ action, sha256, audience, rejections }: ActionProps) {
  const t = useTranslate();
  const locale = useFormats();
  const title = t("document.action");
  return (
    <Part title={title}>
      {rejections.length === 0 ? null : (
        <ul className={styles["rejections"]} aria-label={t("document.rejectedBefore")}>
          {rejections.map(({ name, at, remark }) => (
            <li key={`${at} ${name}`}>
              <Icon name="warning" size={16} />
              {t("document.rejectedBy", {
                name,
                day: formatDay(locale, at.slice(0, 10)),
                hasRemark: remark ? "yes" : "no",
                remark: remark ?? "",
              })}
            </li>
          ))}
        </ul>
      )}
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
      {audience ? <p>{t("document.audience", { audience })}</p> : null}
      <p className={styles["hash"]}>
        SHA-256 <code>{sha256}</code>
      </p>
    </Part>
  );
}

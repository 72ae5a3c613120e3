import { Icon } from "../design/icon.tsx";
import { type DecidedElsewhere, elsewhereText } from "../messages/elsewhere.ts";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import styles from "./elsewhere.module.css";

/** Says above a document that somebody else has decided it while the reader looked at it. */
export function Elsewhere({ gone }: { gone: DecidedElsewhere }) {
  const t = useTranslate();
  const locale = useFormats();
  return (
    <p role="status" className={styles["strip"]}>
      <Icon name={gone.verdict === "APPROVED" ? "check" : "cross"} />
      {elsewhereText(t, locale, gone)}
    </p>
  );
}

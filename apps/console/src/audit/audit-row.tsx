import { Link } from "@tanstack/react-router";

import { Button } from "../design/button.tsx";
import { Muted, Row, Stack } from "../design/layout.tsx";
import { Moment, Written } from "../design/values.tsx";
import type { AuditQuery } from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useWords } from "../messages/texts.ts";
import { fieldText, valueText } from "./audit-words.ts";
import { changedFields } from "./changed-fields.ts";
import styles from "./audit-row.module.css";

type AuditEntry = AuditQuery["auditLogPage"]["data"][number];

interface AuditRowProps {
  row: AuditEntry;
  /** Shows the changes of this record alone. */
  onRecord: (() => void) | undefined;
}

/** One change in a sentence, with its time; opened, the way to the document, the fields and the raw record. */
export function AuditRow({ row, onRecord }: AuditRowProps) {
  const t = useTranslate();
  const { at, entityId, refId, before, after, details, text } = row;
  return (
    <li>
      <details className={styles["row"]}>
        <summary className={styles["summary"]}>
          <Muted as="span">
            <Moment at={at} />
          </Muted>
          <span className={styles["sentence"]}>
            <Written>{text}</Written>
          </span>
        </summary>
        <Stack gap="small" className={styles["body"]}>
          <Row>
            {refId == null ? null : (
              <Link to="/documents/$refId" params={{ refId }} className={styles["document"]}>
                {t("audit.openDocument")}
              </Link>
            )}
            {onRecord === undefined ? null : (
              <Button look="quiet" size="small" onPress={onRecord}>
                {t("audit.history")}
              </Button>
            )}
          </Row>
          <Fields before={before} after={after} />
          <details>
            <summary className={styles["technical"]}>{t("audit.technical")}</summary>
            <p className={styles["id"]}>
              {t("audit.record")} {entityId}
            </p>
            <pre className={styles["json"]}>{JSON.stringify({ before, after, details }, null, 2)}</pre>
          </details>
        </Stack>
      </details>
    </li>
  );
}

function Fields({ before, after }: { before: unknown; after: unknown }) {
  const t = useTranslate();
  const words = useWords();
  // Fields of fields, such as the stages of a run, stand in the raw record.
  const fields = changedFields(before, after).filter(
    ({ before: old, after: fresh }) => !isNested(old) && !isNested(fresh),
  );
  if (fields.length === 0) return null;
  return (
    <table className={styles["fields"]}>
      <thead>
        <tr>
          <th scope="col">{t("audit.field")}</th>
          <th scope="col">{t("audit.before")}</th>
          <th scope="col">{t("audit.after")}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field.name}>
            <th scope="row">{fieldText(words, field.name)}</th>
            <td>
              <Written>{valueText(words, field.name, field.before)}</Written>
            </td>
            <td>
              <Written>{valueText(words, field.name, field.after)}</Written>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const isNested = (value: string | undefined): boolean => /^[[{].*[{]/su.test(value ?? "");

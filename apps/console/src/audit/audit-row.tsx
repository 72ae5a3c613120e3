import { Button } from "../design/button.tsx";
import { Muted, Row, Stack } from "../design/layout.tsx";
import { Person } from "../design/person.tsx";
import { Moment, Written } from "../design/values.tsx";
import type { AuditQuery } from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useWords } from "../messages/texts.ts";
import { actionText, entityText, fieldText, valueText } from "./audit-words.ts";
import { changedFields, nameOf } from "./changed-fields.ts";
import styles from "./audit-row.module.css";

interface AuditRowProps {
  row: AuditQuery["auditLogPage"]["data"][number];
  /** Shows the changes of this record alone. */
  onRecord: (() => void) | undefined;
}

/** One change: actor, action and time; opened, the fields with their old and new values. */
export function AuditRow({ row, onRecord }: AuditRowProps) {
  const t = useTranslate();
  const words = useWords();
  const { at, action, entity, entityId, actorId, actor, before, after, details } = row;
  const name = nameOf(before, after);
  return (
    <li>
      <details className={styles["row"]}>
        <summary className={styles["summary"]}>
          <Muted as="span">
            <Moment at={at} />
          </Muted>
          <Person name={actor?.name ?? actorId ?? t("audit.platform")} />
          <span>
            {actionText(words, action)} · {entityText(words, entity)}
            {name === undefined ? null : (
              <>
                {" · "}
                <strong className={styles["name"]}>
                  <Written>{name}</Written>
                </strong>
              </>
            )}
          </span>
        </summary>
        <Stack gap="small" className={styles["body"]}>
          <Row>
            <Muted as="span">
              {t("audit.record")} {entityId}
            </Muted>
            {onRecord === undefined ? null : (
              <Button look="quiet" onPress={onRecord}>
                {t("audit.history")}
              </Button>
            )}
          </Row>
          <Fields before={before} after={after} />
          {details == null ? null : <pre className={styles["json"]}>{JSON.stringify(details, null, 2)}</pre>}
        </Stack>
      </details>
    </li>
  );
}

function Fields({ before, after }: { before: unknown; after: unknown }) {
  const t = useTranslate();
  const words = useWords();
  const fields = changedFields(before, after);
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

import { Moment, Written, formatMoney } from "../design/values.tsx";
import type { HistoryQuery } from "../graphql/generated/documents.ts";
import { type MessageId, useFormats, useTranslate } from "../messages/i18n.ts";
import styles from "./changes.module.css";

export type Revision = HistoryQuery["documentRevisions"][number];

const FIELDS: Readonly<Record<string, MessageId>> = {
  title: "field.title",
  amount: "field.amount",
  currency: "field.currency",
  url: "field.url",
};

/** What differs from the revision before, for those who saw that one. */
export function Changes({ revisions, runId }: { revisions: readonly Revision[]; runId: string }) {
  const t = useTranslate();
  const last = revisions.at(-1);
  if (last === undefined || last.runId !== runId || last.changes.length === 0) return null;
  return (
    <section className={styles["changes"]} aria-label={t("changes.title")}>
      <h2>{t("changes.title")}</h2>
      <ChangeList revision={last} />
    </section>
  );
}

/** Who changed what in a revision, and why. */
export function ChangeList({ revision: { actor, createdAt, note, changes } }: { revision: Revision }) {
  const t = useTranslate();
  return (
    <div className={styles["revision"]}>
      <p className={styles["who"]}>
        <Written>{actor?.name}</Written> · <Moment at={createdAt} />
      </p>
      {note ? (
        <p>
          <Written>{note}</Written>
        </p>
      ) : null}
      <dl className={styles["list"]}>
        {changes.map((change) => (
          <div key={change.field} className={styles["change"]}>
            <dt>
              <Written>
                {change.label ?? (FIELDS[change.field] ? t(FIELDS[change.field]!) : change.field)}
              </Written>
            </dt>
            <dd className={styles["values"]}>
              <del>
                <Value of={change.before} />
              </del>
              <span aria-hidden="true">→</span>
              <ins>
                <Value of={change.after} />
              </ins>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Value({ of }: { of: unknown }) {
  const t = useTranslate();
  const locale = useFormats();
  if (of === null || of === undefined) return "–";
  if (typeof of === "boolean") return t(of ? "value.yes" : "value.no");
  if (typeof of === "object") {
    const { amount, currency } = of as { amount: string; currency: string };
    return <bdi>{formatMoney(locale, amount, currency)}</bdi>;
  }
  return <Written>{of as string}</Written>;
}

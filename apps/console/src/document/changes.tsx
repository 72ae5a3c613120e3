import { Muted } from "../design/layout.tsx";
import { Money, Moment, Written, formatDay } from "../design/values.tsx";
import type { FactType } from "../graphql/generated/documents.ts";
import { type MessageId, type Translate, ownersWords, useFormats, useTranslate } from "../messages/i18n.ts";
import styles from "./changes.module.css";
import type { Revision, Task } from "./task.ts";

const FIELDS: Readonly<Record<string, MessageId>> = {
  title: "field.title",
  amount: "field.amount",
  currency: "field.currency",
  url: "field.url",
};

function labelOf(t: Translate, { field, label }: Revision["changes"][number]): string {
  if (label != null) return ownersWords(label);
  return FIELDS[field] ? t(FIELDS[field]) : field;
}

/** The differences from the previous revision, for readers who saw that one. */
export function Changes({ revisions, task }: { revisions: readonly Revision[]; task: Task }) {
  const t = useTranslate();
  const last = revisions.at(-1);
  if (last === undefined || last.runId !== task.runId || last.changes.length === 0) return null;
  return (
    <section className={styles["changes"]} aria-label={t("changes.title")}>
      <h2 className={styles["title"]}>{t(task.changedSinceSeen ? "changes.sinceSeen" : "changes.title")}</h2>
      <ChangeList revision={last} document={task.document} />
    </section>
  );
}

interface ChangeListProps {
  revision: Revision;
  /** The present document, which has the labels of the facts. */
  document: Task["document"];
}

/** A revision's author, their note, and each change as the document itself shows its values. */
export function ChangeList({ revision, document }: ChangeListProps) {
  const t = useTranslate();
  const { actor, createdAt, note, changes } = revision;
  const typeOf = (field: string) => document?.facts.find(({ key }) => field === `facts.${key}`)?.type;
  const currency = changes.find(({ field }) => field === "currency");
  const currencies = currency ?? { before: document?.currency, after: document?.currency };
  return (
    <div className={styles["revision"]}>
      <Muted>
        <Written>{actor?.name}</Written> · <Moment at={createdAt} />
      </Muted>
      {note ? (
        <p>
          <Written>{note}</Written>
        </p>
      ) : null}
      <dl className={styles["list"]}>
        {changes.map((change) => (
          <div key={change.field} className={styles["change"]}>
            <dt>
              <Written>{labelOf(t, change)}</Written>
            </dt>
            <dd className={styles["values"]}>
              <del>
                <Value
                  of={change.before}
                  type={typeOf(change.field)}
                  currency={change.field === "amount" ? currencies.before : undefined}
                />
              </del>
              <span aria-hidden="true">→</span>
              <ins>
                <Value
                  of={change.after}
                  type={typeOf(change.field)}
                  currency={change.field === "amount" ? currencies.after : undefined}
                />
              </ins>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

interface ValueProps {
  of: unknown;
  /** Of a fact that the document still has. */
  type: FactType | undefined;
  /** Of the document's own amount. */
  currency: unknown;
}

function Value({ of, type, currency }: ValueProps) {
  const t = useTranslate();
  const locale = useFormats();
  if (of === null || of === undefined) return "–";
  if (typeof of === "boolean") return t(of ? "value.yes" : "value.no");
  if (typeof of === "object") return <Money {...(of as { amount: string; currency: string })} />;
  const text = of as string;
  if (typeof currency === "string") return <Money amount={text} currency={currency} />;
  if (type === "NUMBER") return <Money amount={text} />;
  if (type === "DATE") return formatDay(locale, text);
  if (type === "DATETIME") return <Moment at={text} />;
  return <Written>{text}</Written>;
}

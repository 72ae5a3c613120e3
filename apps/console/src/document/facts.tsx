import type { ReactNode } from "react";

import { Person } from "../design/person.tsx";
import { Money, Moment, Written, decimalText, formatDay } from "../design/values.tsx";
import type { DocumentQuery } from "../graphql/generated/documents.ts";
import { ownersWords, useFormats, useTranslate } from "../messages/i18n.ts";
import styles from "./facts.module.css";

type Fact = NonNullable<DocumentQuery["runTasks"][number]["document"]>["facts"][number];

interface FactsProps {
  facts: readonly Fact[];
  /** Total of the order that is approved, where its document names no amount. */
  total: number | null | undefined;
}

/** Texts from this length on take the whole width. */
const LONG = 60;

const isLong = ({ type, value }: Fact) =>
  type === "TEXT" && (String(value).length > LONG || String(value).includes("\n"));

/** The facts and the total of a document, two beside each other where there is room; long texts across. */
export function Facts({ facts, total }: FactsProps) {
  const t = useTranslate();
  if (facts.length === 0 && total == null) return null;
  return (
    <div className={styles["frame"]}>
      <dl className={styles["facts"]}>
        {total == null ? null : (
          <FactRow label={t("document.total")}>
            <Money amount={decimalText(total)} />
          </FactRow>
        )}
        {facts.map((fact) => (
          <FactRow key={fact.key} label={ownersWords(fact.label)} isLong={isLong(fact)}>
            <Value fact={fact} />
          </FactRow>
        ))}
      </dl>
    </div>
  );
}

interface FactRowProps {
  label: string;
  isLong?: boolean;
  children: ReactNode;
}

function FactRow({ label, isLong: isAcross = false, children }: FactRowProps) {
  return (
    <div className={`${styles["fact"]} ${isAcross ? styles["long"] : ""}`}>
      <dt className={styles["label"]}>
        <Written>{label}</Written>
      </dt>
      <dd className={styles["value"]}>{children}</dd>
    </div>
  );
}

function Value({ fact: { type, value, person } }: { fact: Fact }) {
  const t = useTranslate();
  const locale = useFormats();
  if (type === "BOOLEAN") return t(value === true ? "value.yes" : "value.no");
  if (type === "MONEY") {
    const { amount, currency } = value as { amount: string; currency: string };
    return <Money amount={amount} currency={currency} />;
  }
  const text = String(value);
  if (type === "NUMBER") return <Money amount={text} />;
  if (type === "DATE") return formatDay(locale, text);
  if (type === "DATETIME") return <Moment at={text} />;
  if (type === "PERSON") return <Person name={person?.name ?? text} />;
  if (type === "LINK" && text.startsWith("https://")) {
    return (
      <a href={text} target="_blank" rel="noopener noreferrer">
        {text}
      </a>
    );
  }
  return <Written>{text}</Written>;
}

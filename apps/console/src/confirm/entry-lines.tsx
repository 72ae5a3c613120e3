import { Muted } from "../design/layout.tsx";
import { Money, Written } from "../design/values.tsx";
import type { JournalConfirmationQuery } from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import styles from "./entry-lines.module.css";

type Question = NonNullable<JournalConfirmationQuery["journalConfirmation"]>;

/** Every line of the entry with its account, side and remark, and the total of both sides. */
export function EntryLines({ question: { cells, total, currency } }: { question: Question }) {
  const t = useTranslate();
  return (
    // Long amounts scroll by themselves, by keyboard too.
    <div className={styles["scroll"]} tabIndex={0} role="group" aria-label={t("confirm.lines")}>
      <table className={styles["lines"]}>
        <thead>
          <tr>
            <th scope="col">{t("confirm.account")}</th>
            <th scope="col" data-number>
              {t("confirm.debit")}
            </th>
            <th scope="col" data-number>
              {t("confirm.credit")}
            </th>
          </tr>
        </thead>
        <tbody>
          {cells.map(([line = "", number, name, debit = "", credit = "", remark = ""]) => (
            <tr key={line}>
              <th scope="row">
                <Written>{[number, name].filter(Boolean).join(" ")}</Written>
                {remark === "" ? null : (
                  <Muted as="span">
                    <Written>{remark}</Written>
                  </Muted>
                )}
              </th>
              <td data-number>{debit === "" ? null : <Money amount={debit} currency={currency} />}</td>
              <td data-number>{credit === "" ? null : <Money amount={credit} currency={currency} />}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("confirm.total")}</th>
            <td data-number>
              <Money amount={total} currency={currency} />
            </td>
            <td data-number>
              <Money amount={total} currency={currency} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

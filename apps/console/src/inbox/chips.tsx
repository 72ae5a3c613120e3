import { Icon } from "../design/icon.tsx";
import { Written, formatMoney } from "../design/values.tsx";
import { kindText } from "../document/kind.ts";
import { PersonNameDocument } from "../graphql/generated/documents.ts";
import { useRead } from "../graphql/use-read.ts";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import { SaveView } from "../views/save-view.tsx";
import styles from "./chips.module.css";
import { useOpenInbox } from "./inbox-context.tsx";
import { type InboxFilter, isAmount, isCurrency } from "./use-filter.ts";

/** The active filters, order and groups above the list, each to take away, and the way to keep them under a name. */
export function Chips() {
  const t = useTranslate();
  const locale = useFormats();
  const { filter, narrow } = useOpenInbox();
  const { keyword, kind, min, max, currency, submitterId, forUserId, changed, overdue } = filter;
  const { order, groupBy } = filter;
  const submitter = usePersonName(submitterId);
  const forUser = usePersonName(forUserId);
  const chips: [label: string | undefined, without: Partial<InboxFilter>][] = [
    [kind && kindText(t, kind), { kind: undefined }],
    [min && isAmount(min) ? `${t("inbox.min")} ${formatMoney(locale, min)}` : undefined, { min: undefined }],
    [max && isAmount(max) ? `${t("inbox.max")} ${formatMoney(locale, max)}` : undefined, { max: undefined }],
    [currency && isCurrency(currency) ? currency : undefined, { currency: undefined }],
    [submitterId && `${t("inbox.submitter")} ${submitter}`, { submitterId: undefined }],
    [forUserId && `${t("inbox.forWhom")} ${forUser}`, { forUserId: undefined }],
    [changed ? t("inbox.onlyChanged") : undefined, { changed: undefined }],
    [overdue ? t("inbox.onlyLate") : undefined, { overdue: undefined }],
    [groupBy && `${t("inbox.group")}: ${t(`inbox.group.${groupBy}`)}`, { groupBy: undefined }],
    [order === "ASKED" ? undefined : `${t("inbox.order")}: ${t(`inbox.order.${order}`)}`, { order: "ASKED" }],
  ];
  const shownChips = chips.flatMap(([label, without]) => (label ? [{ label, without }] : []));
  if (shownChips.length === 0 && keyword === "") return null;
  return (
    <div className={styles["chips"]}>
      <ul className={styles["chips"]} aria-label={t("inbox.chips")}>
        {shownChips.map(({ label, without }) => (
          <li key={label}>
            <button
              type="button"
              className={styles["chip"]}
              aria-label={t("inbox.chips.remove", { name: label })}
              onClick={() => narrow(without)}
            >
              <Written>{label}</Written>
              <Icon name="cross" size={12} />
            </button>
          </li>
        ))}
      </ul>
      <SaveView page="INBOX" />
    </div>
  );
}

function usePersonName(userId: string | undefined): string {
  const { data } = useRead(PersonNameDocument, { id: userId ?? "" }, userId !== undefined);
  return data?.user?.name ?? "…";
}

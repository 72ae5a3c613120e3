import { List, Muted } from "../design/layout.tsx";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import { isHrKind } from "./kinds.ts";
import { sentenceOf } from "./sentence.ts";
import { ruleOf } from "./stored-rule.ts";
import styles from "./rules.module.css";
import type { KnownRules } from "./use-rules.ts";

/** Of more rules the number is shown. */
const SHOWN = 3;

interface KindSummaryProps {
  kind: string;
  /** Undefined until they are read. */
  known: KnownRules | undefined;
}

/** The rules of a kind that are in force, in a few lines. */
export function KindSummary({ kind, known }: KindSummaryProps) {
  const t = useTranslate();
  const locale = useFormats();
  if (known === undefined) return <Muted aria-busy="true">{t("loading")}</Muted>;
  const inForce = known.rules.filter(({ state }) => state === "IN_FORCE");
  const drafts = known.rules.filter(({ state, draft }) => state === "DRAFT" || draft != null).length;
  const more = inForce.length - SHOWN;
  return (
    <List look="bare" className={styles["summary"]}>
      {inForce.slice(0, SHOWN).map((rule) => (
        <Muted as="li" key={rule.id}>
          {sentenceOf(t, locale, ruleOf(rule, rule, known.groups))}
        </Muted>
      ))}
      {inForce.length === 0 ? (
        <Muted as="li">{t(isHrKind(kind) ? "policies.none" : "rules.none")}</Muted>
      ) : null}
      {more > 0 ? <Muted as="li">{t("rules.moreRules", { count: more })}</Muted> : null}
      {drafts > 0 ? (
        <Muted as="li" tone="warn">
          {t("rules.drafts", { count: drafts })}
        </Muted>
      ) : null}
    </List>
  );
}

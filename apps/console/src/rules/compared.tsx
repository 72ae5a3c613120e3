import { Written } from "../design/values.tsx";
import { useTranslate } from "../messages/i18n.ts";
import type { ComparedLine } from "./rule-lines.ts";
import styles from "./rules.module.css";

interface ComparedProps {
  lines: readonly ComparedLine[];
  /** Whether there was nothing before: then nothing is marked as added. */
  isNew: boolean;
}

/** Above the columns of what holds and what will; readers of the lines themselves hear it in each. */
export function Sides() {
  const t = useTranslate();
  return (
    <div className={styles["sides"]} aria-hidden="true">
      <span>{t("rules.before")}</span>
      <span>{t("rules.after")}</span>
    </div>
  );
}

/** Two rules line by line: what stays, what goes and what comes. */
export function Compared({ lines, isNew }: ComparedProps) {
  const t = useTranslate();
  return (
    <div>
      {lines.some(({ before, after }) => before !== after) && !isNew ? <Sides /> : null}
      <dl className={styles["compared"]} aria-label={t("rules.compared")}>
        {lines.map(({ key, about, before, after }) => {
          const isSame = isNew || before === after;
          return (
            <div key={key} data-changed={!isSame || undefined}>
              <dt>
                <Written>{about}</Written>
              </dt>
              {isSame ? (
                <dd>
                  <Written>{after}</Written>
                </dd>
              ) : (
                <dd>
                  {before === undefined ? null : (
                    <del>
                      <span className="visuallyHidden">{t("rules.before")} </span>
                      <Written>{before}</Written>
                    </del>
                  )}
                  {after === undefined ? null : (
                    <ins>
                      <span className="visuallyHidden">{t("rules.after")} </span>
                      <Written>{after}</Written>
                    </ins>
                  )}
                </dd>
              )}
            </div>
          );
        })}
      </dl>
    </div>
  );
}

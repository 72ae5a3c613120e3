import { Button as AriaButton } from "react-aria-components";

import { Card } from "../design/layout.tsx";
import { Written } from "../design/values.tsx";
import { returnFocus } from "../frame/use-focus-return.ts";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import type { Rule } from "./rule.ts";
import styles from "./rules.module.css";
import { partsOf } from "./sentence.ts";

/** A rule as somebody would say it; what somebody chose leads to its fields. */
export function SentenceCard({ rule }: { rule: Rule }) {
  const t = useTranslate();
  const locale = useFormats();
  return (
    <Card aria-label={t("rules.sentence")}>
      <p className={styles["sentence"]}>
        {partsOf(t, locale, rule).map(({ text, isStrong, place }, index) =>
          place === undefined ? (
            // oxlint-disable-next-line react/no-array-index-key
            <span key={index} className={isStrong ? styles["strong"] : undefined}>
              <Written>{text}</Written>
            </span>
          ) : (
            // oxlint-disable-next-line react/no-array-index-key
            <AriaButton key={index} className={styles["part"]!} onPress={() => goToPlace(place)}>
              <Written>{text}</Written>
            </AriaButton>
          ),
        )}
      </p>
    </Card>
  );
}

/** Gives the focus to the first field of a place, which may be folded. */
function goToPlace(place: string): void {
  const element = document.querySelector(`[data-place="${place}"]`);
  const fold = element?.closest("details");
  if (fold) fold.open = true;
  returnFocus(["input, textarea, button"], { within: element });
}

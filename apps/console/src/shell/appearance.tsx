import { useState } from "react";

import { Select } from "../design/field.tsx";
import { LANGUAGES, chooseLocale, useLocale, useTranslate } from "../messages/i18n.ts";
import styles from "./appearance.module.css";
import { THEMES, chooseTheme, preferredTheme } from "./theme.ts";

/** Language and theme, kept in this browser. */
export function Appearance() {
  const t = useTranslate();
  const locale = useLocale();
  const [theme, setTheme] = useState(preferredTheme);
  return (
    <div className={styles["appearance"]}>
      <Select
        label={t("appearance.language")}
        labelHidden
        options={LANGUAGES.map(({ locale: value, name }) => ({ value, label: name }))}
        value={locale}
        onChange={(next) => void chooseLocale(next)}
      />
      <Select
        label={t("appearance.theme")}
        labelHidden
        options={THEMES.map((value) => ({ value, label: t(`appearance.${value}`) }))}
        value={theme}
        onChange={(next) => {
          chooseTheme(next);
          setTheme(next);
        }}
      />
    </div>
  );
}

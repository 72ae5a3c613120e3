import { useState } from "react";

import { Select } from "../design/field.tsx";
import { LANGUAGES, chooseLocale, useLocale, useTranslate } from "../messages/i18n.ts";
import styles from "./appearance.module.css";
import { ROWS, chooseRows, preferredRows } from "./rows.ts";
import { THEMES, chooseTheme, preferredTheme } from "./theme.ts";

/** Language, theme and height of rows, kept in this browser. */
export function Appearance() {
  const t = useTranslate();
  const locale = useLocale();
  const [theme, setTheme] = useState(preferredTheme);
  const [rows, setRows] = useState(preferredRows);
  return (
    <div className={styles["appearance"]}>
      <Select
        label={t("appearance.language")}
        options={LANGUAGES.map(({ locale: value, name }) => ({ value, label: name }))}
        value={locale}
        onChange={(next) => void chooseLocale(next)}
      />
      <Select
        label={t("appearance.theme")}
        options={THEMES.map((value) => ({ value, label: t(`appearance.${value}`) }))}
        value={theme}
        onChange={(next) => {
          chooseTheme(next);
          setTheme(next);
        }}
      />
      <Select
        label={t("appearance.rows")}
        options={ROWS.map((value) => ({ value, label: t(`appearance.${value}`) }))}
        value={rows}
        onChange={(next) => {
          chooseRows(next);
          setRows(next);
        }}
      />
    </div>
  );
}

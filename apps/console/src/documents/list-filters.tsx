import type { ReactNode } from "react";

import { Select, TextField } from "../design/field.tsx";
import { kindText } from "../document/kind.ts";
import { useKinds } from "../document/use-kinds.ts";
import { type Search, useSearch } from "../frame/use-search.ts";
import { useTyped } from "../frame/use-typed.ts";
import type { DocumentState, SavedViewPage } from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import { SaveView } from "../views/save-view.tsx";
import styles from "./list-filters.module.css";

/** Stands for everything; what can be chosen has a name. */
const ALL = "";
const DAY_MS = 24 * 3_600_000;

/** The beginning of a day of the reader's, as an instant; undefined where no day was given. */
function instantOf(day: string | undefined, daysLater = 0): string | undefined {
  const start = day === undefined ? Number.NaN : new Date(`${day}T00:00`).getTime();
  return Number.isNaN(start) ? undefined : new Date(start + daysLater * DAY_MS).toISOString();
}

/** The filters in an address as the engine takes them. */
export function filterOf({ q, kind, from, until }: Search) {
  return {
    text: q,
    kinds: kind === undefined ? [] : [kind],
    from: instantOf(from),
    // The last day belongs to it.
    until: instantOf(until, 1),
  };
}

/** The filters above a list, and the way to keep them under a name. */
export function ListFilters({ page, children }: { page: SavedViewPage; children: ReactNode }) {
  return (
    <div role="search" className={styles["filters"]}>
      {children}
      <SaveView page={page} />
    </div>
  );
}

/** Searches by words of number, title, facts and amounts. */
export function SearchField() {
  const t = useTranslate();
  const [{ q = "" }, change] = useSearch();
  const [text, type] = useTyped(q, (next) => change({ q: next === "" ? undefined : next }));
  return (
    <div className={styles["text"]}>
      <TextField
        label={t("documents.search")}
        labelHidden
        type="search"
        placeholder={t("documents.search")}
        value={text}
        onChange={type}
        maxLength={200}
      />
    </div>
  );
}

export function KindField() {
  const t = useTranslate();
  const [{ kind = ALL }, change] = useSearch();
  const kinds = useKinds();
  return (
    <Select
      label={t("inbox.kind")}
      labelHidden
      options={[
        { value: ALL, label: t("documents.everyKind") },
        ...kinds.map((value) => ({ value, label: kindText(t, value) })),
      ]}
      value={kind}
      onChange={(next) => change({ kind: next === ALL ? undefined : next })}
    />
  );
}

export function StateField({ states }: { states: readonly DocumentState[] }) {
  const t = useTranslate();
  const [{ state = ALL }, change] = useSearch();
  return (
    <Select
      label={t("documents.state")}
      labelHidden
      options={[
        { value: ALL, label: t("documents.everyState") },
        ...states.map((value) => ({ value: value.toLowerCase(), label: t(`documents.${value}`) })),
      ]}
      value={state}
      onChange={(next) => change({ state: next === ALL ? undefined : next })}
    />
  );
}

/** The first and the last day. */
export function DayFields() {
  const t = useTranslate();
  const [{ from = "", until = "" }, change] = useSearch();
  return (
    <>
      <TextField
        label={t("documents.from")}
        type="date"
        value={from}
        onChange={(day) => change({ from: day === "" ? undefined : day })}
      />
      <TextField
        label={t("documents.until")}
        type="date"
        value={until}
        onChange={(day) => change({ until: day === "" ? undefined : day })}
      />
    </>
  );
}

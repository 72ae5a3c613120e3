import { type ReactNode, useState } from "react";

import { Button } from "../design/button.tsx";
import { DateField } from "../design/date-field.tsx";
import { Select, TextField } from "../design/field.tsx";
import { kindText } from "../document/kind.ts";
import { useKinds } from "../document/use-kinds.ts";
import { type Search, useSearch } from "../frame/use-search.ts";
import { useTyped } from "../frame/use-typed.ts";
import type { DocumentState, SavedViewPage } from "../graphql/generated/documents.ts";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import { PersonById } from "../people/person-by-id.tsx";
import { SaveView } from "../views/save-view.tsx";
import styles from "./list-filters.module.css";
import { monthIn } from "./month-in.ts";

/** Stands for everything; what can be chosen has a name. */
const ALL = "";
const DAY_MS = 24 * 3_600_000;

/** The beginning of a day of the reader's, as an instant; undefined where no day was given. */
function instantOf(day: string | undefined, daysLater = 0): string | undefined {
  const start = day === undefined ? Number.NaN : new Date(`${day}T00:00`).getTime();
  return Number.isNaN(start) ? undefined : new Date(start + daysLater * DAY_MS).toISOString();
}

/** The filters in an address as the engine takes them; a month among the words narrows the days. */
export function useFilterOf({ q, kind, from, until }: Search) {
  const month = monthIn(q ?? "", useFormats());
  return {
    text: month.text === "" ? undefined : month.text,
    kinds: kind === undefined ? [] : [kind],
    from: instantOf(from) ?? month.from?.toISOString(),
    // The last day belongs to it.
    until: instantOf(until, 1) ?? month.until?.toISOString(),
  };
}

interface FiltersProps {
  /** The field that is always in sight. */
  search: ReactNode;
  /** The other fields, which phones show on demand. */
  children: ReactNode;
}

/** The fields above a list; on phones all but the first stand behind a button, and the list comes first. */
export function FoldedFilters({ search, children }: FiltersProps) {
  const t = useTranslate();
  const [isOpen, setIsOpen] = useState(false);
  const [{ q: _words, ...filters }] = useSearch();
  const count = Object.values(filters).filter((value) => value !== undefined).length;
  return (
    <>
      <div className={styles["text"]}>{search}</div>
      <span className={styles["opener"]}>
        <Button aria-expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
          {count === 0 ? t("inbox.filters") : t("inbox.filtersSet", { count })}
        </Button>
      </span>
      <div className={`${styles["folded"]} ${isOpen ? styles["open"] : ""}`}>{children}</div>
    </>
  );
}

/** The filters above a list, and the way to keep them under a name. */
export function ListFilters({ page, search, children }: FiltersProps & { page: SavedViewPage }) {
  return (
    <div role="search" className={styles["filters"]}>
      <FoldedFilters search={search}>{children}</FoldedFilters>
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
    <TextField
      label={t("documents.search")}
      labelHidden
      type="search"
      placeholder={t("documents.search")}
      value={text}
      onChange={type}
      maxLength={200}
    />
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

/** Whoever takes part in a document: as its submitter, an approver or somebody in their place. */
export function PersonField() {
  const t = useTranslate();
  const [{ person }, change] = useSearch();
  return (
    <PersonById
      label={t("documents.person")}
      userId={person}
      onChange={(userId) => change({ person: userId })}
    />
  );
}

/** The first and the last day. */
export function DayFields() {
  const t = useTranslate();
  const [{ from = "", until = "" }, change] = useSearch();
  return (
    <>
      <DateField
        label={t("documents.from")}
        value={from}
        onChange={(day) => change({ from: day === "" ? undefined : day })}
      />
      <DateField
        label={t("documents.until")}
        value={until}
        onChange={(day) => change({ until: day === "" ? undefined : day })}
      />
    </>
  );
}

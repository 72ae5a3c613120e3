import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from "react-aria-components";

import fieldStyles from "../design/field.module.css";
import { Muted } from "../design/layout.tsx";
import { Written } from "../design/values.tsx";
import { documentName, kindText } from "../document/kind.ts";
import { useSettled } from "../frame/use-settled.ts";
import { PaletteDocumentsDocument } from "../graphql/generated/documents.ts";
import { useRead } from "../graphql/use-read.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useConsole } from "../shell/console-context.ts";
import { placesOf } from "../shell/places.ts";
import { useLogOut } from "../shell/use-log-out.ts";
import { LIST_OF, useViews } from "../views/views-context.tsx";
import styles from "./palette.module.css";

/** How long somebody types before documents are searched. */
const TYPING_MS = 150;
/** Fewer characters find too much. */
const TEXT_MIN = 2;

interface Item {
  id: string;
  label: string;
  /** Page, view, command, or the kind and state of a document. */
  about: string;
  run: () => void;
}

interface PaletteProps {
  onClose: () => void;
  onHelp: () => void;
}

/** Finds pages, saved views, commands and documents by a few letters (contract-3, CON-14). */
export function Palette({ onClose, onHelp }: PaletteProps) {
  const t = useTranslate();
  const navigate = useNavigate();
  const { viewer } = useConsole();
  const logOut = useLogOut();
  const { views } = useViews();
  const [text, setText] = useState("");
  const settledText = useSettled(text.trim(), TYPING_MS);
  const isSearching = settledText.length >= TEXT_MIN;
  const { data } = useRead(PaletteDocumentsDocument, { text: settledText }, isSearching);
  const commands: readonly Item[] = [
    ...placesOf(viewer).map(({ to, text: name }) => ({
      id: to,
      label: t(name),
      about: t("palette.page"),
      run: () => void navigate({ to }),
    })),
    {
      id: "/preferences",
      label: t("preferences.title"),
      about: t("palette.page"),
      run: () => void navigate({ to: "/preferences" }),
    },
    ...views.map(({ _id, page, name, query }) => ({
      id: _id,
      label: name,
      about: t("palette.view"),
      run: () => void navigate({ to: LIST_OF[page], search: Object.fromEntries(new URLSearchParams(query)) }),
    })),
    { id: "help", label: t("help.title"), about: t("palette.command"), run: onHelp },
    ...(logOut === undefined
      ? []
      : [{ id: "logOut", label: t("nav.logOut"), about: t("palette.command"), run: () => void logOut() }]),
  ];
  const documents = (isSearching ? (data?.documentSearch.data ?? []) : []).map(
    ({ refId, runId, ref, kind, title, state }): Item => ({
      id: runId,
      label: documentName(t, { kind, ref, title }),
      about: [kindText(t, kind), ref, t(`documents.${state}`)].filter(Boolean).join(" · "),
      run: () => void navigate({ to: "/documents/$refId", params: { refId } }),
    }),
  );
  const wantedText = text.trim().toLocaleLowerCase();
  const items = [
    ...commands.filter(({ label }) => label.toLocaleLowerCase().includes(wantedText)),
    ...documents,
  ];
  const choose = (key: unknown) => {
    const item = items.find(({ id }) => id === key);
    if (item === undefined) return;
    onClose();
    item.run();
  };
  return (
    <ComboBox
      items={items}
      inputValue={text}
      onInputChange={setText}
      selectedKey={null}
      onSelectionChange={choose}
      menuTrigger="focus"
      allowsEmptyCollection
      allowsCustomValue
      className={styles["palette"]!}
    >
      <Label className="visuallyHidden">{t("palette.title")}</Label>
      <Input
        autoFocus
        // The list closes at the first Escape, and the page is what the reader wants back.
        onKeyDownCapture={({ key }) => {
          if (key === "Escape") onClose();
        }}
        placeholder={t("palette.hint")}
        maxLength={200}
        className={fieldStyles["input"]!}
      />
      <Popover className={`${fieldStyles["popover"]} ${styles["popover"]}`}>
        <ListBox
          className={fieldStyles["list"]!}
          renderEmptyState={() => <Muted className={styles["none"]}>{t("palette.none")}</Muted>}
        >
          {({ id, label, about }: Item) => (
            <ListBoxItem
              key={id}
              id={id}
              textValue={label}
              className={`${fieldStyles["option"]} ${styles["item"]}`}
            >
              <Written>{label}</Written>
              <Muted as="span">
                <Written>{about}</Written>
              </Muted>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

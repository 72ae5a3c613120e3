import { useLocation } from "@tanstack/react-router";
import { useState } from "react";

import { Button } from "../design/button.tsx";
import { TextField } from "../design/field.tsx";
import { CommandForm } from "../frame/command-form.tsx";
import { SaveViewDocument, type SavedViewPage } from "../graphql/generated/documents.ts";
import { useCommand } from "../graphql/use-command.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { useViews } from "./views-context.tsx";

/** The longest name of a view. */
const NAME_MAX = 60;

/** Keeps the filters of a list, as its address has them, under a name; nothing where nothing is filtered. */
export function SaveView({ page }: { page: SavedViewPage }) {
  const t = useTranslate();
  const announce = useAnnounce();
  const query = useLocation().searchStr.replace(/^\?/u, "");
  const { refresh } = useViews();
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState("");
  const command = useCommand(SaveViewDocument);
  if (query === "") return null;
  const save = async () => {
    const { refusal } = await command.send({ input: { page, name: name.trim(), query } });
    if (refusal) return;
    announce(t("views.saved", { name: name.trim() }));
    setIsOpen(false);
    setName("");
    refresh();
  };
  return (
    <>
      <Button look="quiet" onPress={() => setIsOpen(true)}>
        {t("views.save")}
      </Button>
      {isOpen ? (
        <CommandForm
          title={t("views.save")}
          lead={t("views.lead")}
          confirm={t("away.save")}
          command={command}
          isReady={name.trim() !== ""}
          onConfirm={save}
          onClose={() => setIsOpen(false)}
        >
          <TextField label={t("views.name")} value={name} onChange={setName} maxLength={NAME_MAX} />
        </CommandForm>
      ) : null}
    </>
  );
}

import { useDeferredValue, useState } from "react";

import { SearchedSelect } from "../frame/searched-select.tsx";
import { GroupChoicesDocument, type GroupChoicesQuery } from "../graphql/generated/documents.ts";
import { useRead } from "../graphql/use-read.ts";
import { useTranslate } from "../messages/i18n.ts";

export type ChosenGroup = GroupChoicesQuery["userGroupPage"]["data"][number];

interface GroupPickerProps {
  value: ChosenGroup | undefined;
  onChange: (group: ChosenGroup) => void;
  error: string | undefined;
}

/** Chooses a group of the company. */
export function GroupPicker(props: GroupPickerProps) {
  const t = useTranslate();
  const [text, setText] = useState("");
  const { data } = useRead(GroupChoicesDocument, { keyword: useDeferredValue(text.trim()) });
  return (
    <SearchedSelect
      {...props}
      label={t("groups.group")}
      placeholder={t("groups.choose")}
      search={t("groups.search")}
      text={text}
      onType={setText}
      found={data?.userGroupPage}
    />
  );
}

import { Combobox } from "../design/combobox.tsx";
import { Select } from "../design/field.tsx";
import { Muted } from "../design/layout.tsx";
import { type MessageId, type Translate, useTranslate } from "../messages/i18n.ts";
import { PersonCombobox } from "../people/person-combobox.tsx";
import { useDirectory } from "./directory.ts";
import { type Asked, SUBMITTER } from "./rule.ts";
import { askedText } from "./sentence.ts";

/** Those whom a stage may ask, in the order of the menus. */
export const ASKED = ["manager", "head", "field", "group", "person", "previous"] as const;
export type AskedBy = (typeof ASKED)[number];

/** The name of a way to find those who are asked: of the menu's command, and of the field behind it. */
export const ASKED_NAMES = {
  manager: "stage.manager",
  head: "stage.head",
  field: "rules.by.field",
  group: "rules.by.group",
  person: "rules.by.person",
  previous: "rules.by.previous",
} as const satisfies Record<AskedBy, MessageId>;

/** Somebody to begin with. */
export function newAsked(by: AskedBy): Asked {
  switch (by) {
    case "manager":
      return { by, levels: 1 };
    case "head":
      return { by, of: SUBMITTER };
    case "field":
      return { by, key: "" };
    case "group":
      return { by, id: "", name: "", members: undefined };
    case "person":
      return { by, id: "", name: "" };
    case "previous":
      return { by };
    default:
      return by satisfies never;
  }
}

interface AskedFieldProps {
  asked: Asked;
  onChange: (choice: Asked) => void;
  error: string | undefined;
  /** Whether it was just added and has nothing yet. */
  isNew: boolean;
}

/** The levels of managers to choose from. */
const LEVELS = [1, 2, 3, 4, 5] as const;

/** The field that says who is asked. */
export function AskedField({ asked, onChange, error, isNew }: AskedFieldProps) {
  const t = useTranslate();
  const { groups, fields, roles = [] } = useDirectory();
  if (asked.by === "previous") return <Muted as="p">{askedText(t, asked)}</Muted>;
  if (asked.by === "role") {
    return (
      <Select
        label={t("policies.role")}
        options={[asked.role, ...roles].map((value) => ({ value, label: t(`role.${value}`) }))}
        value={asked.role}
        onChange={(role) => onChange({ by: "role", role })}
        description={t(`policies.${asked.role}.about`)}
        error={error}
      />
    );
  }
  const field = { label: t(ASKED_NAMES[asked.by]), error };
  switch (asked.by) {
    case "manager":
      return (
        <Combobox
          {...field}
          options={[...LEVELS, "limit" as const].map((levels) => ({
            value: String(levels),
            label: managerText(t, levels),
          }))}
          value={String(asked.levels)}
          onChange={(value) => onChange({ by: "manager", levels: value === "limit" ? value : Number(value) })}
        />
      );
    case "head":
      return (
        <Combobox
          {...field}
          options={[
            { value: SUBMITTER, label: t("rules.head.SUBMITTER") },
            ...fields.map((key) => ({ value: key, label: key, about: t("rules.field") })),
          ]}
          value={asked.of === "" ? null : asked.of}
          onChange={(of) => onChange({ by: "head", of })}
          takesOther
          description={t("rules.head.about")}
        />
      );
    case "field":
      return (
        <Combobox
          {...field}
          options={fields.map((key) => ({ value: key, label: key }))}
          value={asked.key === "" ? null : asked.key}
          onChange={(key) => onChange({ by: "field", key })}
          takesOther
          description={t("rules.field.about")}
          autoFocus={isNew}
        />
      );
    case "group":
      return (
        <Combobox
          {...field}
          options={groups.map(({ id, name, members }) => ({
            value: id,
            label: name,
            about: t("rules.memberCount", { count: members.length }),
          }))}
          value={asked.id === "" ? null : asked.id}
          onChange={(id) => {
            const group = groups.find((candidate) => candidate.id === id);
            if (group) onChange({ by: "group", id, name: group.name, members: group.members.length });
          }}
          description={groups.find(({ id }) => id === asked.id)?.members.join(", ")}
          autoFocus={isNew}
        />
      );
    default:
      return (
        <PersonCombobox
          {...field}
          value={asked.id === "" ? undefined : asked}
          onChange={({ id, name }) => onChange({ by: "person", id, name })}
          autoFocus={isNew}
        />
      );
  }
}

function managerText(t: Translate, levels: number | "limit"): string {
  return levels === "limit" ? t("rules.manager.limit") : t("rules.manager.levels", { levels });
}

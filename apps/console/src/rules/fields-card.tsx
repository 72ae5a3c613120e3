import { Button } from "../design/button.tsx";
import { Checkbox } from "../design/checkbox.tsx";
import { Combobox } from "../design/combobox.tsx";
import { TextField } from "../design/field.tsx";
import { Card, List, Muted } from "../design/layout.tsx";
import { RemoveButton } from "../frame/remove-button.tsx";
import type { FactType } from "../graphql/generated/documents.ts";
import { useTranslate } from "../messages/i18n.ts";
import type { Field } from "./rule.ts";
import type { DraftAction } from "./rule-draft.ts";
import styles from "./rules.module.css";

const TYPES: readonly FactType[] = [
  "TEXT",
  "NUMBER",
  "MONEY",
  "DATE",
  "DATETIME",
  "BOOLEAN",
  "PERSON",
  "LINK",
];

interface FieldsCardProps {
  fields: readonly Field[];
  /** Whether a condition may read them. */
  isNeeded: boolean;
  onAction: (action: DraftAction) => void;
}

/** The fields of the document that conditions read; nothing where no condition may. */
export function FieldsCard({ fields, isNeeded, onAction }: FieldsCardProps) {
  const t = useTranslate();
  if (!isNeeded && fields.length === 0) return null;
  const change = (next: readonly Field[]) => onAction({ type: "fields", fields: next });
  return (
    <Card aria-labelledby="rule-fields">
      <h2 id="rule-fields">{t("rules.fields")}</h2>
      <Muted>{t("rules.fields.about")}</Muted>
      <List look="bare" className={styles["conditions"]}>
        {fields.map((field, place) => {
          const set = (fieldChange: Partial<Field>) =>
            change(fields.with(place, { ...field, ...fieldChange }));
          return (
            // Their places are all that tells them apart.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={place}>
              <div
                className={styles["field"]}
                role="group"
                aria-label={t("rules.field.numbered", { number: place + 1 })}
              >
                <div className={styles["fields"]}>
                  <TextField
                    label={t("rules.field.key")}
                    value={field.key}
                    onChange={(key) => set({ key })}
                    maxLength={40}
                  />
                  <Combobox
                    label={t("rules.field.type")}
                    options={TYPES.map((value) => ({ value, label: t(`rules.type.${value}`) }))}
                    value={field.type}
                    onChange={(type) => set({ type: type as FactType })}
                  />
                </div>
                <RemoveButton
                  label={t("company.remove", { name: field.key })}
                  onPress={() => change(fields.toSpliced(place, 1))}
                />
                <Checkbox
                  label={t("rules.field.required")}
                  isSelected={field.required}
                  onChange={(isRequired) => set({ required: isRequired })}
                />
              </div>
            </li>
          );
        })}
      </List>
      <div>
        <Button onPress={() => change([...fields, { key: "", type: "TEXT", required: false }])}>
          {t("rules.field.add")}
        </Button>
      </div>
    </Card>
  );
}

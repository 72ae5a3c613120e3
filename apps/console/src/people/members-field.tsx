import { List, Muted, Stack } from "../design/layout.tsx";
import { Person } from "../design/person.tsx";
import { RemoveButton } from "../frame/remove-button.tsx";
import { useTranslate } from "../messages/i18n.ts";
import styles from "./members-field.module.css";
import { PersonAdder } from "./person-combobox.tsx";

/** Somebody in a group. */
export interface Member {
  _id: string;
  name?: string | null | undefined;
}

interface MembersFieldProps {
  members: readonly Member[];
  onChange: (members: Member[]) => void;
  error: string | undefined;
}

const nameOf = ({ _id, name }: Member) => name ?? _id;

/** The members of a group: those who are in it, and a search for others. */
export function MembersField({ members, onChange, error }: MembersFieldProps) {
  const t = useTranslate();
  return (
    <Stack as="section" gap="small" aria-label={t("groups.members")}>
      <h3 className={styles["title"]}>{t("groups.count", { count: members.length })}</h3>
      <List look="bare" className={styles["members"]}>
        {members.map((member) => (
          <li key={member._id} className={styles["member"]}>
            <Person name={nameOf(member)} />
            <RemoveButton
              label={t("company.remove", { name: nameOf(member) })}
              onPress={() => onChange(members.filter(({ _id }) => _id !== member._id))}
            />
          </li>
        ))}
      </List>
      <PersonAdder
        label={t("groups.addMember")}
        onAdd={({ id, name }) => onChange([...members, { _id: id, name }])}
        without={members.map(({ _id }) => _id)}
        error={error}
      />
      {members.length === 0 ? <Muted tone="warn">{t("groups.nobody")}</Muted> : null}
    </Stack>
  );
}

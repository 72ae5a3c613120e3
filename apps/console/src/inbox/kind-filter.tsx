import { Select } from "../design/field.tsx";
import { kindText } from "../document/kind.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useOpenInbox, useWaiting } from "./inbox-context.tsx";

/** Stands for every kind; what can be chosen has a name. */
const NONE = "";

/** Narrows the list to one kind of those that wait, each with its count. */
export function KindFilter({ labelHidden = false }: { labelHidden?: boolean }) {
  const t = useTranslate();
  const { inbox, filter, narrow } = useOpenInbox();
  const total = useWaiting();
  const kinds = new Map(inbox.counts.map(({ kind, count }) => [kind, count]));
  if (filter.kind !== undefined && !kinds.has(filter.kind)) kinds.set(filter.kind, 0);
  return (
    <Select
      label={t("inbox.kind")}
      labelHidden={labelHidden}
      options={[
        { value: NONE, label: t("inbox.everyKind", { count: total }) },
        ...[...kinds].map(([kind, waitingCount]) => ({
          value: kind,
          label: t("inbox.ofKind", { kind: kindText(t, kind), count: waitingCount }),
        })),
      ]}
      value={filter.kind ?? NONE}
      onChange={(kind) => narrow({ kind: kind === NONE ? undefined : kind })}
    />
  );
}

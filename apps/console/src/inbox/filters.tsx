import { memo } from "react";
import { DialogTrigger, Dialog, Popover } from "react-aria-components";

import { Button } from "../design/button.tsx";
import { Select, TextField } from "../design/field.tsx";
import { Row } from "../design/layout.tsx";
import { Switch } from "../design/switch.tsx";
import { kindText } from "../document/kind.ts";
import { useTyped } from "../frame/use-typed.ts";
import { type Translate, useTranslate } from "../messages/i18n.ts";
import { PersonById } from "../people/person-by-id.tsx";
import { SaveView } from "../views/save-view.tsx";
import styles from "./filters.module.css";
import { useOpenInbox, useWaiting } from "./inbox-context.tsx";
import { ORDERS } from "./order.ts";
import { GROUPINGS, type InboxFilter, countOf } from "./use-filter.ts";

/** Stands for every kind, and for no groups; what can be chosen has a name. */
const NONE = "";

/** Narrows the list by words and by kind, and puts it in order; the engine does it, in all that waits. */
export const Filters = memo(function Filters() {
  const t = useTranslate();
  const { inbox, filter, narrow } = useOpenInbox();
  const total = useWaiting();
  const [text, type] = useTyped(filter.keyword, (keyword) => narrow({ keyword }));
  const kinds = new Map(inbox.counts.map(({ kind, count }) => [kind, count]));
  if (filter.kind !== undefined && !kinds.has(filter.kind)) kinds.set(filter.kind, 0);
  const count = countOf(filter) + (filter.groupBy === undefined ? 0 : 1);
  return (
    <div className={styles["filters"]} role="search">
      <TextField
        label={t("inbox.search")}
        labelHidden
        type="search"
        placeholder={t("inbox.search")}
        value={text}
        onChange={type}
        maxLength={200}
      />
      <Select
        label={t("inbox.kind")}
        labelHidden
        options={[
          { value: NONE, label: t("inbox.everyKind", { count: total }) },
          ...[...kinds].map(([kind, waiting]) => ({
            value: kind,
            label: t("inbox.ofKind", { kind: kindText(t, kind), count: waiting }),
          })),
        ]}
        value={filter.kind ?? NONE}
        onChange={(kind) => narrow({ kind: kind === NONE ? undefined : kind })}
      />
      <DialogTrigger>
        <Button>{count === 0 ? t("inbox.filters") : t("inbox.filtersSet", { count })}</Button>
        <Popover placement="bottom end" className={styles["popover"]!}>
          <Dialog aria-label={t("inbox.filters")} className={styles["more"]!}>
            <More t={t} filter={filter} narrow={narrow} />
          </Dialog>
        </Popover>
      </DialogTrigger>
    </div>
  );
});

interface MoreProps {
  t: Translate;
  filter: InboxFilter;
  narrow: (filter: Partial<InboxFilter>) => void;
}

/** The order, the groups and the filters that are used less often. */
function More({ t, filter, narrow }: MoreProps) {
  const [min, typeMin] = useTyped(filter.min ?? "", (text) =>
    narrow({ min: text === "" ? undefined : text }),
  );
  const [max, typeMax] = useTyped(filter.max ?? "", (text) =>
    narrow({ max: text === "" ? undefined : text }),
  );
  return (
    <>
      <Select
        label={t("inbox.order")}
        options={ORDERS.map((order) => ({ value: order, label: t(`inbox.order.${order}`) }))}
        value={filter.order}
        onChange={(order) => narrow({ order })}
      />
      <Select
        label={t("inbox.group")}
        options={[
          { value: NONE, label: t("inbox.group.none") },
          ...GROUPINGS.map((value) => ({ value, label: t(`inbox.group.${value}`) })),
        ]}
        value={filter.groupBy ?? NONE}
        onChange={(by) => narrow({ groupBy: GROUPINGS.find((one) => one === by), group: undefined })}
      />
      <Row className={styles["amounts"]}>
        <TextField label={t("inbox.min")} inputMode="decimal" value={min} onChange={typeMin} maxLength={20} />
        <TextField label={t("inbox.max")} inputMode="decimal" value={max} onChange={typeMax} maxLength={20} />
        <TextField
          label={t("field.currency")}
          value={filter.currency ?? ""}
          onChange={(text) => narrow({ currency: text === "" ? undefined : text.toUpperCase() })}
          maxLength={3}
        />
      </Row>
      <PersonById
        label={t("inbox.submitter")}
        userId={filter.submitterId}
        onChange={(submitterId) => narrow({ submitterId })}
      />
      <PersonById
        label={t("inbox.forWhom")}
        userId={filter.forUserId}
        onChange={(forUserId) => narrow({ forUserId })}
      />
      <Switch
        label={t("inbox.onlyChanged")}
        isSelected={filter.changed === true}
        onChange={(isOn) => narrow({ changed: isOn ? true : undefined })}
      />
      <Switch
        label={t("inbox.onlyLate")}
        isSelected={filter.overdue === true}
        onChange={(isOn) => narrow({ overdue: isOn ? true : undefined })}
      />
      <Row>
        <SaveView page="INBOX" />
        <Button
          look="quiet"
          onPress={() =>
            narrow({
              keyword: "",
              kind: undefined,
              min: undefined,
              max: undefined,
              currency: undefined,
              submitterId: undefined,
              forUserId: undefined,
              changed: undefined,
              overdue: undefined,
              order: "ASKED",
              groupBy: undefined,
              group: undefined,
            })
          }
        >
          {t("inbox.clear")}
        </Button>
      </Row>
    </>
  );
}

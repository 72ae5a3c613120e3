import { useState } from "react";

import { Button } from "../design/button.tsx";
import { Select, TextField } from "../design/field.tsx";
import { Row } from "../design/layout.tsx";
import { NumberField } from "../design/number-field.tsx";
import type { Typed } from "../design/number-text.ts";
import { Switch } from "../design/switch.tsx";
import { decimalText } from "../design/values.tsx";
import { useTyped } from "../frame/use-typed.ts";
import { useTranslate } from "../messages/i18n.ts";
import { PersonById } from "../people/person-by-id.tsx";
import styles from "./filters.module.css";
import { useOpenInbox } from "./inbox-context.tsx";
import { KindFilter } from "./kind-filter.tsx";
import { ORDERS } from "./order.ts";
import { GROUPINGS, UNFILTERED, isAmount, isCurrency } from "./use-filter.ts";

/** Stands for no groups. */
const NONE = "";

interface TypedFieldProps {
  /** As the address has it. */
  value: string | undefined;
  /** Called with what was read; undefined for an empty field. */
  onChange: (value: string | undefined) => void;
}

/** An amount in the reader's notation. What is no amount is said at the field, and leaves the filter as it was. */
function AmountField({ label, value, onChange }: TypedFieldProps & { label: string }) {
  const t = useTranslate();
  const [typedText, type] = useTyped(JSON.stringify(fieldOf(value)), (text) => {
    const amount = amountOf(JSON.parse(text) as Typed);
    if (amount !== undefined) onChange(amount === "" ? undefined : amount);
  });
  const typedAmount = JSON.parse(typedText) as Typed;
  return (
    <NumberField
      label={label}
      value={typedAmount}
      onChange={(next) => type(JSON.stringify(next))}
      error={amountOf(typedAmount) === undefined ? t("field.noNumber") : undefined}
      maxLength={20}
    />
  );
}

const fieldOf = (text: string | undefined): Typed =>
  text === undefined ? null : isAmount(text) ? Number(text) : text;

/** The amount as the engine takes it; empty for nothing, undefined for what is none. */
function amountOf(input: Typed): string | undefined {
  if (input === null) return "";
  if (typeof input === "string") return undefined;
  const amount = decimalText(input);
  return isAmount(amount) ? amount : undefined;
}

const isCode = (text: string): boolean => text === "" || isCurrency(text);

/** The code of a currency. What is none is said at the field, and leaves the filter as it was. */
function CurrencyField({ value = "", onChange }: TypedFieldProps) {
  const t = useTranslate();
  const [code, type] = useTyped(value, (text) => {
    if (isCode(text)) onChange(text === "" ? undefined : text);
  });
  return (
    <TextField
      label={t("field.currency")}
      value={code}
      onChange={(text) => type(text.toUpperCase())}
      error={isCode(code.trim()) ? undefined : t("field.noCurrency")}
      maxLength={3}
    />
  );
}

/** The order, the groups and the filters that are used less often. */
export function MoreFilters() {
  const t = useTranslate();
  const { filter, narrow } = useOpenInbox();
  // New fields: they forget texts that were not read.
  const [clearings, setClearings] = useState(0);
  return (
    <>
      <div className={styles["kindOfPhones"]}>
        <KindFilter />
      </div>
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
        onChange={(by) => {
          const groupBy = GROUPINGS.find((grouping) => grouping === by);
          // In the order that has these groups one after the other.
          narrow({ groupBy, ...((groupBy === "DUE" || groupBy === "AMOUNT") && { order: groupBy }) });
        }}
      />
      <Row key={clearings} className={styles["amounts"]}>
        <AmountField label={t("inbox.min")} value={filter.min} onChange={(min) => narrow({ min })} />
        <AmountField label={t("inbox.max")} value={filter.max} onChange={(max) => narrow({ max })} />
        <CurrencyField value={filter.currency} onChange={(currency) => narrow({ currency })} />
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
        <Button
          look="quiet"
          onPress={() => {
            narrow({ ...UNFILTERED, keyword: "", kind: undefined, order: "ASKED" });
            setClearings(clearings + 1);
          }}
        >
          {t("inbox.clear")}
        </Button>
      </Row>
    </>
  );
}

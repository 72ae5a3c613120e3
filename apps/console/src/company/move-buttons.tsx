import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { RemoveButton } from "../frame/remove-button.tsx";
import { useTranslate } from "../messages/i18n.ts";
import styles from "./company.module.css";

interface MoveButtonsProps {
  /** The name of the moved item, for screen readers. */
  name: string;
  index: number;
  /** How many there are. */
  count: number;
  onMove: (to: number) => void;
  /** Absent: it stays in the list. */
  onRemove?: () => void;
}

/** Moves an entry of an ordered list by one, or takes it out where it may go. */
export function MoveButtons({ name, index, count, onMove, onRemove }: MoveButtonsProps) {
  const t = useTranslate();
  return (
    <div className={styles["moves"]}>
      <Button
        look="quiet"
        aria-label={t("company.up", { name })}
        isDisabled={index === 0}
        onPress={() => onMove(index - 1)}
      >
        <Icon name="up" />
      </Button>
      <Button
        look="quiet"
        aria-label={t("company.down", { name })}
        isDisabled={index === count - 1}
        onPress={() => onMove(index + 1)}
      >
        <Icon name="down" />
      </Button>
      {onRemove === undefined ? null : (
        <RemoveButton label={t("company.remove", { name })} onPress={onRemove} />
      )}
    </div>
  );
}

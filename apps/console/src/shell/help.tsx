import { Button } from "../design/button.tsx";
import { Dialog } from "../design/dialog.tsx";
import { Switch } from "../design/switch.tsx";
import { type MessageId, useTranslate } from "../messages/i18n.ts";
import styles from "./help.module.css";
import { useShortcutsOn } from "./shortcuts.ts";

const KEYS: readonly [string, MessageId][] = [
  ["J, K", "help.move"],
  ["↑, ↓", "help.arrows"],
  ["Enter", "help.enter"],
  ["X", "help.select"],
  ["A, R", "help.prepare"],
  ["Enter, Ctrl + Enter", "help.confirm"],
  ["Esc", "help.cancel"],
  ["Z", "help.undo"],
  ["/", "help.search"],
  ["Ctrl + K", "palette.title"],
  ["?", "help.help"],
];

/** The list of keyboard shortcuts, and the switch for those of a single key. */
export function Help({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const [on, setOn] = useShortcutsOn();
  return (
    <Dialog title={t("help.title")} isOpen onClose={onClose}>
      <dl className={styles["keys"]}>
        {KEYS.map(([keys, text]) => (
          <div key={keys} className={styles["key"]}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
      <Switch label={t("help.switch")} isSelected={on} onChange={setOn} />
      <Button onPress={onClose}>{t("action.close")}</Button>
    </Dialog>
  );
}

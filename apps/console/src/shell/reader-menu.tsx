import { useNavigate } from "@tanstack/react-router";
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from "react-aria-components";

import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { Person } from "../design/person.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { Appearance } from "./appearance.tsx";
import { useConsole } from "./console-context.ts";
import styles from "./reader-menu.module.css";
import { useLogOut } from "./use-log-out.ts";

/** The reader's name, and behind it how the console looks, when it notifies, the keys, and the way out. */
export function ReaderMenu({ onHelp }: { onHelp: () => void }) {
  const t = useTranslate();
  const { viewer } = useConsole();
  const logOut = useLogOut();
  const navigate = useNavigate();
  return (
    <DialogTrigger>
      <AriaButton className={styles["reader"]!}>
        <Person name={viewer.name} />
        <Icon name="up" size={14} />
      </AriaButton>
      <Popover placement="top start" className={styles["popover"]!}>
        <Dialog aria-label={t("nav.reader")} className={styles["menu"]!}>
          {({ close }) => (
            <>
              <Appearance />
              <Button
                look="quiet"
                onPress={() => {
                  close();
                  void navigate({ to: "/preferences" });
                }}
              >
                {t("preferences.title")}
              </Button>
              <Button
                look="quiet"
                onPress={() => {
                  close();
                  onHelp();
                }}
              >
                {t("help.title")}
              </Button>
              {logOut === undefined ? null : (
                <Button look="quiet" onPress={() => void logOut()}>
                  {t("nav.logOut")}
                </Button>
              )}
            </>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

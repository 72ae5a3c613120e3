import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuTrigger,
  Popover,
  type Placement,
} from "react-aria-components";

import { Button } from "./button.tsx";
import styles from "./menu.module.css";
import { Written } from "./values.tsx";

/** One command of a {@link Menu}. */
export interface MenuItem {
  id: string;
  label: string;
  onAction: () => void;
}

interface MenuProps {
  /** The name of the button. */
  label: string;
  items: readonly MenuItem[];
  placement?: Placement;
}

/** A button that opens a list of commands; nothing where there are none. */
export function Menu({ label, items, placement = "top end" }: MenuProps) {
  if (items.length === 0) return null;
  return (
    <MenuTrigger>
      <Button>{label}</Button>
      <Popover placement={placement} className={styles["popover"]!}>
        <AriaMenu className={styles["menu"]!}>
          {items.map((item) => (
            <AriaMenuItem key={item.id} id={item.id} onAction={item.onAction} className={styles["item"]!}>
              <Written>{item.label}</Written>
            </AriaMenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

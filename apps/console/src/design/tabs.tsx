import type { ReactNode } from "react";
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from "react-aria-components";

import styles from "./tabs.module.css";

interface TabsProps<Id extends string> {
  label: string;
  tabs: readonly { id: Id; label: ReactNode; content: ReactNode }[];
  /** The chosen one; left out: chosen here, the first at first. */
  value?: Id;
  onChange?: (id: Id) => void;
}

/** Parts of a page of which one is shown. */
export function Tabs<Id extends string>({ label, tabs, value, onChange }: TabsProps<Id>) {
  return (
    <AriaTabs
      className={styles["tabs"]!}
      {...(value !== undefined && { selectedKey: value })}
      {...(onChange && { onSelectionChange: (id) => onChange(id as Id) })}
    >
      <TabList aria-label={label} className={styles["list"]!}>
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} className={styles["tab"]!}>
            {tab.label}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className={styles["panel"]!}>
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}

import styles from "./navigation.module.css";

/** The number behind the name of a page in the menu; nothing for none. */
export function PlaceCount({ count, of }: { count: number; of: string }) {
  if (count === 0) return null;
  return (
    <span className={styles["count"]}>
      {count}
      <span className="visuallyHidden"> {of}</span>
    </span>
  );
}

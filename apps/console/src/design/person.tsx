import styles from "./person.module.css";

/** The first letters of a name's first and last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u);
  const chosen = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return chosen.map((word) => firstOf(word).toLocaleUpperCase()).join("");
}

const firstOf = (word: string) =>
  String.fromCodePoint(...[word.codePointAt(0)].filter((point) => point !== undefined));

/** A person's initials and name. */
export function Person({ name }: { name: string | null | undefined }) {
  const shown = name ?? "–";
  return (
    <span className={styles["person"]}>
      <span className={styles["initials"]} aria-hidden="true">
        {initialsOf(shown)}
      </span>
      <bdi className={styles["name"]}>{shown}</bdi>
    </span>
  );
}

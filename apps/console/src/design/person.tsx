import styles from "./person.module.css";

/** The first letters of a name's first and last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u);
  const chosenWords = words.length > 1 ? [words[0]!, words.at(-1)!] : words;
  return chosenWords.map((word) => firstOf(word).toLocaleUpperCase()).join("");
}

const firstOf = (word: string) =>
  String.fromCodePoint(...[word.codePointAt(0)].filter((point) => point !== undefined));

/** A person's initials and name. */
export function Person({ name }: { name: string | null | undefined }) {
  const shownName = name ?? "–";
  return (
    <span className={styles["person"]}>
      <span className={styles["initials"]} aria-hidden="true">
        {initialsOf(shownName)}
      </span>
      <bdi className={styles["name"]}>{shownName}</bdi>
    </span>
  );
}

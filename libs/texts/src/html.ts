const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Words as they stand in HTML, in texts and in quoted attributes: no character of them is markup. */
export const asHtml = (words: string): string => words.replaceAll(/[&<>"']/gu, (letter) => ENTITIES[letter]!);

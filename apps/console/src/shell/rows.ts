/** The height of the rows in lists. */
export const ROWS = ["comfortable", "compact"] as const;
export type Rows = (typeof ROWS)[number];

const STORED = "countersign.rows";

/** The height that was chosen here before. */
export function preferredRows(): Rows {
  const storedRows = localStorage.getItem(STORED);
  return ROWS.find((rows) => rows === storedRows) ?? "comfortable";
}

export function applyRows(rows: Rows): void {
  document.documentElement.dataset["rows"] = rows;
}

/** {@link applyRows}, and the same height at the next visit. */
export function chooseRows(rows: Rows): void {
  localStorage.setItem(STORED, rows);
  applyRows(rows);
}

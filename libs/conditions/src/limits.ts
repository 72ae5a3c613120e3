/** Bounds of a condition (contract-3, ROUTE-3). */
export const LIMITS = {
  characters: 500,
  /** Literals, names, selections, operators and calls. */
  nodes: 100,
  /** Brackets, operators, calls and selections within each other; a chain of `&&` or of `||` is one level. */
  depth: 20,
  /**
   * Digits of a number, as amounts have (DOC-2). Doubles tell any two decimal numbers of so many digits apart and keep
   * their order, so that amounts compare exactly with what the condition says.
   */
  digits: 15,
} as const;

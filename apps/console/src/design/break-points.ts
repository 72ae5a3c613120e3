/** Whether there is room for one thing beside the next: the widest of the three break points (`tokens.css`). */
export const isNarrow = (): boolean => matchMedia("(max-width: 60rem)").matches;

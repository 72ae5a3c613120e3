/** Dispatches `change` when the reader has freed something that was stuck. */
export const stuckChanges = new EventTarget();

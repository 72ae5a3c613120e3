import { useState } from "react";

const keyOf = (taskId: string) => `countersign.draft.${taskId}`;

/**
 * A text that is being typed about a task. It outlives everything that may happen before it is sent: another page, a
 * refusal, a reload, a log-in that expired.
 *
 * @returns the text, the way to change it, and the way to forget it once it was sent
 */
export function useDraft(taskId: string): [string, (text: string) => void, () => void] {
  const [text, setText] = useState(() => sessionStorage.getItem(keyOf(taskId)) ?? "");
  const change = (next: string) => {
    sessionStorage.setItem(keyOf(taskId), next);
    setText(next);
  };
  return [text, change, () => sessionStorage.removeItem(keyOf(taskId))];
}

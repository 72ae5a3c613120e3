import { type ReactNode, createContext, use, useCallback, useEffect, useMemo, useRef, useState } from "react";

/** A verdict that is confirmed and not sent yet, on one task or on several together. */
export interface HeldVerdict {
  taskIds: readonly string[];
  /** The verdict in words. */
  text: string;
  /** How long it is held, in seconds. */
  seconds: number;
  /** Sends it. @returns why it was refused, by task */
  send: () => Promise<ReadonlyMap<string, string>>;
}

/** A held verdict with its own clock. */
export interface HeldItem extends HeldVerdict {
  key: number;
  /** When it is sent, by the page's clock in ms. */
  sendAt: number;
  isSending: boolean;
}

interface Held {
  items: readonly HeldItem[];
  /** The tasks of the verdicts that were recorded last. */
  recorded: readonly string[];
  /** Why the last verdict on a task was refused. */
  refusals: ReadonlyMap<string, string>;
  isHeld: (taskId: string) => boolean;
  hold: (verdict: HeldVerdict) => void;
  /** Takes a verdict back that is not being sent yet. */
  undo: (key: number) => void;
  /** Sends everything at once. */
  flush: () => Promise<void>;
}

const HeldContext = createContext<Held | undefined>(undefined);
const SECOND_MS = 1_000;

/**
 * Holds the reader's verdicts for the company's grace, in which they can be taken back (contract-3, CON-11). They are sent
 * at once when the page closes or the reader logs out. Nothing is shown as decided before the engine has answered.
 */
export function HeldProvider({ children }: { children: ReactNode }) {
  const [items, setItems] = useState<readonly HeldItem[]>([]);
  const [recorded, setRecorded] = useState<readonly string[]>([]);
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const current = useRef<readonly HeldItem[]>([]);
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>());
  const keys = useRef(0);
  const update = useCallback((next: readonly HeldItem[]) => {
    current.current = next;
    setItems(next);
  }, []);

  const sendNow = useCallback(
    async (key: number) => {
      clearTimeout(timers.current.get(key));
      const item = current.current.find((one) => one.key === key);
      if (item === undefined || item.isSending) return;
      update(current.current.map((one) => (one === item ? { ...item, isSending: true } : one)));
      const refused = await item.send();
      update(current.current.filter((one) => one.key !== key));
      setRecorded(item.taskIds.filter((id) => !refused.has(id)));
      setRefusals((known) => new Map([...known, ...refused]));
    },
    [update],
  );
  const hold = useCallback(
    (verdict: HeldVerdict) => {
      keys.current += 1;
      const key = keys.current;
      const waitMs = verdict.seconds * SECOND_MS;
      update([...current.current, { ...verdict, key, sendAt: performance.now() + waitMs, isSending: false }]);
      timers.current.set(
        key,
        setTimeout(() => void sendNow(key), waitMs),
      );
      setRefusals((known) => new Map([...known].filter(([id]) => !verdict.taskIds.includes(id))));
    },
    [sendNow, update],
  );
  const undo = useCallback(
    (key: number) => {
      clearTimeout(timers.current.get(key));
      update(current.current.filter((one) => one.key !== key || one.isSending));
    },
    [update],
  );
  const flush = useCallback(async () => {
    await Promise.all(current.current.map(({ key }) => sendNow(key)));
  }, [sendNow]);
  useEffect(() => {
    const leave = () => void flush();
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, [flush]);

  const held = useMemo(() => {
    const ids = new Set(items.flatMap(({ taskIds }) => taskIds));
    return { items, recorded, refusals, isHeld: (id: string) => ids.has(id), hold, undo, flush };
  }, [items, recorded, refusals, hold, undo, flush]);
  return <HeldContext value={held}>{children}</HeldContext>;
}

/** @throws Error outside of the provider */
export function useHeld(): Held {
  const held = use(HeldContext);
  if (held === undefined) throw new Error("there are no held verdicts around this component");
  return held;
}

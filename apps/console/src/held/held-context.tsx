import { type ReactNode, createContext, use, useCallback, useEffect, useMemo, useRef, useState } from "react";

import { verdictName } from "../document/verdict-fields.ts";
import { randomKey } from "../graphql/use-command.ts";
import { type Translate, useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { useConsole } from "../shell/console-context.ts";
import { useForget } from "../shell/kept.ts";
import {
  type Entry,
  type LedgerRow,
  type Verdict,
  answeredEntry,
  entriesAtStart,
  isReplaced,
  isSameVerdict,
  isUnsettled,
  rowsOf,
} from "./ledger.ts";
import { openLedgerStore } from "./ledger-store.ts";
import { tabId } from "./tab-id.ts";
import { useDeliver } from "./use-deliver.ts";

interface Held {
  /** The reader's decisions: those that are not settled, and what was sent today. */
  entries: readonly Entry[];
  /** When held verdicts are sent, by the page's clock in ms. */
  sendTimes: ReadonlyMap<string, number>;
  /** The tasks of the verdicts that were recorded last. */
  recorded: readonly string[];
  /** Why the last verdict on a task is not recorded, as far as anybody knows. */
  refusals: ReadonlyMap<string, string>;
  isHeld: (taskId: string) => boolean;
  /** Whether the reader has decided, in this tab, on a task as it is: one that is asked again is another matter. */
  isDecidedHere: (task: { _id: string; revision: string }) => boolean;
  /** @param seconds - how long it can be taken back */
  hold: (verdict: Verdict, seconds: number) => void;
  /** Sends a verdict at once. @returns what became of it */
  decide: (verdict: Verdict) => Promise<Entry>;
  /** Takes a verdict back that is not being sent yet. */
  undo: (key: string) => void;
  /** Sends again what is not settled, each by its own key. */
  sendAgain: () => Promise<void>;
  /** Forgets what was not recorded. */
  discard: () => void;
  /** Sends everything that is held at once. */
  flush: () => Promise<void>;
}

const HeldContext = createContext<Held | undefined>(undefined);
const SECOND_MS = 1_000;

/**
 * Keeps the ledger of the reader's decisions (contract-4, CON-20). It holds them for the company's grace, in which they can
 * be taken back (contract-3, CON-11), and sends them at once when the page closes or the reader logs out. Nothing is shown
 * as decided before the engine has answered, and nothing is lost that it has not answered.
 */
export function HeldProvider({ children }: { children: ReactNode }) {
  const t = useTranslate();
  const announce = useAnnounce();
  const { companyId, userId } = useConsole().viewer;
  const [store] = useState(() => openLedgerStore(`${companyId}.${userId}`));
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const [sendTimes, setSendTimes] = useState<ReadonlyMap<string, number>>(new Map());
  const [recordedIds, setRecordedIds] = useState<readonly string[]>([]);
  const drawnIds = useRef(recordedIds);
  useEffect(() => {
    drawnIds.current = recordedIds;
  }, [recordedIds]);
  const current = useRef<readonly Entry[]>([]);
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const forget = useForget();
  const deliver = useDeliver();
  /** As they were drawn last. */
  const parts = useRef({ deliver, announce, forget, t });
  useEffect(() => {
    parts.current = { deliver, announce, forget, t };
  });
  const update = useCallback((next: readonly Entry[]) => {
    current.current = next;
    setEntries(next);
  }, []);
  const put = useCallback(
    (entry: Entry) => {
      const otherEntries = current.current.filter(({ key }) => key !== entry.key);
      update([...otherEntries, entry]);
      void store.put(entry);
    },
    [store, update],
  );
  const removeAll = useCallback(
    (isRemoved: (entry: Entry) => boolean) => {
      const removedEntries = current.current.filter(isRemoved);
      update(current.current.filter((entry) => !removedEntries.includes(entry)));
      for (const { key } of removedEntries) void store.remove(key);
    },
    [store, update],
  );

  const send = useCallback(
    async (entry: Entry): Promise<Entry> => {
      clearTimeout(timers.current.get(entry.key));
      const sendingEntry = { ...entry, state: "sending" as const };
      put(sendingEntry);
      const answer = await parts.current.deliver(entry);
      const settledEntry = answeredEntry(sendingEntry, entry.state, answer);
      put(settledEntry);
      if (settledEntry.state !== "sent") return settledEntry;
      const recordedTasks = settledEntry.tasks.filter(({ taskId }) => !settledEntry.refusals?.[taskId]);
      const ids = recordedTasks.map(({ taskId }) => taskId);
      // Two answers at once are drawn together: the second does not replace the first.
      setRecordedIds((waitingIds) => (waitingIds === drawnIds.current ? ids : [...waitingIds, ...ids]));
      const names = recordedTasks.map(({ taskId }) => verdictName(taskId));
      for (const name of entry.isMany ? [`bulk.${entry.status}`] : names) parts.current.forget(name);
      return settledEntry;
    },
    [put],
  );
  /** Sends what the reader no longer waits for, and says what became of it. */
  const sendNow = useCallback(
    async (key: string) => {
      const entry = current.current.find((candidate) => candidate.key === key);
      if (entry === undefined || (entry.state !== "held" && !isUnsettled(entry))) return;
      const settledEntry = await send(entry);
      if (settledEntry.state === "sent") parts.current.announce(recordedText(parts.current.t, settledEntry));
    },
    [send],
  );
  const newEntry = useCallback(
    (verdict: Verdict): Entry => {
      // The same verdict again: the engine has to know it by its key.
      const sameEntry = current.current.find((entry) => isUnsettled(entry) && isSameVerdict(entry, verdict));
      removeAll((entry) => entry !== sameEntry && isReplaced(entry, verdict));
      return (
        sameEntry ?? { ...verdict, key: randomKey(), confirmedAt: Date.now(), tab: tabId(), state: "notSent" }
      );
    },
    [removeAll],
  );
  const hold = useCallback(
    (verdict: Verdict, seconds: number) => {
      const entry = { ...newEntry(verdict), confirmedAt: Date.now(), tab: tabId(), state: "held" as const };
      const waitMs = seconds * SECOND_MS;
      setSendTimes((times) => new Map(times).set(entry.key, performance.now() + waitMs));
      put(entry);
      timers.current.set(
        entry.key,
        setTimeout(() => void sendNow(entry.key), waitMs),
      );
    },
    [newEntry, put, sendNow],
  );
  const decide = useCallback((verdict: Verdict) => send(newEntry(verdict)), [send, newEntry]);
  const undo = useCallback(
    (key: string) => {
      clearTimeout(timers.current.get(key));
      removeAll((entry) => entry.key === key && entry.state === "held");
    },
    [removeAll],
  );
  const sendAgain = useCallback(async () => {
    await Promise.all(current.current.filter(isUnsettled).map(({ key }) => sendNow(key)));
  }, [sendNow]);
  const discard = useCallback(
    () => removeAll((entry) => isUnsettled(entry) || entry.state === "refused"),
    [removeAll],
  );
  const flush = useCallback(async () => {
    const heldEntries = current.current.filter(({ state }) => state === "held");
    await Promise.all(heldEntries.map(({ key }) => sendNow(key)));
  }, [sendNow]);
  useEffect(() => {
    const leave = () => void flush();
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, [flush]);
  useEffect(() => {
    const start = async () => {
      const storedEntries = await store.read();
      const startEntries = entriesAtStart(storedEntries, tabId(), new Date());
      const stale = storedEntries.filter(
        ({ key, state }) =>
          (state === "sent" || state === "refused") && !startEntries.some((entry) => entry.key === key),
      );
      for (const { key } of stale) void store.remove(key);
      const knownKeys = new Set(current.current.map(({ key }) => key));
      update([...startEntries.filter(({ key }) => !knownKeys.has(key)), ...current.current]);
      // The page before has sent these when it closed; their answers went with it.
      const sentEntries = storedEntries.filter(
        ({ tab, state }) => tab === tabId() && (state === "held" || state === "sending"),
      );
      for (const { key } of sentEntries) void sendNow(key);
    };
    void start();
  }, [store, update, sendNow]);

  const heldVerdicts = useMemo(() => {
    const rows = rowsOf(entries);
    const idsOf = (isWanted: (row: LedgerRow) => boolean) =>
      new Set(rows.filter(isWanted).map(({ taskId }) => taskId));
    const heldIds = idsOf(
      ({ key, state }) => state === "held" || (state === "sending" && sendTimes.has(key)),
    );
    const decidedTasks = entries
      .filter(({ tab, state }) => tab === tabId() && state !== "refused")
      .flatMap(({ tasks, refusals = {} }) => tasks.filter(({ taskId }) => refusals[taskId] === undefined));
    return {
      entries,
      sendTimes,
      recorded: recordedIds,
      refusals: new Map(
        rows.toReversed().flatMap((row): [string, string][] => {
          const reason = whyOf(t, row);
          return reason === undefined ? [] : [[row.taskId, reason]];
        }),
      ),
      isHeld: (id: string) => heldIds.has(id),
      isDecidedHere: ({ _id, revision }: { _id: string; revision: string }) =>
        decidedTasks.some((task) => task.taskId === _id && task.revision === revision),
      hold,
      decide,
      undo,
      sendAgain,
      discard,
      flush,
    };
  }, [t, entries, sendTimes, recordedIds, hold, decide, undo, sendAgain, discard, flush]);
  return <HeldContext value={heldVerdicts}>{children}</HeldContext>;
}

/** Why a verdict is not recorded, as far as anybody knows; undefined where it is, or may still be. */
export function whyOf(t: Translate, { state, why }: LedgerRow): string | undefined {
  if (state === "notSent" || state === "unknown") return t(`held.why.${state}`);
  return why;
}

/** Says that a verdict is recorded. */
function recordedText(t: Translate, { tasks, status, isMany, refusals = {} }: Entry): string {
  const isApproval = status === "APPROVED";
  if (!isMany) return t(isApproval ? "decide.approved" : "decide.rejected", { name: tasks[0]?.title });
  const failedCount = Object.keys(refusals).length;
  return t(isApproval ? "bulk.approved" : "bulk.rejected", {
    done: tasks.length - failedCount,
    failed: failedCount,
  });
}

/** @throws Error outside of the provider */
export function useHeld(): Held {
  const heldVerdicts = use(HeldContext);
  if (heldVerdicts === undefined) throw new Error("there are no held verdicts around this component");
  return heldVerdicts;
}

import { useState } from "react";

import { type Refusal, messageAt } from "../graphql/refusal.ts";
import type { Outcome } from "../graphql/use-command.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { useKept, useSending } from "../shell/kept.ts";

/** The outcome of sending a record; `typed`: it is saved, and something was typed meanwhile, which is kept. */
export type Saved = "refused" | "done" | "typed";

/** A record that is being written: what was typed is kept until it is saved or discarded. */
export interface RecordInWork<Fields> {
  fields: Fields;
  /** Whether anything was typed. */
  isKept: boolean;
  isBusy: boolean;
  /** The refusal of the last attempt; absent once something was changed. */
  refusal: Refusal | undefined;
  /** The refusal, if it is about the field, or about something in it. */
  errorOf: (field: string) => string | undefined;
  change: (fields: Partial<Fields>) => void;
  /** Shows what the form itself finds. */
  refuse: (field: string, message: string) => void;
  discard: () => void;
  /**
   * Waits for a command, which may be none that was sent, and announces its success, after which only that is kept which was typed meanwhile.
   *
   * @param nameOf - of a new record: the name of work on it once it is there, to which what was typed is a change;
   * `next`: nothing changes it, and what was typed belongs to the next one
   */
  save: <Data>(
    command: Promise<Outcome<Data> | undefined>,
    announcement: string,
    nameOf?: ((data: Data) => string) | "next",
  ) => Promise<Saved>;
}

/**
 * @param name - of the work that is kept, such as `threshold.<id>`
 * @param storedFields - the fields before anything is typed
 */
export function useRecord<Fields extends object>(name: string, storedFields: Fields): RecordInWork<Fields> {
  const announce = useAnnounce();
  // Only what was typed: every other field follows what is stored.
  const [keptFields, keep] = useKept<Partial<Fields>>(name);
  const sendState = useSending();
  const [refusal, setRefusal] = useState<Refusal>();
  const [isBusy, setIsBusy] = useState(false);
  const fields = { ...storedFields, ...keptFields };
  return {
    fields,
    isKept: keptFields !== undefined,
    isBusy,
    refusal,
    errorOf: (field) => messageAt(refusal, field),
    change: (next) => {
      setRefusal(undefined);
      keep({ ...keptFields, ...next });
    },
    refuse: (field, message) => setRefusal({ field, message }),
    discard: () => keep(undefined),
    save: async (command, announcement, nameOf) => {
      const { finish } = sendState(name);
      setIsBusy(true);
      const outcome = await command;
      setIsBusy(false);
      if (outcome === undefined) return "refused";
      const { data, refusal: commandRefusal } = outcome;
      setRefusal(commandRefusal);
      if (commandRefusal) return "refused";
      announce(announcement);
      const to = nameOf === "next" ? { next: true as const } : (nameOf?.(data) ?? name);
      return finish(to) ? "typed" : "done";
    },
  };
}

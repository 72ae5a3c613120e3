import { useState } from "react";

import { type Refusal, messageAt } from "../graphql/refusal.ts";
import type { Outcome } from "../graphql/use-command.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { useKept } from "../shell/kept.ts";

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
  /** Waits for a command and announces its success, after which nothing is kept. @returns whether it succeeded */
  save: (command: Promise<Outcome<unknown>>, announcement: string) => Promise<boolean>;
}

/**
 * @param name - of the work that is kept, such as `threshold.<id>`
 * @param stored - the fields before anything is typed
 */
export function useRecord<Fields extends object>(name: string, stored: Fields): RecordInWork<Fields> {
  const announce = useAnnounce();
  // Only what was typed: every other field follows what is stored.
  const [kept, keep] = useKept<Partial<Fields>>(name);
  const [refusal, setRefusal] = useState<Refusal>();
  const [isBusy, setIsBusy] = useState(false);
  const fields = { ...stored, ...kept };
  return {
    fields,
    isKept: kept !== undefined,
    isBusy,
    refusal,
    errorOf: (field) => messageAt(refusal, field),
    change: (next) => {
      setRefusal(undefined);
      keep({ ...kept, ...next });
    },
    refuse: (field, message) => setRefusal({ field, message }),
    discard: () => keep(undefined),
    save: async (command, announcement) => {
      setIsBusy(true);
      const { refusal: refused } = await command;
      setIsBusy(false);
      setRefusal(refused);
      if (refused) return false;
      announce(announcement);
      keep(undefined);
      return true;
    },
  };
}

import { useState } from "react";
import type { CombinedError } from "urql";

import { useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { type Refusal, useRefusalOf } from "./refusal.ts";

/** A form that is being saved, and what its last attempt was refused for. */
interface Saving {
  isBusy: boolean;
  refusal: Refusal | undefined;
  /** Shows what the form itself finds; undefined once something was changed. */
  refuse: (refusal: Refusal | undefined) => void;
  /** Waits for a request and announces its success. @returns whether it succeeded */
  save: (work: PromiseLike<{ error?: CombinedError | undefined }>) => Promise<boolean>;
}

/** Carries out what a form of the company's pages asks for. */
export function useSaving(): Saving {
  const t = useTranslate();
  const announce = useAnnounce();
  const refusalOf = useRefusalOf();
  const [refusal, refuse] = useState<Refusal>();
  const [isBusy, setIsBusy] = useState(false);
  const save: Saving["save"] = async (work) => {
    setIsBusy(true);
    const { error } = await work;
    setIsBusy(false);
    refuse(error && refusalOf(error));
    if (!error) announce(t("workflows.saved"));
    return error === undefined;
  };
  return { isBusy, refusal, refuse, save };
}

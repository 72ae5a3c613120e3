import { useEffect, useRef, useState } from "react";

import {
  type SettingsFieldsFragment as Settings,
  UpdateSettingsDocument,
  type UpdateApprovalSettingsInput,
} from "../graphql/generated/documents.ts";
import { useCommand } from "../graphql/use-command.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";

export type { Settings };

/** The name of a setting. */
export type SettingName = keyof UpdateApprovalSettingsInput & keyof Settings;

/** The way to change settings, one at a time. */
export interface Change {
  /** @returns whether it was saved */
  save: (name: SettingName, input: UpdateApprovalSettingsInput) => Promise<boolean>;
  /** The refusal of the last change of the setting. */
  errorAt: (name: SettingName) => string | undefined;
}

/**
 * Saves each change at once, one after the other. One that was made of settings that somebody else has changed meanwhile
 * is refused, and the settings are shown as they are now.
 *
 * @param seenVersion - version of the settings that are shown
 */
export function useChange(seenVersion: number | undefined, refresh: () => void): Change {
  const t = useTranslate();
  const announce = useAnnounce();
  const [failedSetting, setFailedSetting] = useState<{ name: SettingName; message: string }>();
  const { send } = useCommand(UpdateSettingsDocument);
  const version = useRef(0);
  const before = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    version.current = Math.max(version.current, seenVersion ?? 0);
  }, [seenVersion]);
  const attempt = async (name: SettingName, input: UpdateApprovalSettingsInput) => {
    const { data, refusal } = await send({ input, expectedVersion: version.current });
    const isOld = refusal?.field === "expectedVersion";
    setFailedSetting(refusal && { name, message: isOld ? t("settings.outdated") : refusal.message });
    // The reader's own next change is made of this one, also before it is shown.
    version.current = data?.updateApprovalSettings.version ?? version.current;
    if (!refusal) announce(t("settings.saved"));
    if (!refusal || isOld) refresh();
    return !refusal;
  };
  const save = (name: SettingName, input: UpdateApprovalSettingsInput) => {
    const savedChange = before.current.then(() => attempt(name, input));
    before.current = savedChange;
    return savedChange;
  };
  return { save, errorAt: (name) => (failedSetting?.name === name ? failedSetting.message : undefined) };
}

import { useState } from "react";

import { Button } from "../design/button.tsx";
import { type Translate, useTranslate } from "../messages/i18n.ts";
import { type Said, useSaid } from "../messages/texts.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { useConsole } from "../shell/console-context.ts";

type Filter = Readonly<Record<string, string | readonly string[] | null | undefined>>;

interface DownloadProps {
  /** The address of the file, such as `/api/audit/download`. */
  address: string;
  /** The filters of the list, by the names of its query. */
  filter: Filter;
  /** The name under which the file is kept. */
  file: string;
}

function queryOf(filter: Filter): string {
  const entries = Object.entries(filter).flatMap(([name, value]) =>
    [value ?? []].flat().map((entry) => [name, entry] as [string, string]),
  );
  return new URLSearchParams(entries).toString();
}

/** Downloads everything that a list has, over all its pages, as a spreadsheet. */
export function Download({ address, filter, file }: DownloadProps) {
  const t = useTranslate();
  const textOf = useSaid();
  const announce = useAnnounce();
  const { engine } = useConsole();
  const [isBusy, setIsBusy] = useState(false);
  const download = async () => {
    setIsBusy(true);
    try {
      const response = await engine.download(`${address}?${queryOf(filter)}`);
      if (response.ok) save(await response.blob(), file);
      else announce(t("download.refused", { reason: await reasonIn(response, t, textOf) }));
    } catch {
      announce(t("failure.connection"));
    }
    setIsBusy(false);
  };
  return (
    <Button busy={isBusy} onPress={() => void download()}>
      {t("download.open")}
    </Button>
  );
}

/** The engine's reason. What stands before the engine, such as a gateway, answers otherwise than in JSON. */
async function reasonIn(response: Response, t: Translate, textOf: (words: Said) => string): Promise<string> {
  const answer = await response
    .json()
    .then((body: Partial<Said> | null) => body)
    .catch(() => null);
  if (typeof answer?.message !== "string") return t("failure.answer", { status: response.status });
  return textOf({ ...answer, message: answer.message });
}

function save(content: Blob, file: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = file;
  link.click();
  URL.revokeObjectURL(link.href);
}

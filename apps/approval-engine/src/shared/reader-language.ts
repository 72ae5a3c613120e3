import { type Language, languageOf } from "@countersign/texts";

import type { Caller } from "./caller.ts";
import type { DirectoryLoaders } from "./directory-loaders.ts";

interface Reader {
  caller: Pick<Caller, "userId">;
  loaders: Pick<DirectoryLoaders, "user">;
}

/** The language that is asked for, else the caller's. */
export const readerLanguage = async (
  locale: string | null | undefined,
  { caller, loaders }: Reader,
): Promise<Language> => languageOf(locale ?? (await loaders.user.load(caller.userId))?.locale);

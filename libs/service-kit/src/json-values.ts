/** Most lists, objects and members in JSON that is read; each may take forty bytes of memory for two of text. */
export const MAX_JSON_VALUES = 20_000;
/** Shorter JSON cannot hold enough values to matter. */
const LARGE_JSON_BYTES = 16 * 1024;
/** ASCII. */
const QUOTE = 0x22;
const COMMA = 0x2c;
const LIST = 0x5b;
const BACKSLASH = 0x5c;
const OBJECT = 0x7b;

/** Whether JSON is large enough to count its values. */
export const isLargeJson = ({ length }: Uint8Array): boolean => length >= LARGE_JSON_BYTES;

/**
 * Counts the values of JSON without parsing it. The content of texts does not count.
 *
 * @param json - UTF-8
 * @param most - default {@link MAX_JSON_VALUES}
 * @returns whether it has more, which no request needs and which cost more than their bytes
 */
export function hasTooManyValues(json: Uint8Array, most = MAX_JSON_VALUES): boolean {
  if (!isLargeJson(json)) return false;
  const { length } = json;
  let values = 0;
  for (let at = 0; at < length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfText(json, at);
    else if (byte === COMMA || byte === LIST || byte === OBJECT) {
      values += 1;
      if (values > most) return true;
    }
  }
  return false;
}

/** @returns the place of the text's last quote, or the end */
function endOfText(json: Uint8Array, begin: number): number {
  const { length } = json;
  let at = begin + 1;
  for (; at < length && json[at] !== QUOTE; at += 1) if (json[at] === BACKSLASH) at += 1;
  return at;
}

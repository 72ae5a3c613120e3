/** Shows nothing, and keeps what stands before it and after it together. */
const WORD_JOINER = "\u2060";

/**
 * Places within what programs make links of: after a scheme, and before each dot of a host's name, also one of those that
 * Chinese and Japanese write.
 */
const INSIDE_LINKS =
  /(?<=[a-z][a-z0-9+.-]*:)(?=\/\/)|(?<=[\p{L}\p{N}-])(?=[.\u3002\uFF0E\uFF61][\p{L}\p{N}-]*\p{L})/giu;

/**
 * Text that others wrote, as mails and chats show it: it reads the same, but programs find no address in it to make a link of.
 * A message of the company's opens its own documents alone (contract-3, TIME-5).
 */
export const withoutLinks = (text: string): string => text.replaceAll(INSIDE_LINKS, WORD_JOINER);

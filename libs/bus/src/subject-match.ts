/** Whether a subject fits a NATS filter: `*` is one token, a last `>` one or more. */
export function subjectMatches(filter: string, subject: string): boolean {
  const wantedTokens = filter.split(".");
  const tokens = subject.split(".");
  for (const [index, token] of wantedTokens.entries()) {
    if (token === ">") return index === wantedTokens.length - 1 && tokens.length > index;
    if (tokens[index] === undefined || (token !== "*" && token !== tokens[index])) return false;
    // Between two filters: what stands for more tokens is not within one.
    if (tokens[index] === ">") return false;
  }
  return tokens.length === wantedTokens.length;
}

/**
 * Whether JetStream lets a consumer of a stream have a filter: it selects within one of the stream's subjects, or all of one.
 * NATS refuses what crosses them, such as `a.*.c` on a
 * stream of `a.b.>`.
 */
export const isFilterOf = (filter: string, subjects: readonly string[]): boolean =>
  subjects.some((subject) => subjectMatches(subject, filter) || subjectMatches(filter, subject));

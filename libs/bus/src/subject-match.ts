/** Whether a subject fits a NATS filter: `*` is one token, a last `>` one or more. */
export function subjectMatches(filter: string, subject: string): boolean {
  const wanted = filter.split(".");
  const tokens = subject.split(".");
  for (const [index, token] of wanted.entries()) {
    if (token === ">") return index === wanted.length - 1 && tokens.length > index;
    if (tokens[index] === undefined || (token !== "*" && token !== tokens[index])) return false;
  }
  return tokens.length === wanted.length;
}

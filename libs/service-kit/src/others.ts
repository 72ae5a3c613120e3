/** Remembers when somebody else asked, whoever asks. */
export function createOthers() {
  let latest = { user: "", atMs: Number.NEGATIVE_INFINITY };
  let latestOfAnother = latest;
  return {
    asked: (user: string) => {
      if (user !== latest.user) latestOfAnother = latest;
      latest = { user, atMs: performance.now() };
    },
    askedWithin: (user: string, ms: number) =>
      performance.now() - (user === latest.user ? latestOfAnother : latest).atMs < ms,
  };
}

/** A server that answers clients at their start, in a process of its own. */
export interface GateTarget {
  name: string;
  url: string;
  /** Sent with each request. */
  headers?: Readonly<Record<string, string>>;
  pid: number;
  stop: () => Promise<void>;
}

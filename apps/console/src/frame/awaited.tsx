import { Failure, Loading } from "../design/notice.tsx";
import { useReturnToPlace } from "../design/return-to-place.ts";
import type { Refusal } from "../graphql/refusal.ts";

interface AwaitedProps {
  /** The data that was requested; undefined until it arrives. */
  answer: unknown;
  refusal: Refusal | undefined;
  onRetry: () => void;
  /** Lines that the answer will take, about. */
  lines: number;
}

/** The state of a page's request: why it failed, or a loading sign until the answer arrives. */
export function Awaited({ answer, refusal, onRetry, lines }: AwaitedProps) {
  useReturnToPlace(answer !== undefined);
  if (refusal) return <Failure onRetry={onRetry}>{refusal.message}</Failure>;
  return answer === undefined ? <Loading lines={lines} /> : null;
}

import { type ComponentProps, Suspense, lazy } from "react";

import { Loading } from "../design/notice.tsx";
import { Contained } from "../shell/fault.tsx";
import { part } from "../shell/part.ts";

/** Comes after the form: nobody tries a rule before there is one. */
const loadTryIt = part(() => import("./try-it.tsx"));
const TryIt = lazy(async () => ({ default: (await loadTryIt()).TryIt }));

/** "Try it", once it is loaded. */
export function TryPart(props: ComponentProps<typeof TryIt>) {
  return (
    <Contained of="try-it">
      <Suspense fallback={<Loading lines={6} />}>
        <TryIt {...props} />
      </Suspense>
    </Contained>
  );
}

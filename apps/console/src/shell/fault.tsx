import { CatchBoundary } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";

import { Button } from "../design/button.tsx";
import { Empty } from "../design/notice.tsx";
import { Page } from "../design/page.tsx";
import { useTranslate } from "../messages/i18n.ts";
import styles from "./fault.module.css";
import { MissingPart, reloadIfUpgraded } from "./part.ts";
import { useReachable } from "./reachable.ts";

interface FaultProps {
  error: unknown;
}

/** The place of a page that has failed, inside the frame: what was typed and decided is still there. */
export function FaultPage({ error }: FaultProps) {
  const t = useTranslate();
  return (
    <Page title={t("fault.page")}>
      <Fault error={error} />
    </Page>
  );
}

/** Says that a part of the page has failed, and offers to reload it once the engine answers. */
function Fault({ error }: FaultProps) {
  const t = useTranslate();
  const isReachable = useReachable();
  const isMissing = error instanceof MissingPart;
  useEffect(() => {
    if (isMissing && isReachable) void reloadIfUpgraded();
  }, [isMissing, isReachable]);
  return (
    <div role="alert" className={styles["fault"]}>
      <Empty icon="warning" title={t(isMissing ? "fault.missing" : "fault.broken")}>
        {t("fault.lead")}
      </Empty>
      <Button look="primary" isDisabled={!isReachable} onPress={() => location.reload()}>
        {t("fault.reload")}
      </Button>
    </div>
  );
}

/** Keeps the failure of a part away from the rest of the page, until the part shows something else. */
export function Contained({ of, children }: { of: string; children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => of} errorComponent={Fault}>
      {children}
    </CatchBoundary>
  );
}

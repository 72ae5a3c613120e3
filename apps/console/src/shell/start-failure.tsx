import { Failure } from "../design/notice.tsx";
import { useTranslate } from "../messages/i18n.ts";
import { OidcFailure } from "../session/oidc.ts";
import { MissingPart } from "./part.ts";
import styles from "./log-in.module.css";

/** The page for people who cannot get in, with the ways to continue. */
export function StartFailure({ error }: { error: unknown }) {
  const t = useTranslate();
  const message = error instanceof Error ? error.message : String(error);
  return (
    <main className={styles["main"]}>
      <div className={styles["card"]}>
        <h1>{t("start.failed")}</h1>
        <Failure onRetry={() => location.reload()}>
          {error instanceof MissingPart
            ? t("fault.missing")
            : error instanceof OidcFailure
              ? t(`login.${error.reason}`, { message, issuer: error.issuer, origin: location.origin })
              : message}
        </Failure>
      </div>
    </main>
  );
}

import { Link } from "@tanstack/react-router";

import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { Written } from "../design/values.tsx";
import { DeleteViewDocument } from "../graphql/generated/documents.ts";
import { useCommand } from "../graphql/use-command.ts";
import { useTranslate } from "../messages/i18n.ts";
import styles from "./view-links.module.css";
import { LIST_OF, type View, useViews } from "./views-context.tsx";

/** The ways to the reader's saved views; nothing where there are none. */
export function ViewLinks({ onNavigate }: { onNavigate: () => void }) {
  const t = useTranslate();
  const { views } = useViews();
  if (views.length === 0) return null;
  return (
    <div>
      <p className={styles["heading"]}>{t("views.title")}</p>
      <ul>
        {views.map((view) => (
          <OneOf key={view._id} view={view} onNavigate={onNavigate} />
        ))}
      </ul>
    </div>
  );
}

function OneOf({ view: { _id, page, name, query }, onNavigate }: { view: View; onNavigate: () => void }) {
  const t = useTranslate();
  const { refresh } = useViews();
  const remove = useCommand(DeleteViewDocument);
  const forget = async () => {
    const { refusal } = await remove.send({ id: _id });
    if (refusal === undefined) refresh();
  };
  return (
    <li className={styles["view"]}>
      <Link
        to={LIST_OF[page]}
        search={Object.fromEntries(new URLSearchParams(query))}
        activeOptions={{ includeSearch: true, exact: true }}
        activeProps={{ "aria-current": "page" }}
        className={styles["link"]}
        onClick={onNavigate}
      >
        <Written>{name}</Written>
      </Link>
      <span className={styles["delete"]}>
        <Button
          look="quiet"
          size="small"
          aria-label={t("views.delete", { name })}
          onPress={() => void forget()}
        >
          <Icon name="cross" size={12} />
        </Button>
      </span>
    </li>
  );
}

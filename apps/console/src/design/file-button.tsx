import type { ReactNode } from "react";
import { FileTrigger } from "react-aria-components";

import { Button } from "./button.tsx";

interface FileButtonProps {
  /** Endings and types of the files that can be chosen. */
  accept: readonly string[];
  onChoose: (file: File) => void;
  children: ReactNode;
}

/** A button that asks for a file of the reader’s device. */
export function FileButton({ accept, onChoose, children }: FileButtonProps) {
  return (
    <FileTrigger
      acceptedFileTypes={accept}
      onSelect={(files) => {
        const file = files?.[0];
        if (file) onChoose(file);
      }}
    >
      <Button>{children}</Button>
    </FileTrigger>
  );
}

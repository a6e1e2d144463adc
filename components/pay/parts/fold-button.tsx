import type { ReactNode } from "react";

interface FoldButtonProps {
  isOpen: boolean;
  onFold: (isOpen: boolean) => void;
  /** ID of what it shows and hides. */
  of: string;
  className: string;
  children: ReactNode;
}

/** Shows and hides a part of the page. */
export function FoldButton({ isOpen, onFold, of, className, children }: FoldButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={of}
      onClick={() => onFold(!isOpen)}
      className={`text-sm font-medium text-accent underline-offset-4 hover:underline ${className}`}
    >
      {children}
    </button>
  );
}

"use client";

import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { X } from "@/components/icons/icons";
import { cn } from "./cn";
import { hideOthers } from "./hide-others";

interface DialogProps {
  isOpen: boolean;
  /** Escape, the cross, or whatever else leads out. Without it the dialog stays until its reason is gone. */
  onClose?: () => void;
  title: ReactNode;
  description?: ReactNode;
  size?: "sm" | "md" | "lg" | "xl";
  children?: ReactNode;
  /** Buttons at the bottom, the most important one last. */
  footer?: ReactNode;
}

const WIDTHS = { sm: "sm:max-w-md", md: "sm:max-w-lg", lg: "sm:max-w-2xl", xl: "sm:max-w-6xl" };

/**
 * The browser's own modal dialog: everything behind it is inert and hidden from readers, Escape closes it, focus
 * returns to where it was. It closes by a choice only, so that a stray press beside it loses no typed text.
 */
export function Dialog(props: DialogProps) {
  if (!props.isOpen || typeof document === "undefined") return null;
  return createPortal(<OpenDialog {...props} />, document.body);
}

function OpenDialog({ onClose, title, description, size = "md", children, footer }: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Before paint and before the node leaves the page: only `close` gives the focus back.
  useLayoutEffect(() => {
    const node = dialog.current;
    if (!node) return;
    node.showModal();
    const showOthers = hideOthers(node);
    return () => {
      // First, or the focus could not go back.
      showOthers();
      node.close();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: only keeps presses inside from reaching what opened it
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onClick={(event) => event.stopPropagation()}
      onSubmit={(event) => event.stopPropagation()}
      onCancel={(event) => {
        // The owner decides, so that state and dialog cannot disagree.
        event.preventDefault();
        if (event.target === event.currentTarget) onClose?.();
      }}
      onClose={({ target, currentTarget }) => {
        // Browsers let `cancel` prevent some presses of Escape, not all: what is shown only once would be gone.
        if (target !== currentTarget || currentTarget.open) return;
        currentTarget.showModal();
        onClose?.();
      }}
      className={cn(
        "m-auto max-h-[min(46rem,calc(100dvh-2rem))] w-[calc(100%-2rem)] overflow-y-auto overscroll-contain rounded-lg border border-line bg-card text-left text-ink shadow-xl backdrop:bg-black/45",
        WIDTHS[size],
      )}
    >
      <div className="relative flex flex-col">
        <header className="border-b border-dashed border-line py-4 pr-14 pl-5 sm:pl-6">
          <h2 id={`${id}-title`} className="font-serif text-xl font-semibold text-balance">
            {title}
          </h2>
          {description && (
            <p id={`${id}-description`} className="mt-1 text-sm leading-relaxed text-muted">
              {description}
            </p>
          )}
        </header>
        {children !== undefined && <div className="px-5 py-5 sm:px-6">{children}</div>}
        {footer && (
          <footer className="flex flex-wrap justify-end gap-3 border-t border-dashed border-line px-5 py-4 sm:px-6">
            {footer}
          </footer>
        )}
        {/* Last in order, so that the focus starts in the content. */}
        {onClose && (
          <button
            type="button"
            onClick={onClose}
            aria-label="Close"
            className="absolute top-3 right-3 grid size-9 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        )}
      </div>
    </dialog>
  );
}

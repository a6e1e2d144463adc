"use client";

import { Toast as Radix } from "radix-ui";
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";
import { X } from "@/components/icons/icons";
import { cn } from "./cn";
import { useIsClient } from "./use-is-client";

interface Toast {
  id: number;
  tone: "positive" | "danger";
  text: string;
}

type ShowToast = (text: string, tone?: Toast["tone"]) => void;

const ToastContext = createContext<ShowToast>(() => {});

/** Says in passing that something worked. What has to be read or done belongs on the page instead. */
export function useToast(): ShowToast {
  return useContext(ToastContext);
}

const SHOWN_MS = 6_000;

/** Shows toasts for everything inside it, at the bottom of the window; F8 leads there. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const isClient = useIsClient();
  const next = useRef(0);
  const show = useCallback<ShowToast>((text, tone = "positive") => {
    next.current += 1;
    const toast = { id: next.current, tone, text };
    setToasts((shown) => [...shown.slice(-2), toast]);
  }, []);
  return (
    <ToastContext value={show}>
      <Radix.Provider label="Notice" duration={SHOWN_MS}>
        {children}
        {toasts.map(({ id, tone, text }) => (
          <Radix.Root
            key={id}
            type={tone === "danger" ? "foreground" : "background"}
            onOpenChange={(isOpen) => {
              if (!isOpen) setToasts((shown) => shown.filter((toast) => toast.id !== id));
            }}
            className={cn(
              "flex items-start gap-3 rounded-md border bg-card px-4 py-3 text-sm shadow-lg",
              tone === "danger" ? "border-danger/50" : "border-line",
            )}
          >
            <Radix.Description
              className={cn("min-w-0 flex-1 wrap-anywhere", tone === "danger" && "text-danger")}
            >
              {text}
            </Radix.Description>
            <Radix.Close
              aria-label="Dismiss"
              className="-mr-1 grid size-6 place-items-center rounded text-muted"
            >
              <X aria-hidden="true" className="size-4" />
            </Radix.Close>
          </Radix.Root>
        ))}
        {/* It brings an inline style, which the page's policy allows to scripts only. */}
        {isClient && (
          <Radix.Viewport className="fixed right-0 bottom-0 z-50 flex w-full max-w-sm flex-col gap-2 p-4" />
        )}
      </Radix.Provider>
    </ToastContext>
  );
}
